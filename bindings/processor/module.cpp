// The extension module obversi._processor: which builds of the core this processor can run. It is
// compiled for every processor of the architecture, because it is loaded before the core is chosen.
#include <Python.h>

#include "bindings/processor/present.hpp"
#include "bindings/processor/variants.hpp"

namespace obversi::processor {
namespace {

#define OBVERSI_NAME(name, ...) name,
constexpr const char* kNames[] = {OBVERSI_FEATURES(OBVERSI_NAME) nullptr};

// A list of names, or nullptr and a Python error.
PyObject* names_of(Features features) {
    PyObject* names = PyList_New(0);
    for (int i = 0; names && kNames[i]; ++i) {
        if (!(features >> i & 1)) continue;
        PyObject* name = PyUnicode_FromString(kNames[i]);
        if (!name || PyList_Append(names, name) < 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

PyObject* variants(PyObject*, PyObject*) {
    const Features here = present();
    PyObject* result = PyList_New(0);
    for (const Variant& variant : kVariants) {
        if (!result) break;
        PyObject* missing = names_of(variant.needs & ~here);
        PyObject* pair = missing ? Py_BuildValue("(sN)", variant.name, missing) : nullptr;
        if (!pair || PyList_Append(result, pair) < 0) Py_CLEAR(result);
        Py_XDECREF(pair);
    }
    return result;
}

PyMethodDef kMethods[] = {
    {"variants", variants, METH_NOARGS,
     "variants() -> list[tuple[str, list[str]]]\n\n"
     "Return the builds of the core, the fastest first, and what this processor lacks for each."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef kModule = {PyModuleDef_HEAD_INIT,
                       "_processor",
                       "Which builds of the core this processor can run.",
                       0,
                       kMethods,
                       nullptr,
                       nullptr,
                       nullptr,
                       nullptr};

}  // namespace
}  // namespace obversi::processor

PyMODINIT_FUNC PyInit__processor() { return PyModuleDef_Init(&obversi::processor::kModule); }
