// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "experiment/edits/edit.h"
#include "forms/form.h"

namespace headscope {

/// That edit, as a form proposes it.
inline Form::Write edit(Edits& edits, Edits::Change change) {
    return [&edits, change = std::move(change)](const EditName& name) {
        return edits.make(name.text, change, name.key);
    };
}

/// A part of the experiment as a field stands for it: `read` gives it of an experiment, a member
/// or a function; `change` gives the experiment with another value.
template <class Read, class Change> auto bound(Edits& edits, Read read, Change change) {
    using T = std::remove_cvref_t<std::invoke_result_t<Read, const Experiment&>>;
    return Binding<T>{[&edits, read] { return std::invoke(read, *edits.now()); },
                      [&edits, change](const T& value, const EditName& name) {
                          return edits.make(
                              name.text, [&](const Experiment& e) { return change(e, value); },
                              name.key);
                      }};
}

/// A member of its attention's configuration, of which `change` gives another one.
template <class T, class Change>
Binding<T> bound(Edits& edits, T AttentionConfig::*member, Change change) {
    return bound(
        edits, [member](const Experiment& e) { return e.config.*member; }, change);
}

/// A member of its model.
template <class T> Binding<T> bound(Edits& edits, T ModelConfig::*member) {
    return bound(
        edits, [member](const Experiment& e) { return e.model.*member; },
        [member](const Experiment& e, const T& value) {
            ModelConfig model = e.model;
            model.*member = value;
            return withModel(e, model);
        });
}

/// The same, where 0 stands for what is automatic.
inline Binding<int> automaticAtZero(const Binding<std::optional<Index>>& size) {
    return {[size] { return static_cast<int>(size.read().value_or(0)); },
            [size](int value, const EditName& name) {
                return size.write(value == 0 ? std::nullopt : std::optional<Index>(value), name);
            }};
}

} // namespace headscope
