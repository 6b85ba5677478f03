// What Python code has raised, on its way through threads that do not hold the interpreter's lock.
//
// nb::python_error takes the lock in its destructor, in a way that aborts the program when the
// interpreter has ended meanwhile.
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include "bindings/bindings.hpp"

namespace obversi {

class RaisedError : public std::exception {
  public:
    explicit RaisedError(nb::python_error&& error)
        : error_(new nb::python_error(std::move(error)), [](nb::python_error* held) {
              const AcquiredLock lock;
              delete held;
          }) {}

    const char* what() const noexcept override { return "an error was raised in Python"; }
    nb::python_error& error() const { return *error_; }

  private:
    std::shared_ptr<nb::python_error> error_;
};

// Calls, with the lock, a function that may throw nb::python_error.
template <class Call>
auto with_raised_errors(const Call& call) {
    try {
        return call();
    } catch (nb::python_error& error) {
        throw RaisedError(std::move(error));
    }
}

}  // namespace obversi
