// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy/npy_literal.h"

#include <charconv>
#include <optional>

namespace headscope {

namespace {

class LiteralParser {
public:
    LiteralParser(std::string_view text, int version, const std::string& name)
        : m_text(text)
        , m_version(version)
        , m_name(name) {}

    Result<NpyLiteral> parse();

private:
    Status parseMember();
    Status parseDescr();
    Status parseFortranOrder();
    Status parseShape();
    Status parseSize();

    void skipSpace() {
        while (m_at < m_text.size() &&
               std::string_view(" \t\r\n\f").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }
    /// Takes `word` where it comes next, after white space.
    bool take(std::string_view word) {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        m_at += word.size();
        return true;
    }
    bool nextIs(char character) {
        skipSpace();
        return m_at < m_text.size() && m_text[m_at] == character;
    }
    std::optional<std::string> takeString();

    Error malformed() const {
        return makeError(HEADSCOPE_MESSAGE("Message", "the header of %1 cannot be understood "
                                                      "at its byte %2"),
                         m_name, m_at);
    }
    Error repeated(const char* key) const {
        return makeError(HEADSCOPE_MESSAGE("Message", "the header of %1 has %2 twice"), m_name,
                         key);
    }

    std::string_view m_text;
    int m_version;
    const std::string& m_name;
    std::size_t m_at = 0;
    NpyLiteral m_literal;
    bool m_hasDescr = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
};

/// A Python string without escapes: no dtype and no key needs one.
std::optional<std::string> LiteralParser::takeString() {
    skipSpace();
    const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
    if (quote != '\'' && quote != '"')
        return std::nullopt;
    const std::size_t end = m_text.find(quote, m_at + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view content = m_text.substr(m_at + 1, end - m_at - 1);
    // Printable ASCII only, also because the text may appear in a message.
    for (const char c : content) {
        if (c < ' ' || c > '~' || c == '\\')
            return std::nullopt;
    }
    m_at = end + 1;
    return std::string(content);
}

Result<NpyLiteral> LiteralParser::parse() {
    if (!take("{"))
        return malformed();
    while (!take("}")) {
        if (const Status member = parseMember(); !member)
            return member.error();
        if (!take(",") && !nextIs('}'))
            return malformed();
    }
    skipSpace();
    if (m_at != m_text.size())
        return malformed();
    const char* missing = !m_hasDescr   ? "descr"
                          : !m_hasOrder ? "fortran_order"
                          : !m_hasShape ? "shape"
                                        : nullptr;
    if (missing)
        return makeError(HEADSCOPE_MESSAGE("Message", "the header of %1 does not say its %2"),
                         m_name, missing);
    return std::move(m_literal);
}

Status LiteralParser::parseMember() {
    const std::optional<std::string> key = takeString();
    if (!key || !take(":"))
        return malformed();
    if (*key == "descr")
        return parseDescr();
    if (*key == "fortran_order")
        return parseFortranOrder();
    if (*key == "shape")
        return parseShape();
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "the header of %1 has an unknown member \"%2\": only "
                                       "descr, fortran_order and shape are allowed"),
                     m_name, *key);
}

Status LiteralParser::parseDescr() {
    if (std::exchange(m_hasDescr, true))
        return repeated("descr");
    if (!nextIs('[') && !nextIs('(')) {
        const std::optional<std::string> descr = takeString();
        if (!descr)
            return malformed();
        m_literal.descr = *descr;
        return Done{};
    }
    // A list of fields. It will be refused for what it is, so only its end matters.
    m_literal.structured = true;
    int depth = 0;
    do {
        if (take("[") || take("("))
            ++depth;
        else if (take("]") || take(")"))
            --depth;
        else if (nextIs('\'') || nextIs('"')) {
            if (!takeString())
                return malformed();
        } else if (m_at < m_text.size())
            ++m_at;
        else
            return malformed();
    } while (depth > 0);
    return Done{};
}

Status LiteralParser::parseFortranOrder() {
    if (std::exchange(m_hasOrder, true))
        return repeated("fortran_order");
    if (take("True"))
        m_literal.fortranOrder = true;
    else if (!take("False"))
        return makeError(HEADSCOPE_MESSAGE("Message", "the fortran_order of %1 is neither True "
                                                      "nor False"),
                         m_name);
    return Done{};
}

Status LiteralParser::parseShape() {
    if (std::exchange(m_hasShape, true))
        return repeated("shape");
    skipSpace();
    const std::size_t start = m_at;
    if (!take("("))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the shape of %1 is not a tuple such as (2, 3)"), m_name);
    bool comma = true;
    while (!take(")")) {
        if (!comma)
            return malformed();
        if (Status size = parseSize(); !size)
            return size;
        comma = take(",");
    }
    // "(5)" is a number in Python, "(5,)" is a tuple.
    if (m_literal.shape.size() == 1 && !comma)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the shape of %1 is not a tuple such as (2, 3)"), m_name);
    m_literal.shapeText = std::string(m_text.substr(start, m_at - start));
    return Done{};
}

Status LiteralParser::parseSize() {
    skipSpace();
    if (nextIs('-'))
        return makeError(HEADSCOPE_MESSAGE("Message", "the shape of %1 has a negative size"),
                         m_name);
    const std::string_view rest = m_text.substr(m_at);
    std::uint64_t size = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    if (parsed.ec == std::errc::result_out_of_range)
        return makeError(HEADSCOPE_MESSAGE("Message", "the shape of %1 has a size beyond 2^64"),
                         m_name);
    if (parsed.ec != std::errc{})
        return malformed();
    m_at += static_cast<std::size_t>(parsed.ptr - rest.data());
    if (m_version < 3 && m_at < m_text.size() && m_text[m_at] == 'L')
        ++m_at;
    if (m_literal.shape.size() == AnnouncedShape::maxRank)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has more than %2 axes"), m_name,
                         AnnouncedShape::maxRank);
    m_literal.shape.push_back(size);
    return Done{};
}

} // namespace

Result<NpyLiteral> parseNpyLiteral(std::string_view text, int version, const std::string& name) {
    return LiteralParser(text, version, name).parse();
}

} // namespace headscope
