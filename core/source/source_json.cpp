// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/source_json.h"

#include "checkpoint/model_source.h"
#include "experiment/beside_json.h"
#include "experiment/experiment_json.h"
#include "experiment/json_guard.h"
#include "experiment/json_reader.h"
#include "experiment/json_writer.h"
#include "experiment/read_choice.h"
#include "formats/base64.h"
#include "formats/tensor_data.h"
#include "source/file_attention.h"

#include <algorithm>
#include <cstdlib>

namespace headscope {

namespace {

using nlohmann::json;

constexpr const char* attentionFormat = "headscope-attention";
constexpr const char* modelFormat = "headscope-model";
constexpr std::size_t longestPath = 4096;
constexpr std::size_t longestText = std::size_t{1} << 24U;
constexpr Index mostSavedWords = 1 << 20;
constexpr std::size_t longestSavedWord = 4096;
constexpr std::size_t longestArrayName = 4096;
constexpr std::size_t longestNumbers = std::size_t{1} << 32U;

JsonWriter arrayJson(const NamedArray& array, std::string indent) {
    JsonWriter writer(std::move(indent));
    writer.add("name", array.name);
    std::vector<Index> shape(array.tensor.shape().begin(), array.tensor.shape().end());
    writer.add("shape", shape);
    std::string buffer;
    const Tensor dense = array.tensor.contiguous();
    writer.add("float32", base64(littleEndianBytes(dense, buffer)));
    return writer;
}

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

void readBesideLater(JsonReader& reader) {
    for (const char* beside : {"pins", "profile", "views", "last_view"}) {
        if (reader.has(beside))
            reader.anything(beside); // read behind all else
    }
    reader.refuseOthers();
}

Result<Source> attentionFromJson(const json& file) {
    FileAttention attention;
    std::optional<Error> error;
    JsonReader reader(file, "", error);
    reader.text("format", 64);
    reader.size("version", 1, false);
    attention.name = reader.text("name", longestArrayName);
    const std::string axes = reader.text("axes", 64);
    attention.axesSaid = reader.boolean("axes_said");
    attention.scores = reader.boolean("scores");
    attention.rawPieces = reader.boolean("raw_pieces");
    if (reader.has("tokens"))
        attention.tokens = reader.wordLists("tokens", mostSavedWords, longestSavedWord);
    if (reader.has("key_tokens"))
        attention.keyTokens = reader.wordLists("key_tokens", mostSavedWords, longestSavedWord);
    if (reader.has("left_out"))
        attention.leftOut = reader.words("left_out", mostSavedWords, longestArrayName);
    for (const json* entry : reader.objectsUpTo("arrays", 10'000)) {
        JsonReader array(*entry, "arrays.", error);
        NamedArray read;
        read.name = array.text("name", longestArrayName);
        const json shape = json::parse(array.anything("shape"), nullptr, false);
        auto tensor = tensorFrom(shape, array.text("float32", longestNumbers));
        array.refuseOthers();
        if (error)
            return *error;
        if (!tensor)
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "arrays.float32",
                             "as many numbers as “shape” says");
        read.tensor = std::move(*tensor);
        attention.arrays.push_back(std::move(read));
    }
    readBesideLater(reader);
    if (error)
        return *error;
    Result<ArrayAxes> read = axesFrom(axes);
    if (!read)
        return read.error();
    attention.axes = std::move(*read);
    for (const NamedArray& array : attention.arrays) {
        if (array.tensor.rank() != attention.axes.size())
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "axes",
                             "one for each axis of the arrays");
    }
    if (const Status fits = checkAttention(attention); !fits)
        return fits.error();
    return Source(std::make_shared<const FileAttention>(std::move(attention)));
}

/// A model stands in its folder; the file says which, and what it reads.
Result<Source> modelFromJson(const json& file) {
    std::optional<Error> error;
    JsonReader reader(file, "", error);
    reader.text("format", 64);
    reader.size("version", 1, false);
    const std::string folder = reader.text("folder", longestPath);
    ModelSource source;
    if (reader.has("revision"))
        reader.text("revision", longestPath); // for people
    if (reader.has("fingerprint"))
        source.saved = reader.text("fingerprint", 64);
    source.text = reader.text("text", longestText);
    source.target = reader.text("target", longestText);
    for (const std::string& head : reader.has("heads_off") ? reader.words("heads_off", 1 << 20, 200)
                                                           : std::vector<std::string>()) {
        const std::optional<HeadPlace> place = HeadPlace::parse(head);
        if (!place)
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "heads_off",
                             "heads such as layers/4/self_attention/2");
        source.off = switched(source.off, {{*place}}, true);
    }
    if (reader.has("off_by"))
        readChoice(reader, "", "off_by", source.off.by);
    for (const std::string& id : reader.has("ids") ? reader.words("ids", 1 << 20, 20)
                                                   : std::vector<std::string>())
        source.ids.push_back(std::strtoll(id.c_str(), nullptr, 10));
    readBesideLater(reader);
    if (error)
        return *error;
    auto model = openModel(folder);
    if (!model)
        return model.error();
    source.model = std::move(*model);
    return Source(std::make_shared<const ModelSource>(std::move(source)));
}

std::string modelToJson(const ModelSource& source, const BesideExperiment& beside) {
    JsonWriter writer("  ");
    writer.add("format", modelFormat);
    writer.add("version", 1);
    const ModelFolder& folder = source.model->checkpoint.folder;
    writer.add("folder", folder.path);
    if (const std::string revision = revisionOf(folder); !revision.empty())
        writer.add("revision", revision);
    writer.add("fingerprint", source.model->fingerprint);
    writer.add("text", source.text);
    writer.add("target", source.target);
    if (source.off.any()) {
        std::vector<std::string> heads;
        for (const HeadPlace& place : source.off.heads)
            heads.push_back(place.path());
        writer.add("heads_off", heads);
    }
    if (source.off.by != OffBy::Zero)
        writer.add("off_by", choiceName(source.off.by));
    if (!source.ids.empty()) {
        std::vector<std::string> ids;
        for (const Index id : source.ids)
            ids.push_back(std::to_string(id));
        writer.add("ids", ids);
    }
    addBeside(writer, beside);
    return writer.text() + "\n";
}

} // namespace

std::string sourceToJson(const Source& source, const BesideExperiment& beside) {
    if (const auto experiment = source.experiment())
        return experimentToJson(*experiment, beside);
    if (const ModelSourcePointer model = source.model())
        return modelToJson(*model, beside);
    const FileAttention& attention = *source.attention();
    JsonWriter writer("  ");
    writer.add("format", attentionFormat);
    writer.add("version", 1);
    writer.add("name", attention.name);
    writer.add("axes", axesText(attention.axes));
    writer.add("axes_said", attention.axesSaid);
    writer.add("scores", attention.scores);
    writer.add("raw_pieces", attention.rawPieces);
    if (!attention.tokens.empty())
        writer.add("tokens", attention.tokens);
    if (attention.keyTokens)
        writer.add("key_tokens", *attention.keyTokens);
    if (!attention.leftOut.empty())
        writer.add("left_out", attention.leftOut);
    std::vector<JsonWriter> arrays;
    for (const NamedArray& array : attention.arrays)
        arrays.push_back(arrayJson(array, writer.inner(2)));
    writer.addObjects("arrays", arrays);
    addBeside(writer, beside);
    return writer.text() + "\n";
}

Result<Source> sourceFromJson(std::string_view text, BesideExperiment* beside) {
    // Parsed twice only where it may be no experiment.
    const bool mayBeOther = text.find(attentionFormat) != text.npos || text.find(modelFormat) != text.npos;
    const Result<json> parsed = mayBeOther ? parseUntrustedJson(text) : Result<json>(json());
    if (!parsed)
        return parsed.error();
    const std::string format = parsed->is_object() && parsed->contains("format") &&
                                       (*parsed)["format"].is_string()
                                   ? (*parsed)["format"].get<std::string>()
                                   : std::string();
    if (format != attentionFormat && format != modelFormat) {
        Result<Experiment> experiment = experimentFromJson(text, beside);
        return experiment ? Result<Source>(Source(std::move(*experiment))) : experiment.error();
    }
    Result<Source> source =
        format == modelFormat ? modelFromJson(*parsed) : attentionFromJson(*parsed);
    if (!source || !beside)
        return source;
    Result<BesideExperiment> read = besideFrom(*parsed);
    if (!read)
        return read.error();
    *beside = std::move(*read);
    return source;
}

} // namespace headscope
