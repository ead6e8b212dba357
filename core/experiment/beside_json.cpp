// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/beside_json.h"

#include "experiment/experiment_json.h"
#include "experiment/view_json.h"
#include "formats/json_reader.h"
#include "source/source_json.h"

namespace headscope {

namespace {

using nlohmann::json;

/// A pin stands in the file without the training that it may have been taken from.
std::string pinText(const Source& source) {
    const auto experiment = source.experiment();
    if (!experiment)
        return sourceToJson(source);
    Experiment pinned = *experiment;
    pinned.training = {};
    return experimentToJson(pinned);
}

constexpr auto pinFields = []<class Fields>(Fields& fields, auto& pin) {
    fields.needed("name", pin.name, Text{1000});
    const bool isExperiment = Fields::reads ? !fields.has("attention") : !!pin.source.experiment();
    const auto sourceOf = [&](const json* object) -> Result<Source> {
        const auto read = [&]() -> Result<Source> {
            if (!isExperiment)
                return sourceFromJson(object->dump());
            Result<Experiment> experiment = experimentFrom(*object);
            return experiment ? Result<Source>(Source(std::move(*experiment))) : experiment.error();
        };
        Result<Source> source = read();
        return source ? source
                      : makeError(HEADSCOPE_MESSAGE("Message", "in the pinned state “%1”: %2"),
                                  pin.name, source.error().text());
    };
    fields.needed(isExperiment ? "experiment" : "attention", pin.source,
                  As{&pinText, sourceOf, "", AnyJson()});
};

constexpr auto besideFields = []<class Fields>(Fields& fields, auto& beside) {
    fields.when(!beside.pins.empty(), "pins", beside.pins,
                List{static_cast<Index>(mostPins), pinFields, nullptr, true});
    if constexpr (Fields::reads) {
        for (std::size_t i = 0; i < beside.pins.size(); ++i)
            beside.pins[i].number = i + 1;
    }
    fields.unlessDefault(
        "profile", beside.profile,
        As{&profileText, &profileFrom, "a text such as \"tokens,masks\"", Text{200}});
    const auto view = viewFields(beside.pins);
    fields.unlessDefault("views", beside.views, List{static_cast<Index>(mostViews), view});
    fields.ifAny("last_view", beside.lastView, view);
};

} // namespace

std::vector<std::string> documentMembers() {
    return {"pins", "profile", "views", "last_view"};
}

void addBeside(JsonWriter& writer, const BesideExperiment& beside) {
    besideFields(writer, beside);
}

Result<BesideExperiment> besideFrom(const json& file) {
    std::optional<Error> error;
    JsonReader reader(file, "", error);
    BesideExperiment beside;
    besideFields(reader, beside);
    return error ? Result<BesideExperiment>(*error) : beside;
}

} // namespace headscope
