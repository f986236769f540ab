// The common parts of the files of the Python module: arrays of numpy, and checks of arguments that come from Python.
//
// README.md documents the module. A check that fails throws std::invalid_argument, which is a ValueError in Python. All arguments are
// checked before memory is allocated for them.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "value.hpp"

namespace guesstree {

namespace nb = nanobind;
using namespace nb::literals;

template <class T, int Dim>
using Array = nb::ndarray<const T, nb::ndim<Dim>, nb::c_contig, nb::device::cpu>;
template <class T>
auto numpy(std::vector<T> data, std::initializer_list<size_t> shape) {
    auto* kept = new std::vector<T>(std::move(data));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

// Types of results; the stub names them as in interface.py.
#define GUESSTREE_RESULT(Result, Base, is_base)                                   \
    class Result : public nb::Base {                                              \
        NB_OBJECT(Result, nb::Base, "treegen.native.interface." #Result, is_base) \
        Result(const nb::Base& of) : nb::Base(of) {}                              \
    };
GUESSTREE_RESULT(RunResult, dict, PyDict_Check)
GUESSTREE_RESULT(SearchState, dict, PyDict_Check)
GUESSTREE_RESULT(TreeColumns, tuple, PyTuple_Check)

inline TreeColumns columns_of(TreeNodes tree) {
    const size_t n = tree.guess.size();
    return nb::make_tuple(numpy(std::move(tree.guess), {n}), numpy(std::move(tree.wins), {n}), numpy(std::move(tree.parent), {n}),
                          numpy(std::move(tree.feedback), {n}));
}

inline void check(bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
}

// A table of feedbacks, whose entries have one byte or two.
using Entries = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

inline bool is_wide(const Entries& table) {
    return table.dtype() == nb::dtype<uint16_t>();
}

// Returns the result of f(pointer to the entries).
template <class F>
auto read(const Entries& table, const F& f) {
    return is_wide(table) ? f(static_cast<const uint16_t*>(table.data())) : f(static_cast<const uint8_t*>(table.data()));
}

// Checks a table. An empty array, of shape (n, 0), takes no memory for any n, but the core would allocate memory for n guesses.
inline void check_table(const Entries& table) {
    if (!is_wide(table) && table.dtype() != nb::dtype<uint8_t>()) throw nb::type_error("a table is an array of uint8 or uint16");
    check(table.shape(0) >= 1 && table.shape(1) >= 1, "a table has at least one guess and one secret");
    check(table.shape(0) <= INT32_MAX && table.shape(1) <= INT32_MAX, "a table has fewer than 2^31 guesses and secrets");
}

// These functions add what needs no search (bindings_kernels.cpp): bind_greedy() the classes for greedy trees, bind_kernels() the rest.
void bind_greedy(nb::module_& m);
void bind_kernels(nb::module_& m);

}  // namespace guesstree
