#include "bindings/bindings.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The C++ core of Obversi. Use the names of the package; these are its inside.";
    // Avoids a page of warnings about a board that is still held when the interpreter ends.
    nanobind::set_leak_warnings(false);
    obversi::bind_game(module);
    obversi::bind_batch(module);
    obversi::bind_kernels(module);
    obversi::bind_engine(module);
    obversi::bind_heuristics(module);
    obversi::bind_own_heuristics(module);
    obversi::bind_textbook(module);
    obversi::bind_trace(module);
    obversi::bind_mcts(module);
    obversi::bind_one_direction(module);
    obversi::bind_players(module);
    obversi::bind_weights(module);
    obversi::bind_training(module);
}
