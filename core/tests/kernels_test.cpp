#include "core/board/flips.hpp"
#include "core/board/moves.hpp"
#include "core/bulk/nth_square.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"
#if defined(__AVX2__)
#include "core/board/flips_avx2.hpp"
#include "core/board/moves_avx2.hpp"
#endif

namespace obversi::kernels_test {

namespace {

void check_kernels(const Position& position, int size) {
    const Bits expected = reference::move_mask(position, size);
    const Bits mask = board_mask(size);
    CHECK((portable::moves(position.own, position.opp) & mask) == expected);
    CHECK(position.legal_moves(size) == expected);
#if defined(__AVX2__)
    CHECK((avx2::moves(position.own, position.opp) & mask) == expected);
#endif
    for (const Square square : squares(mask & ~(position.own | position.opp))) {
        const Bits turned = reference::flip_mask(position, size, square);
        CHECK(portable::flips(square, position.own, position.opp) == turned);
        CHECK(flips(square, position.own, position.opp) == turned);
#if defined(__AVX2__)
        CHECK(avx2::flips(square, position.own, position.opp) == turned);
#endif
    }
}

}  // namespace

TEST_CASE("every kernel agrees with the slow rules") {
    std::mt19937_64 random(1);
    for (const int size : {4, 6, 8}) {
        CAPTURE(size);
        for (int i = 0; i < 1500; ++i) check_kernels(reference::strewn(random, size), size);
        for (int game = 0; game < 20; ++game)
            for (const Position& position : reference::random_game(random, size))
                check_kernels(position, size);
    }
}

TEST_CASE("nth_square counts through a set") {
    std::mt19937_64 random(2);
    for (int i = 0; i < 2000; ++i) {
        const Bits bits = i == 0 ? ~Bits{0} : random() & (i % 3 ? random() : ~Bits{0});
        int n = 0;
        for (const Square square : squares(bits)) CHECK(nth_square(bits, n++) == square);
        CHECK(n == count(bits));
    }
}

}  // namespace obversi::kernels_test
