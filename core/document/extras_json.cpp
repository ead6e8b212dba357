// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/extras_json.h"

#include "document/experiment_json.h"
#include "document/view_json.h"
#include "json/json_reader.h"
#include "source/source_json.h"

namespace headscope {

namespace {

using nlohmann::json;

/// A pin stands in the file without the training that it may have been taken from.
std::string pinText(const Source& source) {
    const auto experiment = source.experiment();
    if (!experiment)
        return sourceToJson(source);
    return experimentToJson(*experiment);
}

constexpr auto pinFields = []<class Fields>(Fields& fields, auto& pin) {
    fields.needed("name", pin.name, Text{1000});
    const bool isExperiment = Fields::reads ? !fields.has("attention") : !!pin.source.experiment();
    const auto sourceOf = [&](const json* object) -> Result<Source> {
        Result<Source> source = isExperiment ? experimentFrom(*object) : sourceFrom(*object);
        return source ? source
                      : makeError(HEADSCOPE_MESSAGE("Message", "in the pinned state “%1”: %2"),
                                  pin.name, source.error().text());
    };
    fields.needed(isExperiment ? "experiment" : "attention", pin.source,
                  As{&pinText, sourceOf, "", AnyJson()});
};

// One more is one in documentMembers(), too.
constexpr auto extrasFields = []<class Fields>(Fields& fields, auto& extras) {
    fields.when(!extras.pins.empty(), "pins", extras.pins,
                List{static_cast<Index>(mostPins), pinFields, nullptr, true});
    if constexpr (Fields::reads) {
        for (std::size_t i = 0; i < extras.pins.size(); ++i)
            extras.pins[i].number = i + 1;
    }
    fields.unlessDefault(
        "profile", extras.profile,
        As{&profileText, &profileFrom, "a text such as \"tokens,masks\"", Text{200}});
    const auto view = viewFields(extras.pins);
    fields.unlessDefault("views", extras.views, List{static_cast<Index>(mostViews), view});
    fields.ifAny("last_view", extras.lastView, view);
};

} // namespace

std::vector<std::string> documentMembers() {
    return {"pins", "profile", "views", "last_view"};
}

void addExtras(JsonWriter& writer, const DocumentExtras& extras) {
    extrasFields(writer, extras);
}

Result<DocumentExtras> extrasFrom(const json& file) {
    std::optional<Error> error;
    JsonReader reader(file, "", error);
    DocumentExtras extras;
    extrasFields(reader, extras);
    return error ? Result<DocumentExtras>(*error) : extras;
}

} // namespace headscope
