// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/text/latex_text.h"

#include "support/visible_text.h"

#include <array>
#include <utility>

namespace headscope {

namespace {

/// Signs of formulas, by their bytes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> signs = {{
    {"\u2212", "-"},             // −
    {"\u221E", "\\infty "},      // ∞
    {"\u00B7", "\\cdot "},       // ·
    {"\u00F7", "\\div "},        // ÷
    {"\u00D7", "\\times "},      // ×
    {"\u2032", "'"},             // ′
    {"\u2033", "''"},            // ″
    {"\u2193", "\\downarrow "},  // ↓
    {"\u2192", "\\rightarrow "}, // →
}};
constexpr std::string_view rootSign = "\u221A";

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isWide(char c) {
    return (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Where the letter that begins there ends.
std::size_t endOfLetter(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        ++end;
    return end;
}

/// The sign that stands there, or nothing.
const std::pair<std::string_view, std::string_view>* signAt(std::string_view text, std::size_t at) {
    for (const auto& sign : signs) {
        if (text.substr(at).starts_with(sign.first))
            return &sign;
    }
    return nullptr;
}

/// What is under a root: digits, or a letter with its index.
std::size_t endOfRoot(std::string_view text, std::size_t at) {
    while (at < text.size() && (isLetter(text[at]) || (text[at] >= '0' && text[at] <= '9')))
        ++at;
    if (at + 1 < text.size() && text[at] == '_' && text[at + 1] == '{') {
        const std::size_t close = text.find('}', at);
        return close == std::string_view::npos ? text.size() : close + 1;
    }
    return at;
}

std::string wordOfFormula(std::string_view name) {
    if (name == "T") // nothing but the sign of the transposed
        return "\\mathsf{T}";
    if (name.size() == 1)
        return std::string(name);
    if (name == "exp")
        return "\\exp";
    return (name == "softmax" ? "\\operatorname{" : "\\mathrm{") + std::string(name) + '}';
}

} // namespace

std::string latexText(std::string_view raw) {
    const std::string visible = visibleText(raw);
    const std::string_view text = visible;
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = endOfLetter(text, at);
        const char c = text[at];
        if (const auto* sign = signAt(text, at)) {
            result += '$';
            result += sign->second;
            result += '$';
        } else if (text.substr(at).starts_with(rootSign)) {
            result += "$\\surd$";
        } else if (c == '\\') {
            result += "\\textbackslash{}";
        } else if (c == '~') {
            result += "\\textasciitilde{}";
        } else if (c == '^') {
            result += "\\textasciicircum{}";
        } else if (std::string_view("#$%&_{}").find(c) != std::string_view::npos) {
            result += '\\';
            result += c;
        } else if (c == '-' && text.substr(at).starts_with("--")) {
            result += "-{}"; // else two become a dash
        } else if (c == '<' || c == '>' || c == '|' || c == '"') {
            result += c == '<'   ? "\\textless{}"
                      : c == '>' ? "\\textgreater{}"
                      // Straight in every encoding; as a letter it may be a quote or a command.
                      : c == '|' ? "\\textbar{}"
                                 : "\\texttt{\\symbol{34}}";
        } else {
            result += text.substr(at, end - at);
        }
        at = end;
    }
    return result;
}

std::string latexMath(std::string_view markup) {
    std::string result;
    for (std::size_t at = 0; at < markup.size();) {
        const char c = markup[at];
        if (const auto* sign = signAt(markup, at)) {
            result += sign->second;
            at += sign->first.size();
            if (result.ends_with(' ') && at < markup.size() && markup[at] == ' ')
                ++at;
        } else if (markup.substr(at).starts_with(rootSign)) {
            const std::size_t begin = at + rootSign.size();
            at = endOfRoot(markup, begin);
            result += "\\sqrt{" + latexMath(markup.substr(begin, at - begin)) + '}';
        } else if (isLetter(c)) {
            std::size_t end = at;
            while (end < markup.size() && isLetter(markup[end]))
                ++end;
            result += wordOfFormula(markup.substr(at, end - at));
            at = end;
        } else if (isWide(c)) {
            std::size_t end = at;
            while (end < markup.size() && isWide(markup[end]) && !signAt(markup, end))
                end = endOfLetter(markup, end);
            result += "\\text{" + latexText(markup.substr(at, end - at)) + '}';
            at = end;
        } else {
            if (std::string_view("#$%&~\\").find(c) != std::string_view::npos)
                result += "\\text{" + latexText(markup.substr(at, 1)) + '}';
            else
                result += c;
            ++at;
        }
    }
    return result;
}

} // namespace headscope
