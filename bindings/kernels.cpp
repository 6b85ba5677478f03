// Perft, the speed of the kernels, and which of them were compiled in.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "core/board/perft.hpp"
#include "core/bulk/kernel_speeds.hpp"

namespace obversi {

void bind_kernels(nb::module_& module) {
    module.def(
        "perft",
        [](Bits own, Bits opp, int size, int depth) {
            check_position({own, opp}, size);
            check_depth(depth);
            return perft({own, opp}, size, depth);
        },
        nb::arg("own"), nb::arg("opp"), nb::arg("size"), nb::arg("depth"), Release(),
        "Count the lines of play of `depth` plies.");

    nb::class_<KernelSpeed>(module, "KernelSpeed", "The speed of one kernel on this machine.")
        .def_ro("work", &KernelSpeed::work, "What it computes: flips or moves.")
        .def_ro("kernel", &KernelSpeed::kernel, "The kernel's name.")
        .def_ro("chosen", &KernelSpeed::chosen, "Whether the core uses it.")
        .def_ro("nanoseconds", &KernelSpeed::nanoseconds, "Time for one call.");
    module.def("kernel_speeds", &kernel_speeds, Release(),
               "Measure every kernel that was compiled in.");
}

}  // namespace obversi
