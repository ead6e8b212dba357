// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_json.h"

#include "experiment/choice_names.h"
#include "trace/tensor_name.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace headscope {

namespace {

void appendNumber(std::string& out, float value) {
    if (std::isinf(value)) { // a float mask has them, JSON does not
        out += value < 0 ? "\"-inf\"" : "\"inf\"";
        return;
    }
    if (value == 0) { // "-0" would be read as an integer, which has no sign
        out += std::signbit(value) ? "-0.0" : "0";
        return;
    }
    std::array<char, 64> text{};
    char* const begin = text.data();
    char* end = std::to_chars(begin, begin + text.size(), value).ptr;
    // The shortest text for a float, read as a double and rounded once more, could
    // in principle end beside it; then the double's own digits are written.
    double readBack = 0;
    std::from_chars(begin, end, readBack);
    if (static_cast<float>(readBack) != value)
        end = std::to_chars(begin, begin + text.size(), static_cast<double>(value)).ptr;
    out.append(begin, end);
}

void appendValues(std::string& out, const Tensor& tensor, const std::string& indent) {
    if (tensor.rank() == 1) { // one line for each row
        out += '[';
        for (Index i = 0; i < tensor.size(0); ++i) {
            if (i > 0)
                out += ", ";
            appendNumber(out, tensor.data()[i * tensor.stride(0)]);
        }
        out += ']';
        return;
    }
    out += '[';
    for (Index i = 0; i < tensor.size(0); ++i) {
        out += i > 0 ? ",\n" + indent + "  " : "\n" + indent + "  ";
        appendValues(out, tensor.selected(0, i), indent + "  ");
    }
    out += "\n" + indent + "]";
}

/// Members of an object, in the order in which they are added.
class Writer {
public:
    explicit Writer(std::string indent)
        : m_indent(std::move(indent)) {}

    void add(const char* name, const nlohmann::json& value) {
        next(name);
        m_out += value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    void addNumber(const char* name, float value) {
        next(name);
        appendNumber(m_out, value);
    }
    void addTensor(TensorName name, const Tensor& tensor) {
        next(std::string(snakeCase(name)).c_str());
        appendValues(m_out, tensor, m_indent);
    }
    void addIfAny(TensorName name, const std::optional<Tensor>& tensor) {
        if (tensor)
            addTensor(name, *tensor);
    }
    void addObject(const char* name, const Writer& object) {
        next(name);
        m_out += object.text();
    }
    std::string text() const {
        return "{" + m_out + "\n" + m_indent.substr(0, m_indent.size() - 2) + "}";
    }

private:
    void next(const char* name) {
        m_out += (m_out.empty() ? "\n" : ",\n") + m_indent + "\"" + name + "\": ";
    }

    std::string m_indent;
    std::string m_out;
};

const char* kindName(WeightSource::Kind kind) {
    switch (kind) {
    case WeightSource::Kind::Random: return "random";
    case WeightSource::Kind::Identity: return "identity";
    case WeightSource::Kind::File: return "file";
    }
    return "random";
}

nlohmann::json sizeOrNull(std::optional<Index> size) {
    return size ? nlohmann::json(*size) : nlohmann::json(nullptr);
}

Writer configOf(const AttentionConfig& config) {
    Writer writer("    ");
    writer.add("d_model", config.modelDim);
    writer.add("heads", config.heads);
    writer.add("d_k", sizeOrNull(config.keyDim));
    writer.add("d_v", sizeOrNull(config.valueDim));
    if (config.scale)
        writer.addNumber("scale", *config.scale);
    else
        writer.add("scale", nullptr);
    writer.addNumber("dropout", config.dropout);
    writer.add("dropout_seed", config.dropoutSeed);
    writer.add("layout", choiceName(config.layout));
    writer.add("weight_layout", choiceName(config.weightLayout));
    writer.add("fully_masked", choiceName(config.fullyMasked));
    return writer;
}

} // namespace

std::string experimentToJson(const Experiment& experiment) {
    Writer source("    ");
    source.add("kind", kindName(experiment.weightSource.kind));
    source.addNumber("sigma", experiment.weightSource.sigma);

    Writer writer("  ");
    writer.add("format", "headscope-experiment");
    writer.add("version", 2);
    writer.add("example", experiment.example);
    writer.add("tokens", experiment.tokens);
    if (experiment.keyTokens)
        writer.add("key_tokens", *experiment.keyTokens);
    writer.addObject("config", configOf(experiment.config));
    writer.addObject("weight_source", source);
    writer.add("seed", experiment.seed);
    writer.add("causal", experiment.causal);
    writer.add("causal_alignment", choiceName(experiment.causalAlignment));
    writer.add("window", sizeOrNull(experiment.window));
    writer.add("prefix", sizeOrNull(experiment.prefix));
    writer.add("mask_padding", experiment.maskPadding);
    writer.addIfAny(TensorName::MayAttend, experiment.mayAttend);
    writer.addIfAny(TensorName::AdditiveMask, experiment.additiveMask);
    writer.addTensor(TensorName::QueryInput, experiment.queryInput);
    writer.addIfAny(TensorName::KeyInput, experiment.keyInput);
    writer.addIfAny(TensorName::ValueInput, experiment.valueInput);
    const AttentionWeights& weights = experiment.weights;
    writer.addTensor(TensorName::QueryWeight, weights.query);
    writer.addTensor(TensorName::KeyWeight, weights.key);
    writer.addTensor(TensorName::ValueWeight, weights.value);
    writer.addTensor(TensorName::OutputWeight, weights.output);
    writer.addIfAny(TensorName::QueryBias, weights.queryBias);
    writer.addIfAny(TensorName::KeyBias, weights.keyBias);
    writer.addIfAny(TensorName::ValueBias, weights.valueBias);
    writer.addIfAny(TensorName::OutputBias, weights.outputBias);
    return writer.text() + "\n";
}

} // namespace headscope
