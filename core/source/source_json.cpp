// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/source_json.h"

#include "checkpoint/model_source.h"
#include "document/experiment_json.h"
#include "document/extras_json.h"
#include "experiment/choice_names.h"
#include "formats/base64.h"
#include "formats/tensor_data.h"
#include "json/json_guard.h"
#include "json/json_reader.h"
#include "json/json_writer.h"
#include "source/file_attention.h"

#include <algorithm>
#include <cstdlib>

namespace headscope {

namespace {

using nlohmann::json;

constexpr const char* attentionFormat = "headscope-attention";
constexpr const char* modelFormat = "headscope-model";
constexpr Text longestPath = {4096};
constexpr Text longestText = {std::size_t{1} << 24U};
constexpr Text longestName = {4096}; ///< of an array
constexpr Index mostSavedWords = 1 << 20;
constexpr std::size_t longestSavedWord = 4096;
constexpr std::size_t longestNumbers = std::size_t{1} << 32U;

/// Nothing where shape and numbers do not agree.
std::optional<Tensor> tensorFrom(const json& shape, const std::string& numbers) {
    TensorData data;
    if (!shape.is_array() || shape.size() < 2 || shape.size() > 5)
        return std::nullopt;
    for (const json& size : shape) {
        if (!size.is_number_unsigned())
            return std::nullopt;
        data.shape.push_back(size.get<std::uint64_t>());
    }
    std::uint64_t count = 0;
    const std::optional<std::string> bytes = fromBase64(numbers);
    if (!bytes || !checkedByteCount(data.shape, ElementType::Float32, count) ||
        count != bytes->size() || count == 0)
        return std::nullopt;
    Result<Tensor> tensor = readTensorData(MemorySource(*bytes, "attention"), data, "attention");
    return tensor ? std::optional(std::move(*tensor)) : std::nullopt;
}

std::string shapeText(const Tensor& tensor) {
    return json(std::vector<Index>(tensor.shape().begin(), tensor.shape().end())).dump();
}

std::string numbersText(const Tensor& tensor) {
    std::string buffer;
    return base64(littleEndianBytes(tensor.contiguous(), buffer));
}

constexpr auto arrayFields = [](auto& fields, auto& array) {
    const json* shape = nullptr;
    const As sizes{&shapeText,
                   [&shape](const json* found) {
                       shape = found;
                       return std::optional(Tensor()); // until its numbers are there
                   },
                   "", AnyJson()};
    const As numbers{&numbersText,
                     [&shape](const std::string& found) { return tensorFrom(*shape, found); },
                     "as many numbers as “shape” says", Text{longestNumbers}};
    fields.needed("name", array.name, longestName);
    fields.needed("shape", array.tensor, sizes);
    fields.needed("float32", array.tensor, numbers);
};

constexpr auto attentionFields = [](auto& fields, auto& attention) {
    constexpr Words words = {mostSavedWords, longestSavedWord};
    std::string format = attentionFormat;
    Index version = 1;
    fields.needed("format", format, Text{64});
    fields.needed("version", version, Whole{1, 1});
    fields.needed("name", attention.name, longestName);
    const As axes{[](const ArrayAxes& list) { return axesText(list); }, &axesFrom, "", Text{64}};
    fields.needed("axes", attention.axes, axes);
    fields.needed("axes_said", attention.axesSaid);
    fields.needed("scores", attention.scores);
    fields.needed("raw_pieces", attention.rawPieces);
    fields.unlessDefault("tokens", attention.tokens, words);
    fields.ifAny("key_tokens", attention.keyTokens, words);
    fields.unlessDefault("left_out", attention.leftOut,
                         Words{mostSavedWords, longestName.mostBytes});
    fields.needed("arrays", attention.arrays, List{Index{10'000}, arrayFields});
};

/// A model stands in its folder; the file says which, and what it reads.
struct SavedModel {
    std::string folder;
    std::string revision; ///< for people
    ModelSource source;   ///< without the model
};

constexpr As headsText{[](const HeadsOff& off) {
                           TokenList paths;
                           for (const HeadPlace& head : off.heads)
                               paths.push_back(head.path());
                           return paths;
                       },
                       [](const TokenList& paths) -> std::optional<HeadsOff> {
                           HeadsOff off;
                           for (const std::string& path : paths) {
                               const std::optional<HeadPlace> place = HeadPlace::parse(path);
                               if (!place)
                                   return std::nullopt;
                               off = switched(off, {{*place}}, true);
                           }
                           return off;
                       },
                       "heads such as layers/4/self_attention/2", Words{1 << 20, 200}};

constexpr As idsText{[](const std::vector<Index>& ids) {
                         TokenList texts;
                         for (const Index id : ids)
                             texts.push_back(std::to_string(id));
                         return texts;
                     },
                     [](const TokenList& texts) {
                         std::vector<Index> ids;
                         for (const std::string& text : texts)
                             ids.push_back(std::strtoll(text.c_str(), nullptr, 10));
                         return std::optional(std::move(ids));
                     },
                     "", Words{1 << 20, 20}};

constexpr auto savedModelFields = [](auto& fields, auto& saved) {
    auto& source = saved.source;
    std::string format = modelFormat;
    Index version = 1;
    fields.needed("format", format, Text{64});
    fields.needed("version", version, Whole{1, 1});
    fields.needed("folder", saved.folder, longestPath);
    fields.unlessDefault("revision", saved.revision, longestPath);
    fields.when(true, "fingerprint", source.saved, Text{64}); // the first files had none
    fields.needed("text", source.text, longestText);
    fields.needed("target", source.target, longestText);
    fields.when(source.off.any(), "heads_off", source.off, headsText);
    fields.unlessDefault("off_by", source.off.by);
    fields.unlessDefault("ids", source.ids, idsText);
};

/// All members but those that extrasFrom() reads.
template <class Fields, class T>
std::optional<Error> readAll(const json& file, const Fields& fields, T& value) {
    std::optional<Error> error;
    JsonReader reader(file, "", error);
    fields(reader, value);
    reader.leave(documentMembers());
    reader.refuseOthers();
    return error;
}

template <class Fields, class T>
std::string fileText(const Fields& fields, const T& value, const DocumentExtras& extras) {
    JsonWriter writer;
    fields(writer, value);
    addExtras(writer, extras);
    return writer.text() + "\n";
}

Result<Source> attentionFromJson(const json& file) {
    FileAttention attention;
    if (const std::optional<Error> error = readAll(file, attentionFields, attention))
        return *error;
    for (const NamedArray& array : attention.arrays) {
        if (array.tensor.rank() != attention.axes.size())
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "axes",
                             "one for each axis of the arrays");
    }
    if (const Status fits = checkAttention(attention); !fits)
        return fits.error();
    return Source(std::make_shared<const FileAttention>(std::move(attention)));
}

Result<Source> modelFromJson(const json& file) {
    SavedModel saved;
    if (const std::optional<Error> error = readAll(file, savedModelFields, saved))
        return *error;
    auto model = openModel(saved.folder);
    if (!model)
        return model.error();
    saved.source.model = std::move(*model);
    return Source(std::make_shared<const ModelSource>(std::move(saved.source)));
}

} // namespace

std::string sourceToJson(const Source& source, const DocumentExtras& extras) {
    if (const auto experiment = source.experiment())
        return experimentToJson(*experiment, extras, source.training());
    if (const ModelSourcePointer model = source.model()) {
        const ModelFolder& folder = model->model->checkpoint.folder;
        SavedModel saved = {folder.path, revisionOf(folder), *model};
        saved.source.saved = model->model->fingerprint;
        return fileText(savedModelFields, saved, extras);
    }
    return fileText(attentionFields, *source.attention(), extras);
}

Result<Source> sourceFrom(const json& file) {
    const json format = file.is_object() ? file.value("format", json()) : json();
    if (format == modelFormat)
        return modelFromJson(file);
    if (format == attentionFormat)
        return attentionFromJson(file);
    return experimentFrom(file, documentMembers());
}

Result<Source> sourceFromJson(std::string_view text, DocumentExtras* extras) {
    const Result<json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return parsed.error();
    return withExtras(sourceFrom(*parsed), *parsed, extras);
}

} // namespace headscope
