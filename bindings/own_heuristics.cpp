// Evaluations that users write: a Python function of a board, or machine code at an address.
#include <nanobind/stl/string.h>

#include <cmath>

#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/finished.hpp"
#include "bindings/raised_error.hpp"
#include "core/board/game.hpp"

namespace obversi {
namespace {

nb::object evaluation_error() {
    return nb::module_::import_("obversi.errors").attr("EvaluationError");
}

std::string plain_name(nb::handle type) { return nb::cast<std::string>(type.attr("__name__")); }

// Which evaluation, and where. The board text can be given to Board.parse; colours are unknown
// here, so that the mover is black on every board that a function sees.
std::string place_of(const std::string& name, const Position& position, int size) {
    std::string text = "evaluation '" + name + "', asked about ";
    for (const Square square : squares(board_mask(size)))
        text += position.own & bit(square) ? 'X' : position.opp & bit(square) ? 'O' : '-';
    return text + " X, ";
}

// The result as its function would write it, if that is short and can be written at all.
std::string shown(nb::handle result) {
    constexpr std::size_t kMost = 60;
    try {
        std::string text = nb::cast<std::string>(nb::repr(result));
        if (text.size() <= kMost) return text;
    } catch (nb::python_error&) {
    }
    return "an object of the type " + plain_name(result.type());
}

std::string no_number(const std::string& place, nb::handle result) {
    return place + "returned " + shown(result) + ": expected a finite number";
}

// The place in a user's file where it was raised.
std::string line_of(const nb::python_error& error) {
    nb::object trace = error.traceback();
    if (!trace.is_valid() || trace.is_none()) return "";
    while (!nb::object(trace.attr("tb_next")).is_none()) trace = trace.attr("tb_next");
    const std::string path =
        nb::cast<std::string>(trace.attr("tb_frame").attr("f_code").attr("co_filename"));
    return " (" + path.substr(path.rfind('/') + 1) + ", line " +
           std::to_string(nb::cast<int>(trace.attr("tb_lineno"))) + ")";
}

// Raises an EvaluationError whose cause is the exception of a user's function. Ctrl-C is not a
// failure of that function: it is passed on unchanged.
[[noreturn]] void raise_from(nb::python_error& error, const std::string& place) {
    if (!error.matches(PyExc_Exception) && !error.matches(PyExc_SystemExit)) throw std::move(error);
    std::string message = place + "raised " + plain_name(error.type());
    try {
        if (const nb::str text(error.value()); nb::len(text) > 0)
            message += std::string(": ") + text.c_str();
    } catch (nb::python_error&) {
        // It cannot be shown; its type says enough.
    }
    message += line_of(error);
    nb::raise_from(error, evaluation_error(), "%s", message.c_str());
}

// For a thread that it does not know, the interpreter makes a record each time the lock is taken,
// which takes longer than most functions. Here the record lives until the thread ends.
class Registered {
  public:
    Registered() { static thread_local const Record record; }

  private:
    class Record {
      public:
        Record() {
            if (PyGILState_GetThisThreadState()) return;
            state_ = AcquiredLock::acquire();
            kept_ = PyEval_SaveThread();
        }
        ~Record() {
            if (!kept_) return;
            call_python([&] {
                PyEval_RestoreThread(kept_);
                PyGILState_Release(state_);
            });
        }

      private:
        PyGILState_STATE state_{};
        PyThreadState* kept_ = nullptr;
    };
};

// A Python function of a board. The interpreter's lock is taken for each call, so that searches
// can let go of it; several threads may call it, one after the other.
class PythonHeuristic : public Heuristic {
  public:
    PythonHeuristic(const GameKind& kind, Finished finished, std::string name, nb::object function,
                    nb::type_object board_type)
        : Heuristic(kind, finished),
          name_(std::move(name)),
          function_(std::move(function)),
          board_type_(std::move(board_type)) {}

    double value(const Position& position) const override {
        const Registered registered;
        const AcquiredLock lock;
        return with_raised_errors(
            [&] { return number(result_of(board_of(position), position), position); });
    }

    bool is_slow() const override { return true; }

    // The interpreter's garbage collector needs this of every object that holds others.
    static int traverse(PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (!nb::inst_ready(self)) return 0;
        const auto* heuristic = nb::inst_ptr<PythonHeuristic>(self);
        Py_VISIT(heuristic->function_.ptr());
        Py_VISIT(heuristic->board_type_.ptr());
        Py_VISIT(heuristic->spare_.ptr());
        return 0;
    }
    static int clear(PyObject* self) {
        auto* heuristic = nb::inst_ptr<PythonHeuristic>(self);
        heuristic->function_.reset();
        heuristic->board_type_.reset();
        heuristic->spare_.reset();
        return 0;
    }

  private:
    nb::object board_of(const Position& position) const {
        Game game(kind().size, kind().rules, position, Color::black);
        if (nb::object board = std::move(spare_); board.is_valid()) {
            *nb::inst_ptr<Game>(board) = std::move(game);
            return board;
        }
        nb::object board = nb::inst_alloc(board_type_);
        new (nb::inst_ptr<Game>(board)) Game(std::move(game));
        nb::inst_mark_ready(board);
        return board;
    }

    nb::object result_of(nb::object board, const Position& position) const {
        const nb::object result =
            nb::steal(call_python([&] { return call_with(function_.ptr(), board.ptr()); }));
        if (!result.is_valid()) {
            nb::python_error error;
            raise_from(error, place(position));
        }
        // A board that the function still holds must not change.
        if (Py_REFCNT(board.ptr()) == 1) spare_ = std::move(board);
        return result;
    }

    double number(const nb::object& result, const Position& position) const {
        const double value = call_python([&] { return PyFloat_AsDouble(result.ptr()); });
        if (value == -1.0 && PyErr_Occurred()) {
            nb::python_error error;
            const std::string message = no_number(place(position), result);
            nb::raise_from(error, evaluation_error(), "%s", message.c_str());
        }
        if (!std::isfinite(value)) throw HeuristicError(no_number(place(position), result));
        return value;
    }

    std::string place(const Position& position) const {
        return place_of(name_, position, kind().size);
    }

    std::string name_;
    nb::object function_;
    nb::object board_type_;
    // The board of an earlier call, if nothing else holds it.
    mutable nb::object spare_;
};

// Machine code that a user compiled. It does not use Python unless it fails, which it reports by a
// value that is not finite. Then the same function is called again from Python, where it can raise
// the reason.
class NativeHeuristic : public Heuristic {
  public:
    using Function = double (*)(Bits own, Bits opp, std::int64_t size, std::int64_t reversed);

    NativeHeuristic(const GameKind& kind, Finished finished, std::string name,
                    std::uintptr_t address, nb::object again)
        : Heuristic(kind, finished),
          name_(std::move(name)),
          function_(reinterpret_cast<Function>(address)),
          again_(std::move(again)) {}

    double value(const Position& position) const override {
        const double value =
            function_(position.own, position.opp, kind().size, kind().rules == Rules::reversed);
        if (!std::isfinite(value)) [[unlikely]]
            fail(position);
        return value;
    }

    static int traverse(PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<NativeHeuristic>(self)->again_.ptr());
        return 0;
    }
    static int clear(PyObject* self) {
        nb::inst_ptr<NativeHeuristic>(self)->again_.reset();
        return 0;
    }

  private:
    [[noreturn]] void fail(const Position& position) const {
        const AcquiredLock lock;
        const std::string place = place_of(name_, position, kind().size);
        with_raised_errors([&] {
            try {
                const bool reversed = kind().rules == Rules::reversed;
                const nb::object result = again_(position.own, position.opp, kind().size, reversed);
                throw HeuristicError(no_number(place, result));
            } catch (nb::python_error& error) {
                raise_from(error, place);
            }
        });
        __builtin_unreachable();
    }

    std::string name_;
    Function function_;
    nb::object again_;
};

using Function = nb::typed<nb::callable, nb::any(...)>;

template <class T>
const PyType_Slot* collectable() {
    static const PyType_Slot slots[] = {
        {Py_tp_traverse, reinterpret_cast<void*>(&T::traverse)},
        {Py_tp_clear, reinterpret_cast<void*>(&T::clear)},
        {0, nullptr},
    };
    return slots;
}

}  // namespace

void bind_own_heuristics(nb::module_& module) {
    nb::class_<PythonHeuristic, Heuristic>(module, "PythonHeuristic",
                                           nb::type_slots(collectable<PythonHeuristic>()),
                                           "An evaluation by a Python function of a board.")
        .def(
            "__init__",
            [](PythonHeuristic* place, int size, bool reversed, const std::string& finished,
               std::string name, Function function, nb::type_object_t<Game> board_type) {
                new (place)
                    PythonHeuristic(checked_kind(size, reversed), finished_of(finished),
                                    std::move(name), std::move(function), std::move(board_type));
            },
            nb::arg("size"), nb::arg("reversed"), nb::arg("finished"), nb::arg("name"),
            nb::arg("function"), nb::arg("board_type"),
            "The function gets a board of the type, on which black is to move.");

    nb::class_<NativeHeuristic, Heuristic>(module, "NativeHeuristic",
                                           nb::type_slots(collectable<NativeHeuristic>()),
                                           "An evaluation by machine code at an address.")
        .def(
            "__init__",
            [](NativeHeuristic* place, int size, bool reversed, const std::string& finished,
               std::string name, std::uintptr_t address, Function again) {
                if (address == 0) reject("there is no machine code at the address 0");
                new (place) NativeHeuristic(checked_kind(size, reversed), finished_of(finished),
                                            std::move(name), address, std::move(again));
            },
            nb::arg("size"), nb::arg("reversed"), nb::arg("finished"), nb::arg("name"),
            nb::arg("address"), nb::arg("again"),
            "At the address is double(uint64 own, uint64 opp, int64 size, int64 reversed). When it "
            "returns no finite number, `again`, with the same arguments, raises why; it keeps the "
            "code alive as well.");
}

}  // namespace obversi
