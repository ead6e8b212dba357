// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_text.h"

namespace headscope {

namespace {

Error unreadable(std::string_view rest) {
    // Cut between two characters of UTF-8, not inside of one.
    std::size_t end = std::min<std::size_t>(rest.size(), 60);
    while (end > 0 && end < rest.size() && (static_cast<unsigned char>(rest[end]) & 0xC0U) == 0x80U)
        --end;
    return makeError(HEADSCOPE_MESSAGE("Message", "the text of the lesson cannot be read from "
                                                  "“%1” on"),
                     rest.substr(0, end));
}

/// What stands in braces: "w:3", "query:q".
Result<TextPiece> boundPiece(std::string_view inner) {
    TextPiece piece;
    piece.kind = TextPiece::Kind::Number;
    if (inner.starts_with("query:")) {
        piece.kind = TextPiece::Kind::Query;
        inner.remove_prefix(6);
    } else if (inner.starts_with("key:")) {
        piece.kind = TextPiece::Kind::Key;
        inner.remove_prefix(4);
    } else if (inner.starts_with("token:")) {
        piece.kind = TextPiece::Kind::Token;
        inner.remove_prefix(6);
    } else if (inner.size() > 2 && inner[inner.size() - 2] == ':' && inner.back() >= '0' &&
               inner.back() <= '6') {
        piece.decimals = inner.back() - '0';
        inner.remove_suffix(2);
    }
    Result<Expression> expression = Expression::parse(inner);
    if (!expression)
        return expression.error();
    piece.expression = std::move(*expression);
    return piece;
}

} // namespace

Result<TextPieces> parseLessonText(std::string_view text) {
    TextPieces pieces;
    std::string words;
    bool open = false;     // a mark has begun, …
    std::size_t begun = 0; // … here
    const auto flush = [&] {
        if (!words.empty())
            pieces.push_back({TextPiece::Kind::Words, std::exchange(words, {}), {}, -1});
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '{') {
            const std::size_t end = text.find('}', i);
            if (end == std::string_view::npos)
                return unreadable(text.substr(i));
            const std::string_view inner = text.substr(i + 1, end - i - 1);
            if (i > 0 && (text[i - 1] == '_' || text[i - 1] == '^')) { // a subscript
                words += text.substr(i, end - i + 1);
            } else {
                flush();
                Result<TextPiece> piece = boundPiece(inner);
                if (!piece)
                    return piece.error();
                pieces.push_back(std::move(*piece));
            }
            i = end;
        } else if (c == '[') {
            if (open)
                return unreadable(text.substr(i));
            flush();
            open = true;
            begun = pieces.size();
            pieces.push_back({TextPiece::Kind::MarkBegin, {}, {}, -1});
        } else if (c == ']') {
            const std::size_t end = text.find(')', i);
            if (!open || i + 1 >= text.size() || text[i + 1] != '(' ||
                end == std::string_view::npos)
                return unreadable(text.substr(i));
            flush();
            pieces[begun].words = std::string(text.substr(i + 2, end - i - 2));
            pieces.push_back({TextPiece::Kind::MarkEnd, {}, {}, -1});
            open = false;
            i = end;
        } else {
            words += c;
        }
    }
    if (open)
        return unreadable(text);
    flush();
    return pieces;
}

} // namespace headscope
