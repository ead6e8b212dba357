// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/pattern.h"

#include "characters/later_characters.h"
#include "support/utf8.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <array>
#include <charconv>

namespace headscope {

namespace {

// A pattern of a tokenizer that exists takes some hundred steps for a match. These many take less
// than a second, and hold however the text looks that somebody types.
constexpr std::uint32_t mostMatchSteps = 5'000'000;
constexpr std::uint32_t mostMatchKilobytes = 65536;

struct MatchDataFree {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
    void operator()(pcre2_compile_context* context) const { pcre2_compile_context_free(context); }
};

Error notUnderstood(std::string_view expression, std::string_view part) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the pattern “%1” uses “%2”, which would mean "
                                                  "something else here than in the library that "
                                                  "the tokenizer was made with"),
                     expression, part);
}

std::string escapedPoint(std::uint32_t code) {
    std::array<char, 8> digits = {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), code, 16).ptr;
    return "\\x{" + std::string(digits.data(), end) + '}';
}

/// What a class needs beside \p{category}, for the characters that PCRE2 has no category for.
std::string laterOf(std::string_view category) {
    std::string result;
    for (const auto& range : characters::laterCharacters()) {
        if (range.category.starts_with(category))
            result += escapedPoint(range.first) + '-' + escapedPoint(range.last);
    }
    return result;
}

/// The characters of no such category, as what a class writes: it cannot be without something.
std::string allBut(std::string_view category) {
    icu::UnicodeSet others;
    UErrorCode status = U_ZERO_ERROR;
    others.applyPropertyAlias(u"gc", icu::UnicodeString::fromUTF8(std::string(category)), status);
    if (U_FAILURE(status)) // which PCRE2 says in its own words
        return "\\P{" + std::string(category) + '}';
    for (const auto& range : characters::laterCharacters()) {
        if (range.category.starts_with(category))
            others.add(static_cast<UChar32>(range.first), static_cast<UChar32>(range.last));
    }
    others.complement();
    others.remove(0xD800, 0xDFFF); // no text holds them
    std::string result;
    for (std::int32_t i = 0; i < others.getRangeCount(); ++i)
        result += escapedPoint(static_cast<std::uint32_t>(others.getRangeStart(i))) + '-' +
                  escapedPoint(static_cast<std::uint32_t>(others.getRangeEnd(i)));
    return result;
}

/// The category that \p, \P or \d at the front of `rest` asks for, and the length of what asks.
struct Asked {
    std::string_view category; ///< "N", "Nd"; empty where it is none, as in \p{Han}
    std::size_t length = 2;
    bool negated = false;
};

Asked categoryIn(std::string_view rest) {
    Asked asked;
    asked.negated = rest[1] == 'P' || rest[1] == 'D';
    if (rest[1] == 'd' || rest[1] == 'D') {
        asked.category = "Nd";
    } else if (rest.size() > 2 && rest[2] == '{') {
        const std::size_t end = rest.find('}');
        std::string_view name = rest.substr(3, end == rest.npos ? end : end - 3);
        if (name.starts_with('^')) {
            asked.negated = !asked.negated;
            name.remove_prefix(1);
        }
        if (end != rest.npos && name.size() <= 2)
            asked = {name, end + 1, asked.negated};
    }
    return asked;
}

/// An expression of Oniguruma as PCRE2 writes the same. PCRE2's \s holds U+180E, which is no white
/// space of Unicode any more; its \w holds no marks and no circled letters,
/// but fractions, of which Oniguruma takes those of Latin-1 alone. (?m) lets "." match the
/// end of a line, which is (?s) there.
Result<std::string> rewritten(std::string_view expression) {
    const std::string word = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\xb2\\xb3\\xb9\\xbc-\\xbe" +
                             laterOf("L") + laterOf("M") + laterOf("Nd");
    std::string result;
    bool inClass = false;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char c = expression[i];
        const std::string_view rest = expression.substr(i);
        if (c == '\\' && rest.size() > 1) {
            const char escaped = rest[1];
            ++i;
            if (escaped == 's') {
                result += "\\p{White_Space}";
            } else if (escaped == 'S') {
                result += "\\P{White_Space}";
            } else if (escaped == 'w') {
                result += inClass ? word : '[' + word + ']';
            } else if (escaped == 'W' && !inClass) {
                result += "[^" + word + ']';
            } else if ((escaped == 'p' || escaped == 'P') && rest.substr(2, 1) != "{") {
                result += escaped; // Oniguruma knows no \pN, which is "pN" there
            } else if (std::string_view("pPdD").find(escaped) != std::string_view::npos) {
                const Asked asked = categoryIn(rest);
                const std::string later = asked.category.empty() ? "" : laterOf(asked.category);
                const std::string all = "\\p{" + std::string(asked.category) + '}' + later;
                if (later.empty())
                    result += rest.substr(0, asked.length);
                else if (inClass && asked.negated)
                    result += allBut(asked.category);
                else
                    result += inClass ? all : (asked.negated ? "[^" : "[") + all + ']';
                i += asked.length - 2;
            } else if (escaped == 'h') {
                result += inClass ? "0-9A-Fa-f" : "[0-9A-Fa-f]";
            } else if (escaped == 'v') {
                result += "\\x0b";
            } else if (escaped == 'u' && rest.size() >= 6) {
                result += "\\x{" + std::string(rest.substr(2, 4)) + '}';
                i += 4;
            } else if (std::string_view("WHQECKNORXy").find(escaped) != std::string_view::npos) {
                return notUnderstood(expression, rest.substr(0, 2));
            } else {
                result += rest.substr(0, 2);
            }
            continue;
        }
        if (inClass) {
            if (rest.starts_with("[:")) {
                const std::size_t end = rest.find(":]");
                if (end == rest.npos)
                    return notUnderstood(expression, "[:");
                result += rest.substr(0, end + 2);
                i += end + 1;
                continue;
            }
            if (c == '[' || rest.starts_with("&&"))
                return notUnderstood(expression, rest.substr(0, c == '[' ? 1 : 2));
            inClass = c != ']';
        } else if (c == '[') {
            inClass = true;
            result += c;
            if (rest.size() > 1 && rest[1] == '^') {
                result += '^';
                ++i;
            }
            if (i + 1 < expression.size() && expression[i + 1] == ']') {
                result += "\\]";
                ++i;
            }
            continue;
        } else if (rest.starts_with("(*")) {
            return notUnderstood(expression, "(*");
        } else if (rest.starts_with("(?C")) {
            return notUnderstood(expression, "(?C");
        } else if (rest.starts_with("(?")) {
            const std::size_t end = rest.find_first_not_of("imx-", 2);
            if (end != rest.npos && end > 2 && (rest[end] == ':' || rest[end] == ')')) {
                for (const char flag : rest.substr(0, end))
                    result += flag == 'm' ? 's' : flag;
                i += end - 1;
                continue;
            }
        }
        result += c;
    }
    return result;
}

std::string messageOf(int code) {
    PCRE2_UCHAR text[256] = {};
    pcre2_get_error_message(code, text, sizeof text);
    return reinterpret_cast<const char*>(text);
}

} // namespace

struct Pattern::Expression {
    std::string source;
    pcre2_code* code = nullptr;

    Expression() = default;
    Expression(const Expression&) = delete;
    Expression& operator=(const Expression&) = delete;
    ~Expression() { pcre2_code_free(code); }
};

Pattern Pattern::ofText(std::string text) {
    Pattern pattern;
    pattern.m_text = std::move(text);
    return pattern;
}

Result<Pattern> Pattern::ofExpression(std::string_view expression) {
    const Result<std::string> source = rewritten(expression);
    if (!source)
        return source.error();
    auto made = std::make_shared<Expression>();
    made->source = expression;
    const std::unique_ptr<pcre2_compile_context, MatchDataFree> context(
        pcre2_compile_context_create(nullptr));
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int code = 0;
    PCRE2_SIZE place = 0;
    made->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(source->data()), source->size(),
                               PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C,
                               &code, &place, context.get());
    if (!made->code)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” is no pattern that is understood here: "
                                                      "%2"),
                         expression, messageOf(code));
    // Where the system lets nobody write code the interpreter does it.
    pcre2_jit_compile(made->code, PCRE2_JIT_COMPLETE);
    Pattern pattern;
    pattern.m_expression = std::move(made);
    return pattern;
}

Result<std::vector<Pattern::Match>> Pattern::matches(std::string_view text) const {
    std::vector<Match> found;
    if (!m_expression) {
        for (std::size_t at = 0; !m_text.empty() && (at = text.find(m_text, at)) != text.npos;) {
            found.push_back({at, at + m_text.size()});
            at += m_text.size();
        }
        return found;
    }
    const std::unique_ptr<pcre2_match_data, MatchDataFree> data(
        pcre2_match_data_create(1, nullptr));
    const std::unique_ptr<pcre2_match_context, MatchDataFree> context(
        pcre2_match_context_create(nullptr));
    if (!data || !context)
        throw std::bad_alloc();
    pcre2_set_match_limit(context.get(), mostMatchSteps);
    pcre2_set_depth_limit(context.get(), mostMatchSteps);
    pcre2_set_heap_limit(context.get(), mostMatchKilobytes);
    const auto subject = reinterpret_cast<PCRE2_SPTR>(text.data());
    std::size_t at = 0;
    std::size_t lastEnd = text.npos;
    while (at <= text.size()) {
        // What is no UTF-8 is found at the first call.
        const std::uint32_t unchecked = at > 0 ? PCRE2_NO_UTF_CHECK : 0;
        int code = pcre2_match(m_expression->code, subject, text.size(), at, unchecked, data.get(),
                               context.get());
        if (code == PCRE2_ERROR_JIT_STACKLIMIT)
            code = pcre2_match(m_expression->code, subject, text.size(), at,
                               unchecked | PCRE2_NO_JIT, data.get(), context.get());
        if (code == PCRE2_ERROR_NOMATCH)
            break;
        if (code < 0)
            return makeError(HEADSCOPE_MESSAGE("Message", "the pattern “%1” of the tokenizer takes "
                                                          "too long for this text (%2)"),
                             m_expression->source, messageOf(code));
        const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(data.get());
        // Where a lookahead with \K would end before it begins (10.38 and later refuse it).
        if (bounds[0] < at || bounds[1] < bounds[0])
            break;
        const bool isEmpty = bounds[0] == bounds[1];
        if (!isEmpty || bounds[0] != lastEnd)
            found.push_back({bounds[0], bounds[1]});
        lastEnd = bounds[1];
        at = bounds[1];
        if (isEmpty)
            at += at < text.size() ? std::max<std::size_t>(1, firstCharacter(text.substr(at)).bytes)
                                   : 1;
    }
    return found;
}

} // namespace headscope
