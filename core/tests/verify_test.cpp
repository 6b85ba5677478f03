#include "core/verify/verify.hpp"

#include <doctest/doctest.h>

using namespace obversi;

TEST_CASE("verify: the engine and slow code agree on endgames of every kind") {
    for (const Rules rules : {Rules::normal, Rules::reversed}) {
        int told = 0;
        const VerifySettings settings{rules, 60, 1, 2, false};
        const Verified verified = verify(settings, [&](int done) { told = std::max(told, done); });
        for (const Mismatch& mismatch : verified.mismatches) {
            CAPTURE(mismatch.position.own);
            CAPTURE(mismatch.position.opp);
            CAPTURE(mismatch.size);
            CAPTURE(mismatch.check);
            FAIL_CHECK(mismatch.what);
        }
        CHECK(verified.positions == 60);
        CHECK(told == 60);
        CHECK(verified.origins.size() == 4);
        CHECK(verified.checks.at("all on") == 60);
        CHECK(verified.checks.size() == 13);
        CHECK(verified.forced_passes > 0);
        CHECK(verified.passes > 0);
        CHECK(verified.early_ends > 0);
    }
}

TEST_CASE("verify: the endgames depend on the seed, not on the threads") {
    VerifySettings settings{Rules::reversed, 12, 5, 1, false};
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
