// The parts of the extension module.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/interpreter_lock.hpp"
#include "core/board/rules.hpp"

namespace nb = nanobind;

namespace obversi {

inline Rules rules_of(bool reversed) { return reversed ? Rules::reversed : Rules::normal; }

void bind_game(nb::module_& module);
void bind_batch(nb::module_& module);
void bind_kernels(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_heuristics(nb::module_& module);
void bind_own_heuristics(nb::module_& module);
void bind_textbook(nb::module_& module);
void bind_trace(nb::module_& module);
void bind_mcts(nb::module_& module);
void bind_one_direction(nb::module_& module);
void bind_players(nb::module_& module);
void bind_weights(nb::module_& module);
void bind_training(nb::module_& module);

}  // namespace obversi
