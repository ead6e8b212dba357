// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/array_file.h"
#include "support/utf8.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace headscope {

namespace {

using TableRow = std::vector<std::string>;

constexpr std::size_t mostCells = std::size_t{1} << 26U;

/// A row of a table with its quotes taken off; moves `text` behind it.
TableRow takeRow(std::string_view& text, char separator) {
    TableRow row(1);
    bool quoted = false;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
        const char letter = text[i];
        if (quoted) {
            if (letter != '"')
                row.back() += letter;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                row.back() += text[i++];
            else
                quoted = false;
        } else if (letter == '"' && row.back().empty()) {
            quoted = true;
        } else if (letter == separator) {
            row.emplace_back();
        } else if (letter == '\n') {
            break;
        } else if (letter != '\r') {
            row.back() += letter;
        }
    }
    text.remove_prefix(std::min(i + 1, text.size()));
    return row;
}

std::optional<float> numberOfCell(std::string_view text) {
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty())
        return std::nullopt;
    if (text == "nan" || text == "NaN" || text == "NA")
        return std::numeric_limits<float>::quiet_NaN();
    double number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || code == std::errc::invalid_argument)
        return std::nullopt;
    constexpr double largest = std::numeric_limits<float>::max();
    if (code != std::errc() || number > largest || number < -largest)
        return number < 0 ? -std::numeric_limits<float>::infinity()
                          : std::numeric_limits<float>::infinity();
    return static_cast<float>(number);
}

bool areNumbers(std::span<const std::string> cells) {
    return std::ranges::all_of(
        cells, [](const std::string& cell) { return numberOfCell(cell).has_value(); });
}

} // namespace

Result<ArrayFile> readTableArrays(const ByteSource& source) {
    std::string content(source.size(), '\0');
    if (const Status read = source.readAt(0, content); !read)
        return read.error();
    std::string_view text = content;
    if (const std::optional<std::size_t> wrong = firstWrongByte(text))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no text in UTF-8: byte %2 is wrong"),
                         source.name(), *wrong + 1);
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::string_view first = text.substr(0, text.find('\n'));
    const char separator = first.find('\t') != first.npos  ? '\t'
                           : first.find(';') != first.npos ? ';'
                                                           : ',';
    std::vector<TableRow> rows;
    std::size_t cells = 0;
    while (!text.empty()) {
        TableRow row = takeRow(text, separator);
        if (row.size() == 1 && row.front().empty())
            continue;
        cells += row.size();
        if (cells > mostCells)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has more than %2 cells"),
                             source.name(), mostCells);
        rows.push_back(std::move(row));
    }
    const auto wrong = [&](std::size_t row, std::size_t column, const std::string& cell) {
        return makeError(HEADSCOPE_MESSAGE("Message", "row %1, column %2: \"%3\" is no number"),
                         row + 1, column + 1, cell.substr(0, 40));
    };
    if (rows.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no rows"), source.name());
    // Words stand in the first row where its cells, but for the corner, are no numbers; they may
    // be numbers too, as pandas numbers both sides, where the corner is empty.
    const bool corner = rows.size() > 1 && rows.front().front().empty();
    const bool named =
        rows.size() > 1 &&
        (corner || !areNumbers(std::span(rows.front()).subspan(rows.front().size() > 1 ? 1 : 0)));
    const std::size_t top = named ? 1 : 0;
    const bool side =
        corner || std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(top), rows.end(),
                              [](const TableRow& row) { return !numberOfCell(row.front()); });
    const std::size_t left = side ? 1 : 0;
    const std::size_t columns = rows[top].size() - std::min(left, rows[top].size());
    if (columns == 0)
        return wrong(top, 0, rows[top].front());
    ArrayFile file;
    const Shape shape = {static_cast<Index>(rows.size() - top), static_cast<Index>(columns)};
    Tensor tensor = Tensor::uninitialized(shape, {Axis::Feature, Axis::Feature});
    float* to = tensor.mutableData();
    TokenList queries;
    for (std::size_t i = top; i < rows.size(); ++i) {
        const TableRow& row = rows[i];
        if (row.size() != columns + left)
            return makeError(HEADSCOPE_MESSAGE("Message", "row %1 has %2 cells, but row %3 has %4"),
                             i + 1, row.size(), top + 1, columns + left);
        if (side)
            queries.push_back(row.front().empty() ? " " : row.front());
        for (std::size_t j = left; j < row.size(); ++j) {
            const std::optional<float> number = numberOfCell(row[j]);
            if (!number)
                return wrong(i, j, row[j]);
            *to++ = *number;
        }
    }
    TokenList keys;
    if (named) {
        // A corner of its own, or none.
        const TableRow& head = rows.front();
        const std::size_t from = head.size() == columns + left ? left : 0;
        if (head.size() - from != columns)
            return makeError(HEADSCOPE_MESSAGE("Message", "row %1 has %2 cells, but row %3 has %4"),
                             1, head.size(), 2, columns + left);
        for (std::size_t j = from; j < head.size(); ++j)
            keys.push_back(head[j].empty() ? " " : head[j]);
    }
    if (!queries.empty() || !keys.empty()) {
        const bool same = queries == keys || queries.empty();
        if (same && shape[0] == shape[1]) {
            file.tokens = {keys};
        } else {
            file.tokens = {queries.empty() ? placeTokens(shape[0]) : queries};
            if (!keys.empty())
                file.keyTokens = TokenLists{keys};
        }
    }
    file.arrays.push_back({"", std::move(tensor)});
    return file;
}

} // namespace headscope
