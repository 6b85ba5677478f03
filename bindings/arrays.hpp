// NumPy arrays as the core sees them. Functions that run without the interpreter's lock take them
// by reference: a copy would need the lock when it ends.
#pragma once

#include <nanobind/ndarray.h>

#include <span>

#include "bindings/bindings.hpp"

namespace obversi {

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
// A row a position: own discs, the opponent's discs.
template <class T>
using Positions = nb::ndarray<T, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

static_assert(sizeof(Position) == 2 * sizeof(Bits));

template <class T>
std::span<T> span(const Array<T>& array) {
    return {array.data(), array.shape(0)};
}
inline std::span<const Position> span(const Positions<const Bits>& array) {
    return {reinterpret_cast<const Position*>(array.data()), array.shape(0)};
}
inline std::span<Position> span(const Positions<Bits>& array) {
    return {reinterpret_cast<Position*>(array.data()), array.shape(0)};
}

}  // namespace obversi
