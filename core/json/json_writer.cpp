// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json_writer.h"

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

} // namespace

void JsonWriter::next(std::string_view name) {
    m_out += (m_isFirst ? "\n" : ",\n") + m_indent + '"' + std::string(name) + "\": ";
    m_isFirst = false;
}

void JsonWriter::putPlain(const nlohmann::json& value) {
    m_out += value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void JsonWriter::putNumber(float value) {
    if (m_digits == Digits::OfDouble)
        putPlain(static_cast<double>(value));
    else
        appendNumber(m_out, value);
}

void JsonWriter::putTensor(const Tensor& tensor, const std::string& indent) {
    m_out += '[';
    for (Index i = 0; i < tensor.size(0); ++i) {
        if (tensor.rank() == 1) { // one line for each row
            m_out += i > 0 ? ", " : "";
            appendNumber(m_out, tensor.data()[i * tensor.stride(0)]);
        } else {
            m_out += (i > 0 ? ",\n" : "\n") + indent + "  ";
            putTensor(tensor.selected(0, i), indent + "  ");
        }
    }
    m_out += tensor.rank() == 1 ? "]" : "\n" + indent + ']';
}

void JsonWriter::putObject(const std::function<void()>& putMembers) {
    m_out += '{';
    m_indent += "  ";
    m_isFirst = true;
    putMembers();
    m_indent.resize(m_indent.size() - 2);
    m_isFirst = false;
    m_out += '\n' + m_indent + '}';
}

void JsonWriter::putList(Index count, bool isCompact,
                         const std::function<void(Index)>& putMembers) {
    m_out += '[';
    if (!isCompact)
        m_indent += "  ";
    for (Index i = 0; i < count; ++i) {
        m_out += isCompact ? (i > 0 ? ", " : "") : (i > 0 ? ",\n" : "\n") + m_indent;
        putObject([&] { putMembers(i); });
    }
    if (!isCompact) {
        m_indent.resize(m_indent.size() - 2);
        m_out += '\n' + m_indent;
    }
    m_out += ']';
}

} // namespace headscope
