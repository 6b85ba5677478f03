#include "core/verify/verify.hpp"

#include <doctest/doctest.h>

#include "core/tests/examples.hpp"

namespace obversi::verify_test {

TEST_CASE("verify: the engine and slow code agree on endgames of every kind") {
    const int positions = reference::examples(32, 16);
    for (const Rules rules : {Rules::normal, Rules::reversed}) {
        int reported = 0;
        const VerifySettings settings{rules, positions, 1, 2, false};
        const Verified verified =
            verify(settings, [&](int done) { reported = std::max(reported, done); });
        for (const Mismatch& mismatch : verified.mismatches) {
            CAPTURE(mismatch.position.own);
            CAPTURE(mismatch.position.opp);
            CAPTURE(mismatch.size);
            CAPTURE(mismatch.check);
            FAIL_CHECK(mismatch.what);
        }
        CHECK(verified.positions == positions);
        CHECK(reported == positions);
        CHECK(verified.origins.size() >= reference::examples(4, 3));
        CHECK(verified.checks.at("all on") == positions);
        CHECK(verified.checks.size() == 13);
        CHECK(verified.forced_passes > 0);
        CHECK(verified.passes > 0);
        CHECK(verified.early_ends > reference::examples(0, -1));  // too rare for few positions
    }
}

TEST_CASE("verify: the endgames depend on the seed, not on the threads") {
    VerifySettings settings{Rules::reversed, reference::examples(6, 4), 5, 1, false};
    const Verified one = verify(settings, nullptr);
    settings.threads = 3;
    const Verified three = verify(settings, nullptr);
    settings.seed = 6;
    const Verified other = verify(settings, nullptr);
    CHECK(one.boards == three.boards);
    CHECK(one.origins == three.origins);
    CHECK(one.passes == three.passes);
    CHECK(one.boards != other.boards);
}

}  // namespace obversi::verify_test
