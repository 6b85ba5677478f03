// What the core uses of the C++20 library, for the older library of Debian's emscripten. The
// compiler includes this file first.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>

#if !defined(__cpp_lib_bit_cast)
namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

}  // namespace std
#endif

#if !defined(__cpp_lib_ranges)
namespace std::ranges {

template <class Range, class Test>
constexpr bool all_of(Range&& range, Test test) {
    return std::all_of(std::begin(range), std::end(range), test);
}

template <class Range, class Out>
constexpr void copy(Range&& range, Out&& out) {
    std::copy(std::begin(range), std::end(range), std::begin(out));
}

template <class Range, class Value>
constexpr auto find(Range&& range, const Value& value) {
    return std::find(std::begin(range), std::end(range), value);
}

template <class Range, class Value, class Member>
constexpr auto find(Range&& range, const Value& value, Member member) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& one) { return one.*member == value; });
}

template <class Range>
constexpr auto max(Range&& range) {
    return *std::max_element(std::begin(range), std::end(range));
}

template <class Range, class Less>
void sort(Range& range, Less less) {
    std::sort(range.begin(), range.end(), less);
}

template <class Range, class Less, class Member>
void stable_sort(Range& range, Less less, Member member) {
    std::stable_sort(range.begin(), range.end(), [&](const auto& one, const auto& two) {
        return less(one.*member, two.*member);
    });
}

}  // namespace std::ranges
#endif
