// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace headscope {

// A struct says once what it has in a file, in a function that a JsonReader fills it with and a
// JsonWriter writes it with, in this order:
//
//   constexpr auto spanFields = [](auto& fields, auto& span) {
//       fields.needed("first", span.first, Whole{0, 100});
//       fields.unlessDefault("title", span.title, Text{80});
//   };
//
// How a member stands there:
//   needed         always
//   orNull         a std::optional; null where it is nothing
//   ifAny          a std::optional; left out where it is nothing
//   unlessDefault  left out where it is T{}; then reading leaves it as it is
//   when           left out where a condition does not hold; read wherever it stands
// Truth values, numbers (float32, finite), seeds (std::uint64_t) and choices (with ChoiceNames)
// need no rule. Behind every other member stands one of those below, or the fields of the struct
// that it is. mustBe() is for what no rule says; it judges what was read.

/// A whole number; `least` is 0 or 1. Without this rule it is as validate() of its struct has it.
struct Whole {
    Index least = 0;
    Index most = 0;
};

struct Text {
    std::size_t mostBytes = std::string::npos;
};

/// A list of words, none of them empty, or one such list for each sequence, none of them empty
/// either.
struct Words {
    Index most = 0; ///< of one list
    std::size_t mostBytes = 0;
};

/// A tensor as nested arrays, with as many levels as one of `axes` has entries.
struct Numbers {
    std::vector<Axes> axes;
    Index most = 0;
    bool mayBeInfinite = false; ///< "-inf"
};

/// JSON that somebody else writes and judges: its text, or a pointer to what is read.
struct AnyJson {};

/// So many structs at most. With `numbered` the Error about one of them says which, from 1.
template <class Fields> struct List {
    Index most = 0;
    Fields fields;
    Error (*numbered)(std::size_t number, const Error& error) = nullptr;
    bool isCompact = false; ///< each begins in the line where the one before it ends
};
template <class Fields, class... Others> List(Index, Fields, Others...) -> List<Fields>;

/// What a file has in another form. `out` makes that. `in` reads it as a std::optional, nothing
/// where it is not `what`, or as a Result. `form` is the rule of the form, of which AnyJson is read
/// as a pointer where `in` takes one; where it is broken `what` is said, too, unless it is empty.
template <class Out, class In, class Rule> struct As {
    Out out;
    In in;
    const char* what;
    Rule form;
};
template <class Out, class In, class Rule> As(Out, In, const char*, Rule) -> As<Out, In, Rule>;

} // namespace headscope
