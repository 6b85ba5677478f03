// The parts of the extension module.
#pragma once

#include <nanobind/nanobind.h>

#include "core/board/rules.hpp"

namespace nb = nanobind;

namespace obversi {

inline Rules rules_of(bool reversed) { return reversed ? Rules::reversed : Rules::normal; }

void bind_game(nb::module_& module);
void bind_batch(nb::module_& module);
void bind_kernels(nb::module_& module);
void bind_engine(nb::module_& module);

}  // namespace obversi
