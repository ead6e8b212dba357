// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/view_json.h"

#include "experiment/fitting.h"
#include "parameters/scope.h"

#include <algorithm>

namespace headscope {

namespace {

using nlohmann::json;
using Limits = ExperimentLimits;

constexpr std::size_t mostTitleBytes = 1000;
constexpr std::size_t mostWordBytes = 64; ///< of a page, a lesson, an example, a step
constexpr std::size_t mostScopeBytes = 200;
constexpr Index mostQuestions = 100;

/// JsonReader::size() of a member that may be missing.
std::optional<Index> sizeIfAny(JsonReader& reader, const char* name, Index most) {
    return reader.has(name) ? reader.size(name, most, false, 0) : std::nullopt;
}

std::optional<std::string> scopeIfAny(JsonReader& reader, const std::string& path) {
    if (!reader.has("scope"))
        return std::nullopt;
    const std::string scope = reader.text("scope", mostScopeBytes);
    if (!Scope::parse(scope))
        reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), path + "scope",
                              "the path of a block, as \"encoder/0/self_attention\""));
    return scope;
}

JsonWriter sideJson(const ComparedSide& side, const std::vector<Pin>& pins, std::string indent) {
    JsonWriter writer(std::move(indent));
    if (side.state.starts_with(stateOfExample))
        writer.add("example", side.state.substr(stateOfExample.size()));
    const auto pin = std::ranges::find_if(pins, [&](const Pin& each) {
        return side.state == std::string(stateOfPin) + std::to_string(each.number);
    });
    if (pin != pins.end())
        writer.add("pin", pin - pins.begin());
    if (side.scope)
        writer.add("scope", *side.scope);
    if (side.sequence)
        writer.add("sequence", *side.sequence);
    if (side.head)
        writer.add("head", *side.head);
    return writer;
}

ComparedSide sideFrom(const json& object, const std::string& path, std::size_t pins,
                      std::optional<Error>& error) {
    JsonReader reader(object, path, error);
    ComparedSide side;
    if (reader.has("example"))
        side.state = std::string(stateOfExample) + reader.text("example", mostWordBytes);
    if (reader.has("pin")) {
        const auto pin = reader.size("pin", static_cast<Index>(pins) - 1, false, 0);
        side.state = std::string(stateOfPin) + std::to_string(pin.value_or(0) + 1);
    }
    side.scope = scopeIfAny(reader, path);
    side.sequence = sizeIfAny(reader, "sequence", Limits::elements);
    side.head = sizeIfAny(reader, "head", Limits::heads + 1);
    reader.refuseOthers();
    return side;
}

} // namespace

JsonWriter viewJson(const PreparedView& view, const std::vector<Pin>& pins, std::string indent) {
    JsonWriter writer(std::move(indent));
    const auto text = [&writer](const char* name, const std::string& value) {
        if (!value.empty())
            writer.add(name, value);
    };
    text("title", view.title);
    text("page", view.page);
    if (view.scope)
        writer.add("scope", *view.scope);
    if (view.stage)
        writer.add("stage", std::string(snakeCase(*view.stage)));
    if (view.sequence)
        writer.add("sequence", *view.sequence);
    if (view.head)
        writer.add("head", *view.head);
    if (view.alone)
        writer.add("alone", true);
    if (view.cell) {
        JsonWriter cell(writer.inner());
        cell.add("row", view.cell->first);
        cell.add("column", view.cell->second);
        writer.addObject("cell", cell);
    }
    if (view.zoom) {
        JsonWriter zoom(writer.inner());
        zoom.add("first_row", view.zoom->firstRow);
        zoom.add("end_row", view.zoom->endRow);
        zoom.add("first_column", view.zoom->firstColumn);
        zoom.add("end_column", view.zoom->endColumn);
        writer.addObject("zoom", zoom);
    }
    if (view.compared) {
        JsonWriter compared(writer.inner());
        compared.addObject("a", sideJson(view.compared->a, pins, compared.inner()));
        compared.addObject("b", sideJson(view.compared->b, pins, compared.inner()));
        writer.addObject("compared", compared);
    }
    text("lesson", view.lesson);
    if (view.question > 0)
        writer.add("question", view.question);
    if (view.hidesAnswers)
        writer.add("hides_answers", true);
    text("way", view.way);
    if (view.wrong)
        writer.add("wrong", true);
    text("step", view.step);
    if (view.progress)
        writer.addNumber("progress", static_cast<float>(*view.progress));
    return writer;
}

PreparedView viewFrom(const json& object, const std::string& path, std::size_t pins,
                      std::optional<Error>& error) {
    JsonReader reader(object, path, error);
    const auto text = [&reader](const char* name, std::size_t most) {
        return reader.has(name) ? reader.text(name, most) : std::string();
    };
    const auto truth = [&reader](const char* name) {
        return reader.has(name) && reader.boolean(name);
    };
    PreparedView view;
    view.title = text("title", mostTitleBytes);
    view.page = text("page", mostWordBytes);
    view.scope = scopeIfAny(reader, path);
    if (reader.has("stage")) {
        view.stage = tensorNameFrom(reader.text("stage", mostWordBytes));
        if (!view.stage)
            reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), path + "stage",
                                  "the name of a stage, as \"attention_weights\""));
    }
    view.sequence = sizeIfAny(reader, "sequence", Limits::elements);
    view.head = sizeIfAny(reader, "head", Limits::heads + 1);
    view.alone = truth("alone");
    if (reader.has("cell")) {
        JsonReader cell(reader.object("cell"), path + "cell.", error);
        view.cell = {cell.size("row", Limits::elements, false, 0).value_or(0),
                     cell.size("column", Limits::elements, false, 0).value_or(0)};
        cell.refuseOthers();
    }
    if (reader.has("zoom")) {
        JsonReader zoom(reader.object("zoom"), path + "zoom.", error);
        const auto span = [&zoom](const char* name, Index minimum) {
            return zoom.size(name, Limits::elements, false, minimum).value_or(minimum);
        };
        view.zoom = {span("first_row", 0), span("end_row", 1), span("first_column", 0),
                     span("end_column", 1)};
        zoom.refuseOthers();
        if (view.zoom->rows() < 1 || view.zoom->columns() < 1)
            reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), path + "zoom",
                                  "rows and columns, each ending behind its first one"));
    }
    if (reader.has("compared")) {
        const json& sides = reader.object("compared");
        JsonReader compared(sides, path + "compared.", error);
        view.compared.emplace();
        view.compared->a = sideFrom(compared.object("a"), path + "compared.a.", pins, error);
        view.compared->b = sideFrom(compared.object("b"), path + "compared.b.", pins, error);
        compared.refuseOthers();
    }
    view.lesson = text("lesson", mostWordBytes);
    view.question = static_cast<int>(sizeIfAny(reader, "question", mostQuestions).value_or(0));
    view.hidesAnswers = truth("hides_answers");
    view.way = text("way", mostWordBytes);
    view.wrong = truth("wrong");
    view.step = text("step", mostWordBytes);
    if (reader.has("progress")) {
        const std::optional<float> progress = reader.number("progress", false);
        if (progress && (*progress < 0 || *progress > 1))
            reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"),
                                  path + "progress", "a number from 0 to 1"));
        view.progress = progress;
    }
    reader.refuseOthers();
    return view;
}

} // namespace headscope
