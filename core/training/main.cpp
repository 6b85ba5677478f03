// obversi_selfplay: writes training data from games of the engine against itself, on all threads.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/training/describe.hpp"
#include "core/training/self_play.hpp"

using namespace obversi;

namespace {

constexpr const char* kUsage =
    R"(usage: obversi_selfplay --out FILE [--size 4|6|8] [--rules normal|reversed]
           [--weights FILE|none] [--games N] [--seconds S] [--depth D] [--solve E]
           [--threads T] [--seed N]
       obversi_selfplay --describe [--size 4|6|8]
)";

struct Arguments {
    SelfPlaySettings settings;
    std::string out, weights = "none";
    std::uint32_t games = 0;
    double seconds = 0;
    int threads = 0;
    bool describe = false;
};

double number(const std::string& name, const std::string& text, double least, double most) {
    std::size_t end = 0;
    double value = 0;
    try {
        value = std::stod(text, &end);
    } catch (const std::exception&) {
        end = 0;
    }
    if (end == 0 || end != text.size() || !(value >= least && value <= most))
        throw std::runtime_error(name + " " + text + " is not a number that can be used");
    return value;
}

int whole(const std::string& name, const std::string& text, int least, int most) {
    const double value = number(name, text, least, most);
    if (value != static_cast<int>(value))
        throw std::runtime_error(name + " " + text + " is not a whole number");
    return static_cast<int>(value);
}

Arguments read_arguments(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--describe") {
            arguments.describe = true;
            continue;
        }
        if (i + 1 == argc) throw std::runtime_error(name + " needs a value");
        const std::string value = argv[++i];
        if (name == "--size") {
            arguments.settings.size = whole(name, value, 4, 8);
            if (arguments.settings.size % 2) throw std::runtime_error("the size is 4, 6 or 8");
        } else if (name == "--rules") {
            if (value != "normal" && value != "reversed")
                throw std::runtime_error("the rules are normal or reversed, not " + value);
            arguments.settings.rules = value == "normal" ? Rules::normal : Rules::reversed;
        } else if (name == "--weights") {
            arguments.weights = value;
        } else if (name == "--games") {
            arguments.games = static_cast<std::uint32_t>(whole(name, value, 1, 2'000'000'000));
        } else if (name == "--seconds") {
            arguments.seconds = number(name, value, 0, 1e9);
        } else if (name == "--depth") {
            arguments.settings.depth = whole(name, value, 0, 60);
        } else if (name == "--solve") {
            arguments.settings.solve = whole(name, value, 0, 60);
        } else if (name == "--threads") {
            arguments.threads = whole(name, value, 1, 1024);
        } else if (name == "--seed") {
            arguments.settings.seed = static_cast<std::uint64_t>(number(name, value, 0, 9e15));
        } else if (name == "--out") {
            arguments.out = value;
        } else {
            throw std::runtime_error(name + " is unknown");
        }
    }
    if (!arguments.describe && arguments.out.empty()) throw std::runtime_error("--out is missing");
    if (!arguments.describe && !arguments.games && !(arguments.seconds > 0))
        throw std::runtime_error("--games or --seconds must say when to end");
    if (!arguments.threads)
        arguments.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return arguments;
}

std::shared_ptr<const Evaluation> read_evaluation(const Arguments& arguments) {
    if (arguments.weights == "none") return nullptr;
    std::ifstream file(arguments.weights, std::ios::binary);
    if (!file) throw std::runtime_error(arguments.weights + " cannot be read");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto evaluation =
        std::make_shared<const Evaluation>(Evaluation::parse(std::as_bytes(std::span(text))));
    if (evaluation->size() != arguments.settings.size ||
        evaluation->rules() != arguments.settings.rules)
        throw std::runtime_error(arguments.weights + " is for another size or other rules");
    return evaluation;
}

// Where the games of all threads go, and what is told of them.
class Output {
  public:
    explicit Output(const Arguments& arguments)
        : arguments_(arguments), file_(arguments.out, std::ios::binary) {
        Header header{};
        header.size = static_cast<std::uint8_t>(arguments.settings.size);
        header.rules = static_cast<std::uint8_t>(arguments.settings.rules);
        file_.write(reinterpret_cast<const char*>(&header), sizeof header);
        refuse_unless_written();
    }

    bool wants_more() const { return !arguments_.seconds || elapsed() < arguments_.seconds; }

    void write(const std::vector<Record>& records) {
        const std::lock_guard guard(lock_);
        file_.write(reinterpret_cast<const char*>(records.data()),
                    static_cast<std::streamsize>(records.size() * sizeof(Record)));
        positions_ += records.size();
        ++games_;
        if (elapsed() < told_ + 1) return;
        told_ = elapsed();
        tell('\r');
    }

    void finish() {
        file_.flush();
        refuse_unless_written();
        tell('\n');
    }

  private:
    double elapsed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }
    void tell(char end) const {
        const double share =
            std::max(arguments_.games ? static_cast<double>(games_) / arguments_.games : 0,
                     arguments_.seconds ? elapsed() / arguments_.seconds : 0);
        std::fprintf(stderr, "%3.0f %%  %llu games, %llu positions, %.0f positions a second %c",
                     100 * std::min(share, 1.0), static_cast<unsigned long long>(games_),
                     static_cast<unsigned long long>(positions_), positions_ / elapsed(), end);
        std::fflush(stderr);
    }
    void refuse_unless_written() const {
        if (!file_) throw std::runtime_error(arguments_.out + " cannot be written");
    }

    const Arguments& arguments_;
    std::ofstream file_;
    std::mutex lock_;
    std::uint64_t games_ = 0, positions_ = 0;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    double told_ = 0;
};

void generate(const Arguments& arguments) {
    const std::shared_ptr<const Evaluation> evaluation = read_evaluation(arguments);
    Output output(arguments);
    std::atomic<std::uint32_t> next{0};
    const auto work = [&] {
        SelfPlay self_play(arguments.settings, evaluation);
        while (output.wants_more()) {
            const std::uint32_t game = next++;
            if (arguments.games && game >= arguments.games) return;
            output.write(self_play.play(game));
        }
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < arguments.threads; ++i) threads.emplace_back(work);
    threads.clear();
    output.finish();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Arguments arguments = read_arguments(argc, argv);
        if (arguments.describe)
            std::cout << description(arguments.settings.size);
        else
            generate(arguments);
    } catch (const std::exception& error) {
        std::cerr << "obversi_selfplay: " << error.what() << '\n' << kUsage;
        return 2;
    }
}
