// The engine for browsers, compiled to WebAssembly: functions that the page's worker calls, with
// one engine for all of them. Reports are JSON.
#include "core/search/engine.hpp"

#include <emscripten.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/evaluation/evaluation.hpp"
#include "core/textbook/pattern_heuristic.hpp"

// Gives a report to the page.
EM_JS(void, send_report, (const char* text), { Module.onReport(UTF8ToString(text)); });

namespace obversi {
namespace {

std::unique_ptr<Engine> engine;
std::map<std::pair<int, Rules>, std::shared_ptr<const Evaluation>> evaluations;  // by game
std::string reply;  // the text that was returned last

std::string text_of(const Line& line) {
    static constexpr const char* kBounds[] = {"exact", "at_least", "at_most"};
    std::string text = "{\"margin\":" + std::to_string(line.margin) + ",\"bound\":\"" +
                       kBounds[static_cast<int>(line.bound)] +
                       "\",\"depth\":" + std::to_string(line.depth) +
                       ",\"selectivity\":" + std::to_string(line.selectivity) +
                       ",\"exact\":" + (line.exact ? "true" : "false") + ",\"moves\":[";
    for (const Square move : line.moves) {
        if (text.back() != '[') text += ',';
        text += std::to_string(move);
    }
    return text + "]}";
}

std::string text_of(const Report& report) {
    std::string text = "{\"depth\":" + std::to_string(report.depth) +
                       ",\"selectivity\":" + std::to_string(report.selectivity) +
                       ",\"exact\":" + (report.exact ? "true" : "false") +
                       ",\"nodes\":" + std::to_string(report.nodes) +
                       ",\"seconds\":" + std::to_string(report.seconds) + ",\"lines\":[";
    for (const Line& line : report.lines) {
        if (text.back() != '[') text += ',';
        text += text_of(line);
    }
    return text + "]}";
}

Rules rules_of(int reversed) { return reversed ? Rules::reversed : Rules::normal; }

// Calls a function and returns what went wrong, or an empty text.
template <class Function>
const char* problem_of(const Function& function) {
    reply.clear();
    try {
        function();
    } catch (const std::exception& error) {
        reply = error.what();
    }
    return reply.c_str();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* make_engine(int threads, double hash_bytes) {
    return problem_of([&] {
        engine.reset();
        engine = std::make_unique<Engine>(threads, static_cast<std::size_t>(hash_bytes));
    });
}

EMSCRIPTEN_KEEPALIVE const char* use_weights(const std::byte* bytes, std::size_t count) {
    return problem_of([&] {
        const auto learned = std::make_shared<Evaluation>(Evaluation::parse({bytes, count}));
        evaluations[{learned->size(), learned->rules()}] = learned;
        engine->use(learned);
    });
}

// The result as JSON, after a report for each step.
EMSCRIPTEN_KEEPALIVE const char* run_search(Bits own, Bits opp, int size, int reversed,
                                            double seconds, int depth, double nodes, int lines,
                                            int exact, Bits moves) {
    const Task task{.position = {own, opp},
                    .size = size,
                    .rules = rules_of(reversed),
                    .limits = {seconds, depth, static_cast<std::uint64_t>(nodes)},
                    .lines = lines,
                    .exact = exact != 0,
                    .moves = moves};
    reply = text_of(engine->run(task, nullptr, [](const Report& report) {
        reply = text_of(report);
        send_report(reply.c_str());
    }));
    return reply.c_str();
}

// The byte of shared memory that ends a search when the page sets it to 1.
EMSCRIPTEN_KEEPALIVE std::atomic<bool>* stop_byte() { return &engine->stop_flag(); }

// The learned value of a game that goes on, as an evaluation beside those of the reports.
EMSCRIPTEN_KEEPALIVE double evaluate(Bits own, Bits opp, int size, int reversed) {
    return PatternHeuristic(evaluations.at({size, rules_of(reversed)})).value({own, opp});
}

EMSCRIPTEN_KEEPALIVE void clear_engine() { engine->clear(); }

}  // extern "C"
}  // namespace obversi
