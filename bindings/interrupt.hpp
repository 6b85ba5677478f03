// Lets Ctrl-C end a search that runs without the interpreter's lock.
#pragma once

#include <functional>

#include "bindings/bindings.hpp"

namespace obversi {

// For textbook::Watch: raises what a signal has caused, in the main thread; elsewhere nothing.
inline std::function<void()> signals_interrupt() {
    return [] {
        const AcquiredLock lock;
        if (PyErr_CheckSignals() != 0) nb::raise_python_error();
    };
}

}  // namespace obversi
