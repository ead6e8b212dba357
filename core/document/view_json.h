// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/pin.h"
#include "experiment/edits/fitting.h"
#include "json/json_fields.h"
#include "parameters/scope.h"
#include "run/prepared_view.h"

#include <algorithm>

namespace headscope {

// What somebody looks at, as a member of an experiment's file.

inline constexpr Text viewWord = {64}; ///< of a page, a lesson, an example, a step
inline constexpr Whole viewPlace = {0, ExperimentLimits::elements};
inline constexpr Whole viewHead = {0, ExperimentLimits::heads + 1};

inline constexpr As viewScope{[](const std::string& path) { return path; },
                              [](std::string path) {
                                  return Scope::parse(path) ? std::optional(std::move(path))
                                                            : std::nullopt;
                              },
                              "the path of a block, as \"encoder/0/self_attention\"", Text{200}};

inline constexpr As stageInFile{[](TensorName name) { return std::string(snakeCase(name)); },
                                &tensorNameFrom, "the name of a stage, as \"attention_weights\"",
                                Text{64}};

inline constexpr auto cellFields = [](auto& fields, auto& cell) {
    fields.needed("row", cell.first, viewPlace);
    fields.needed("column", cell.second, viewPlace);
};

inline constexpr auto zoomFields = [](auto& fields, auto& zoom) {
    constexpr Whole end = {1, ExperimentLimits::elements};
    fields.needed("first_row", zoom.firstRow, viewPlace);
    fields.needed("end_row", zoom.endRow, end);
    fields.needed("first_column", zoom.firstColumn, viewPlace);
    fields.needed("end_column", zoom.endColumn, end);
};

/// A pinned state is known by its place in the file's list; a state that no file has is left out.
inline auto sideFields(const std::vector<Pin>& pins) {
    return [&pins](auto& fields, auto& side) {
        const auto keyOf = [](const Pin& pin) {
            return std::string(stateOfPin) + std::to_string(pin.number);
        };
        const auto placeOf = [&](const std::string& state) -> Index {
            return std::ranges::find(pins, state, keyOf) - pins.begin();
        };
        const auto pinAt = [&](Index place) -> std::optional<std::string> {
            const auto i = static_cast<std::size_t>(place);
            return i < pins.size() ? std::optional(keyOf(pins[i])) : std::nullopt;
        };
        const As example{
            [](const std::string& state) { return state.substr(stateOfExample.size()); },
            [](const std::string& id) { return std::optional(std::string(stateOfExample) + id); },
            "", viewWord};
        const As pin{placeOf, pinAt, "the place of a pinned state of this file, from 0",
                     Whole{0, std::ssize(pins)}};
        fields.when(side.state.starts_with(stateOfExample), "example", side.state, example);
        fields.when(pinAt(placeOf(side.state)).has_value(), "pin", side.state, pin);
        fields.ifAny("scope", side.scope, viewScope);
        fields.ifAny("sequence", side.sequence, viewPlace);
        fields.ifAny("head", side.head, viewHead);
    };
}

/// `pins`: those of the file.
inline auto viewFields(const std::vector<Pin>& pins) {
    return [&pins](auto& fields, auto& view) {
        fields.unlessDefault("title", view.title, Text{1000});
        fields.unlessDefault("page", view.page, viewWord);
        fields.ifAny("scope", view.scope, viewScope);
        fields.ifAny("stage", view.stage, stageInFile);
        fields.ifAny("sequence", view.sequence, viewPlace);
        fields.ifAny("head", view.head, viewHead);
        fields.unlessDefault("alone", view.alone);
        fields.ifAny("cell", view.cell, cellFields);
        fields.ifAny("zoom", view.zoom, zoomFields);
        fields.mustBe(!view.zoom || (view.zoom->rows() > 0 && view.zoom->columns() > 0), "zoom",
                      "rows and columns, each ending behind its first one");
        fields.ifAny("compared", view.compared, [&pins](auto& sides, auto& compared) {
            sides.needed("a", compared.a, sideFields(pins));
            sides.needed("b", compared.b, sideFields(pins));
        });
        fields.unlessDefault("lesson", view.lesson, viewWord);
        fields.unlessDefault("question", view.question, Whole{0, 100});
        fields.unlessDefault("hides_answers", view.hidesAnswers);
        fields.unlessDefault("way", view.way, viewWord);
        fields.unlessDefault("wrong", view.wrong);
        fields.unlessDefault("step", view.step, viewWord);
        fields.ifAny("progress", view.progress);
        fields.mustBe(!view.progress || (*view.progress >= 0 && *view.progress <= 1), "progress",
                      "a number from 0 to 1");
    };
}

} // namespace headscope
