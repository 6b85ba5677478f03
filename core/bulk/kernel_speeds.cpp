#include "core/bulk/kernel_speeds.hpp"

#include <algorithm>
#include <chrono>

#include "core/bulk/nth_square.hpp"
#include "core/bulk/random.hpp"

namespace obversi {
namespace {

struct Sample {
    Position position;
    Square move;
};

// Moves of random games, as a search would meet them.
std::vector<Sample> samples() {
    std::vector<Sample> found;
    Random random(0, 0);
    while (found.size() < 4096) {
        Position position = Position::start(8);
        while (const Bits legal = position.legal_moves(8)) {
            const Square move = nth_square(legal, random.below(count(legal)));
            found.push_back({position, move});
            position = position.played(move);
        }
    }
    return found;
}

// Makes the compiler produce the value now, one call at a time as in a search: without it several
// calls are merged into vectors, which no search could do.
inline void produce(Bits& value) { __asm__ volatile("" : "+r"(value)); }

template <class Kernel>
double nanoseconds_a_call(const std::vector<Sample>& samples, const Kernel& kernel) {
    using Clock = std::chrono::steady_clock;
    constexpr int kRounds = 7, kRepeats = 100;
    double best = 1e18;
    for (int round = 0; round < kRounds; ++round) {
        const auto begin = Clock::now();
        for (int repeat = 0; repeat < kRepeats; ++repeat)
            for (const Sample& sample : samples) {
                Bits value = kernel(sample);
                produce(value);
            }
        best =
            std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - begin).count());
    }
    return best / (kRepeats * static_cast<double>(samples.size()));
}

}  // namespace

std::vector<KernelSpeed> kernel_speeds() {
    const std::vector<Sample> positions = samples();
    std::vector<KernelSpeed> speeds;
    const auto measure = [&](std::string work, std::string kernel, bool chosen, const auto& call) {
        speeds.push_back({work, kernel, chosen, nanoseconds_a_call(positions, call)});
    };
    const auto measure_flips = [&](std::string kernel, auto flips_kernel) {
        measure("flips", kernel, kernel == kFlipsKernel, [=](const Sample& sample) {
            return flips_kernel(sample.move, sample.position.own, sample.position.opp);
        });
    };
    const auto measure_moves = [&](std::string kernel, auto moves_kernel) {
        measure("moves", kernel, kernel == kMovesKernel, [=](const Sample& sample) {
            return moves_kernel(sample.position.own, sample.position.opp);
        });
    };
    // Lambdas rather than function pointers, so that the kernels are inlined as in the core.
    measure_flips("portable", [](Square s, Bits a, Bits b) { return portable::flips(s, a, b); });
    measure_moves("portable", [](Bits a, Bits b) { return portable::moves(a, b); });
    if (kFlipsKernel != std::string("portable"))
        measure_flips(kFlipsKernel, [](Square s, Bits a, Bits b) { return flips(s, a, b); });
    if (kMovesKernel != std::string("portable"))
        measure_moves(kMovesKernel, [](Bits a, Bits b) { return moves(a, b); });
    return speeds;
}

}  // namespace obversi
