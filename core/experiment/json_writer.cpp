// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/json_writer.h"

#include "support/number_text.h"

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
    std::string text = shortestText(value);
    // The shortest text for a float, read as a double and rounded once more, could
    // in principle end beside it; then the double's own digits are written.
    double readBack = 0;
    std::from_chars(text.data(), text.data() + text.size(), readBack);
    if (static_cast<float>(readBack) != value)
        text = shortestText(static_cast<double>(value));
    out += text;
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

} // namespace

void JsonWriter::add(const char* name, const nlohmann::json& value) {
    next(name);
    m_out += value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void JsonWriter::addJson(const char* name, const std::string& json) {
    next(name);
    m_out += json;
}

void JsonWriter::addNumber(const char* name, float value) {
    next(name);
    appendNumber(m_out, value);
}

void JsonWriter::addNumberOrNull(const char* name, std::optional<float> value) {
    if (value)
        addNumber(name, *value);
    else
        add(name, nullptr);
}

void JsonWriter::addSizeOrNull(const char* name, std::optional<Index> size) {
    add(name, size ? nlohmann::json(*size) : nlohmann::json(nullptr));
}

void JsonWriter::addTensor(TensorName name, const Tensor& tensor) {
    next(std::string(snakeCase(name)).c_str());
    appendValues(m_out, tensor, m_indent);
}

void JsonWriter::addIfAny(TensorName name, const std::optional<Tensor>& tensor) {
    if (tensor)
        addTensor(name, *tensor);
}

void JsonWriter::addObject(const char* name, const JsonWriter& object) {
    next(name);
    m_out += object.text();
}

void JsonWriter::addObjects(const char* name, const std::vector<JsonWriter>& objects) {
    next(name);
    m_out += '[';
    for (std::size_t i = 0; i < objects.size(); ++i)
        m_out += (i > 0 ? ",\n" : "\n") + inner() + objects[i].text();
    m_out += "\n" + m_indent + ']';
}

std::string JsonWriter::text() const {
    return "{" + m_out + "\n" + m_indent.substr(0, m_indent.size() - 2) + "}";
}

void JsonWriter::next(const char* name) {
    m_out += (m_out.empty() ? "\n" : ",\n") + m_indent + "\"" + name + "\": ";
}

} // namespace headscope
