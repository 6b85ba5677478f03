// obversi_verify: solves endgames of both games with the engine and with slow code, on all threads,
// and says in JSON where they differ.
#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "core/verify/verify.hpp"

using namespace obversi;

namespace {

bool is_terminal(std::FILE* file) {
#if defined(_WIN32)
    return _isatty(_fileno(file));
#else
    return isatty(fileno(file));
#endif
}

constexpr const char* kUsage =
    "usage: obversi_verify [--count N] [--seed N] [--threads T]\n"
    "N endgames of each rule set (10000), on all cores\n";

struct Arguments {
    int count = 10'000, threads = 0;
    std::uint64_t seed = 1;
};

std::uint64_t whole(const std::string& name, const std::string& text, std::uint64_t least,
                    std::uint64_t most) {
    std::uint64_t value = 0;
    std::istringstream in(text);
    const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || !(in >> value) || value < least || value > most)
        throw std::runtime_error(name + " " + text + " is not a number that can be used");
    return value;
}

Arguments read_arguments(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (i + 1 == argc) throw std::runtime_error(name + " needs a value");
        const std::string value = argv[++i];
        if (name == "--count")
            arguments.count = static_cast<int>(whole(name, value, 1, 1'000'000'000));
        else if (name == "--seed")
            arguments.seed = whole(name, value, 0, ~std::uint64_t{0});
        else if (name == "--threads")
            arguments.threads = static_cast<int>(whole(name, value, 1, 1024));
        else
            throw std::runtime_error(name + " is unknown");
    }
    if (!arguments.threads)
        arguments.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return arguments;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A line on the terminal, written anew every second.
class Progress {
  public:
    Progress(const char* name, int count) : name_(name), count_(count) {}
    ~Progress() {
        if (reported_ > 0) std::fputc('\n', stderr);
    }

    void operator()(int done) {
        if (!is_terminal(stderr) || seconds_since(begin_) < reported_ + 1) return;
        reported_ = seconds_since(begin_);
        std::fprintf(stderr, "\r%s: %d of %d endgames, %.0f s left ", name_, done, count_,
                     reported_ / done * (count_ - done));
        std::fflush(stderr);
    }

  private:
    const char* name_;
    int count_;
    Clock::time_point begin_ = Clock::now();
    double reported_ = 0;
};

std::string json(const std::map<std::string, int>& counts) {
    std::ostringstream out;
    const char* comma = "{";
    for (const auto& [name, count] : counts) {
        out << comma << '"' << name << "\": " << count;
        comma = ", ";
    }
    out << (counts.empty() ? "{}" : "}");
    return out.str();
}

// The board as text: X is to move.
std::string cells(const Mismatch& mismatch) {
    std::string text;
    for (int row = 0; row < mismatch.size; ++row)
        for (int column = 0; column < mismatch.size; ++column) {
            const Bits square = bit(square_at(row, column));
            text += mismatch.position.own & square   ? 'X'
                    : mismatch.position.opp & square ? 'O'
                                                     : '-';
        }
    return text + " X";
}

std::string json(const Verified& verified, double seconds) {
    std::ostringstream out;
    out << "{\"positions\": " << verified.positions << ",\n  \"boards\": " << json(verified.boards)
        << ",\n  \"origins\": " << json(verified.origins)
        << ",\n  \"forced_passes\": " << verified.forced_passes
        << ", \"lines_with_a_pass\": " << verified.passes
        << ", \"early_ends\": " << verified.early_ends << ", \"wiped_out\": " << verified.wiped_out
        << ",\n  \"checks\": " << json(verified.checks) << ",\n  \"seconds\": " << seconds
        << ", \"mismatches\": [";
    const char* comma = "\n    ";
    for (const Mismatch& mismatch : verified.mismatches) {
        out << comma << "{\"position\": \"" << cells(mismatch) << "\", \"check\": \""
            << mismatch.check << "\", \"what\": \"" << mismatch.what << "\"}";
        comma = ",\n    ";
    }
    out << "]}";
    return out.str();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Arguments arguments = read_arguments(argc, argv);
        bool right = true;
        std::cout << "{\"seed\": " << arguments.seed << ", \"threads\": " << arguments.threads;
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const char* const name = rules == Rules::normal ? "normal" : "reversed";
            const auto begin = Clock::now();
            Progress progress(name, arguments.count);
            const Verified verified =
                verify({rules, arguments.count, arguments.seed, arguments.threads},
                       [&](int done) { progress(done); });
            std::cout << ",\n \"" << name << "\": " << json(verified, seconds_since(begin));
            right = right && verified.mismatches.empty();
        }
        std::cout << "}\n";
        return right ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "obversi_verify: " << error.what() << '\n' << kUsage;
        return 2;
    }
}
