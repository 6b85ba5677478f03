// The interpreter's lock, for threads that may outlive the interpreter.
//
// A program may end while a daemon thread, or a thread of the core, is still at work. Before Python
// 3.14 the interpreter ends such a thread when it next asks for the lock, by pthread_exit, which
// unwinds its stack like an exception. That aborts the whole program if it meets a destructor or a
// `catch (...)`. So a thread that is to be ended sleeps here instead until the process has ended,
// which is what Python does from 3.14 on.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>
#include <type_traits>

namespace obversi {

[[noreturn]] inline void sleep_until_exit() {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls a function of Python's C interface that takes the lock or may run Python code. None of them
// throws, so that only the end of this thread can unwind it. It is noticed by a destructor, because
// it cannot be caught where another exception is being handled; and it is not inlined, lest the
// compiler leave the destructor out where nothing may be thrown.
template <class Call>
[[gnu::noinline]] auto call_python(const Call& call) {
    struct Unwinding {
        bool done = false;
        ~Unwinding() {
            if (!done) sleep_until_exit();
        }
    } unwinding;
    if constexpr (std::is_void_v<decltype(call())>) {
        call();
        unwinding.done = true;
    } else {
        const auto result = call();
        unwinding.done = true;
        return result;
    }
}

// Calls a Python function; PyObject_CallOneArg does the same, but is no part of the stable ABI.
inline PyObject* call_with(PyObject* function, PyObject* argument) {
    PyObject* arguments[] = {nullptr, argument};
    return PyObject_Vectorcall(function, arguments + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET,
                               nullptr);
}

// While this lives, other threads can run Python.
class ReleasedLock {
  public:
    ReleasedLock() : thread_(PyEval_SaveThread()) {}
    ~ReleasedLock() {
        call_python([&] { PyEval_RestoreThread(thread_); });
    }
    ReleasedLock(const ReleasedLock&) = delete;
    ReleasedLock& operator=(const ReleasedLock&) = delete;

  private:
    PyThreadState* thread_;
};

// For functions that may take long.
using Release = nanobind::call_guard<ReleasedLock>;

// For code that runs without the lock, in any thread.
class AcquiredLock {
  public:
    AcquiredLock() : state_(acquire()) {}
    ~AcquiredLock() {
        call_python([&] { PyGILState_Release(state_); });
    }
    AcquiredLock(const AcquiredLock&) = delete;
    AcquiredLock& operator=(const AcquiredLock&) = delete;

    static PyGILState_STATE acquire() {
        // A thread that the interpreter does not know cannot be registered once it has ended.
        if (!PyGILState_GetThisThreadState() && !Py_IsInitialized()) sleep_until_exit();
        return call_python([] { return PyGILState_Ensure(); });
    }

  private:
    PyGILState_STATE state_;
};

}  // namespace obversi
