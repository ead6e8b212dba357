// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/array_file.h"
#include "support/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <span>

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

/// A number with a decimal point, or a decimal comma, which only quotes or another separator leave
/// in a cell; of a percentage its share.
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
    const bool percent = text.ends_with('%');
    if (percent) {
        text.remove_suffix(1);
        while (text.ends_with(' '))
            text.remove_suffix(1);
    }
    std::string pointed;
    const std::size_t comma = text.find(',');
    if (comma != text.npos && comma + 1 < text.size() && text.find('.') == text.npos) {
        pointed = text;
        pointed[comma] = '.';
        text = pointed;
    }
    double number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || code == std::errc::invalid_argument)
        return std::nullopt;
    number = percent ? number / 100 : number;
    constexpr double largest = std::numeric_limits<float>::max();
    if (code != std::errc() || number > largest || number < -largest)
        return number < 0 ? -std::numeric_limits<float>::infinity()
                          : std::numeric_limits<float>::infinity();
    return static_cast<float>(number);
}

/// How often a separator stands in each of the first lines, outside of quotes.
std::vector<std::size_t> countsOf(char separator, std::string_view text) {
    constexpr std::size_t most = 64;
    std::vector<std::size_t> counts;
    bool quoted = false;
    std::size_t count = 0;
    bool empty = true;
    for (const char letter : text) {
        quoted = letter == '"' ? !quoted : quoted;
        if (letter == '\n' && !quoted) {
            if (!empty)
                counts.push_back(count);
            if (counts.size() == most)
                return counts;
            count = 0;
            empty = true;
        } else if (letter != '\r') {
            empty = false;
            count += letter == separator && !quoted ? 1 : 0;
        }
    }
    if (!empty)
        counts.push_back(count);
    return counts;
}

/// What stands between the cells: that of which every row has as many. A word may be a separator of
/// another file, so that one row has some of it.
char separatorOf(std::string_view text) {
    for (const char separator : {'\t', ';', ',', ' '}) {
        std::vector<std::size_t> counts = countsOf(separator, text);
        if (counts.size() > 1 && counts[0] + 1 == counts[1]) // words alone, without a corner
            counts.erase(counts.begin());
        if (!counts.empty() && counts.front() > 0 &&
            std::ranges::all_of(counts, [&](std::size_t count) { return count == counts.front(); }))
            return separator;
    }
    const std::string_view first = text.substr(0, text.find('\n'));
    return first.find('\t') != first.npos ? '\t' : first.find(';') != first.npos ? ';' : ',';
}

/// The same; where the first line names it, as Excel reads that ("sep=;"), moves `text` behind it.
char takeSeparator(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view first = text.substr(0, end);
    if (first.ends_with('\r'))
        first.remove_suffix(1);
    if (first.size() != 5 || lowerCase(first.substr(0, 4)) != "sep=")
        return separatorOf(text);
    text.remove_prefix(std::min(end + 1, text.size()));
    return first.back();
}

/// What stands in a row or column that may be words. Nothing, a dash and NaN stand for a number
/// that is missing, and are neither.
struct CellKinds {
    std::size_t words = 0;
    std::size_t numbers = 0;
    bool onlyDigits = true; ///< its numbers are such as places and years, which words may be

    explicit CellKinds(std::span<const std::string> cells) {
        for (const std::string& cell : cells) {
            if (const std::optional<float> number = numberOfCell(cell)) {
                numbers += std::isfinite(*number) ? 1 : 0;
                onlyDigits = onlyDigits && (!std::isfinite(*number) || isPlace(cell));
            } else if (cell.find_first_not_of(' ') != cell.npos && cell != "-" && cell != "–" &&
                       cell != "—") {
                ++words;
            }
        }
    }
    /// Digits are words only where others are beside them, and where the rest of the table says so.
    bool areWords(bool fits) const { return words > 0 && (numbers == 0 || (onlyDigits && fits)); }

    static bool isPlace(std::string_view cell) {
        return !cell.empty() && cell.size() < 8 &&
               std::ranges::all_of(cell, [](char digit) { return digit >= '0' && digit <= '9'; });
    }
};

TableRow firstCells(std::span<const TableRow> rows) {
    TableRow cells;
    for (const TableRow& row : rows)
        cells.push_back(row.front());
    return cells;
}

/// Where words stand: in the first row, in the first column.
struct WordSides {
    bool top = false;
    bool left = false;
};

/// A row with a number among its cells is one of numbers: were it taken for words, its numbers
/// would be lost without a sound.
WordSides wordSidesOf(std::span<const TableRow> rows) {
    const std::span<const std::string> head = rows.front();
    if (rows.size() == 1)
        return {false, CellKinds(head.first(1)).words > 0};
    const std::size_t width = rows[1].size();
    const CellKinds side(firstCells(rows.subspan(1)));
    const bool mayBeSide = side.words > 0 || side.onlyDigits;
    if (head.size() + 1 == width && mayBeSide && CellKinds(head).areWords(true))
        return {true, true}; // without a corner
    if (head.front().empty()) {
        // An empty corner; pandas numbers both sides.
        const CellKinds rest(head.subspan(1));
        const bool isNumbered = rest.words == 0 && rest.numbers > 0 && rest.onlyDigits;
        if (rest.words > 0 || (isNumbered && mayBeSide))
            return {true, mayBeSide};
    }
    const bool square = rows.size() == width + 1;
    const CellKinds rest(head.subspan(side.words > 0 && head.size() > 1 ? 1 : 0));
    const bool top = rest.areWords(side.words > 0 || square);
    const CellKinds whole(firstCells(top ? rows.subspan(1) : rows));
    return {top, whole.areWords(top || rows.size() + 1 == width)};
}

constexpr std::size_t formAxes = 5; ///< layers, batch, heads, query, key

/// Where the columns of a table with a row for each weight stand.
struct LongForm {
    std::array<std::optional<std::size_t>, formAxes> axes; ///< as ArrayAxis numbers them
    std::optional<std::size_t> queryWords;
    std::optional<std::size_t> keyWords;
    std::size_t weight = 0;
    std::vector<std::size_t> others; ///< columns that say nothing of these
};

/// Nothing: the first row does not name query, key and weight.
std::optional<LongForm> longFormOf(const TableRow& head) {
    using Names = std::initializer_list<std::string_view>;
    LongForm form;
    std::optional<std::size_t> weight;
    for (std::size_t column = 0; column < head.size(); ++column) {
        const std::string name = lowerCase(head[column]);
        const auto isOneOf = [&](const Names& names) {
            return std::ranges::find(names, name) != names.end();
        };
        const auto take = [&](std::optional<std::size_t>& to) {
            (to ? form.others.emplace_back() : to.emplace()) = column;
        };
        if (isOneOf({"layer", "layers", "layer_index", "block"}))
            take(form.axes[0]);
        else if (isOneOf({"batch", "sequence", "sample", "example"}))
            take(form.axes[1]);
        else if (isOneOf({"head", "heads", "head_index"}))
            take(form.axes[2]);
        else if (isOneOf({"query", "q", "query_index", "query_position", "from", "row", "i"}))
            take(form.axes[3]);
        else if (isOneOf({"key", "k", "key_index", "key_position", "to", "column", "col", "j"}))
            take(form.axes[4]);
        else if (isOneOf({"query_token", "query_word", "from_token", "token_from"}))
            take(form.queryWords);
        else if (isOneOf({"key_token", "key_word", "to_token", "token_to"}))
            take(form.keyWords);
        else if (isOneOf({"weight", "weights", "attention", "attn", "value", "score", "prob"}))
            take(weight);
        else if (!name.empty()) // the index that pandas writes has no name
            form.others.push_back(column);
    }
    if (!weight || !form.axes[3] || !form.axes[4])
        return std::nullopt;
    form.weight = *weight;
    return form;
}

/// Places that a column names: numbers from 0 or 1 on, or words in the order of their first row.
class PlacesOfColumn {
public:
    explicit PlacesOfColumn(bool words)
        : m_words(words) {}

    std::size_t add(const std::string& cell) {
        if (!m_words)
            return static_cast<std::size_t>(std::stoul(cell));
        const auto [found, isNew] = m_places.emplace(cell, m_list.size());
        if (isNew)
            m_list.push_back(cell.empty() ? " " : cell);
        return found->second;
    }
    bool words() const { return m_words; }
    const TokenList& list() const { return m_list; }

private:
    bool m_words = false;
    std::map<std::string, std::size_t> m_places;
    TokenList m_list;
};

/// The words beside places: of a place without one, the place.
TokenList wordsOfColumn(const std::vector<TableRow>& rows, std::size_t column,
                        const std::vector<std::size_t>& places, std::size_t count) {
    TokenList words = placeTokens(static_cast<Index>(count));
    for (std::size_t i = 1; i < rows.size(); ++i)
        words[places[i - 1]] = rows[i][column].empty() ? " " : rows[i][column];
    return words;
}

/// A table with a row for each weight.
Result<ArrayFile> readLongForm(const std::vector<TableRow>& rows, const LongForm& form) {
    constexpr std::string_view letters = "lbhqk";
    constexpr std::size_t rarest = 256; ///< pairs for each row that names one
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i].size() != rows.front().size())
            return makeError(HEADSCOPE_MESSAGE("Message", "row %1 has %2 cells, but row %3 has %4"),
                             i + 1, rows[i].size(), 1, rows.front().size());
    }
    std::array<std::vector<std::size_t>, formAxes> places;
    std::array<std::size_t, formAxes> sizes{};
    std::array<TokenList, formAxes> words;
    // Queries and keys are counted alike: from 1 only where no place of either is 0.
    std::array<std::size_t, formAxes> least{};
    for (std::size_t axis = 0; axis < formAxes; ++axis) {
        places[axis].assign(rows.size() - 1, 0);
        const std::optional<std::size_t> column = form.axes[axis];
        if (!column)
            continue;
        PlacesOfColumn named(!std::all_of(rows.begin() + 1, rows.end(), [&](const TableRow& row) {
            return CellKinds::isPlace(row[*column]);
        }));
        least[axis] = named.words() ? 0 : mostCells;
        for (std::size_t i = 1; i < rows.size(); ++i) {
            places[axis][i - 1] = named.add(rows[i][*column]);
            least[axis] = std::min(least[axis], places[axis][i - 1]);
        }
        if (named.words() && axis >= 3)
            words[axis] = named.list();
    }
    least[3] = least[4] = std::min(least[3], least[4]);
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < formAxes; ++axis) {
        const std::size_t base = form.axes[axis] && least[axis] == 1 ? 1 : 0;
        for (std::size_t& place : places[axis]) {
            place -= base;
            sizes[axis] = std::max(sizes[axis], place + 1);
        }
        // Each is below 10 million, and rows are few enough.
        count *= std::min(sizes[axis], mostCells);
        if (count > mostCells || count > rarest * rows.size())
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 rows name so few of the pairs of "
                                                          "their places that they are no table of "
                                                          "weights"),
                             rows.size() - 1);
    }
    ArrayFile file;
    std::string name = "weights_";
    Shape shape;
    for (std::size_t axis = 0; axis < formAxes; ++axis) {
        if (!form.axes[axis])
            continue;
        shape.push_back(static_cast<Index>(sizes[axis]));
        name += letters[axis];
    }
    Tensor tensor = Tensor::filled(shape, Axes(shape.size(), Axis::Feature), 0);
    std::span<float> to(tensor.mutableData(), count);
    std::vector<bool> isNamed(count);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        std::size_t at = 0;
        for (std::size_t axis = 0; axis < formAxes; ++axis)
            at = at * std::max<std::size_t>(sizes[axis], 1) + places[axis][i - 1];
        const std::optional<float> number = numberOfCell(rows[i][form.weight]);
        if (!number)
            return makeError(HEADSCOPE_MESSAGE("Message", "row %1, column %2: \"%3\" is no number"),
                             i + 1, form.weight + 1, rows[i][form.weight].substr(0, 40));
        if (isNamed[at])
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "row %1 names a pair that a row before it "
                                               "has named"),
                             i + 1);
        isNamed[at] = true;
        to[at] = *number;
    }
    // Pairs without a row are 0 where they lie behind the query, as of causal attention; else
    // nobody knows what they are.
    for (std::size_t at = 0; at < count; ++at) {
        const std::size_t query = at / sizes[4] % sizes[3];
        if (!isNamed[at] && at % sizes[4] <= query)
            to[at] = std::numeric_limits<float>::quiet_NaN();
    }
    for (const auto& [axis, column] :
         {std::pair(std::size_t{3}, form.queryWords), std::pair(std::size_t{4}, form.keyWords)}) {
        if (column && words[axis].empty())
            words[axis] = wordsOfColumn(rows, *column, places[axis], sizes[axis]);
    }
    if (!words[3].empty())
        file.tokens = {words[3]};
    if (!words[4].empty() && words[4] != words[3])
        file.keyTokens = TokenLists{words[4]};
    if (file.tokens.empty() && file.keyTokens)
        file.tokens = {placeTokens(static_cast<Index>(sizes[3]))};
    for (const std::size_t column : form.others)
        file.others.push_back({rows.front()[column], {}});
    file.arrays.push_back({std::move(name), std::move(tensor)});
    return file;
}

} // namespace

Result<ArrayFile> readTableArrays(const ByteSource& source, ArrayChoice /*choice*/) {
    std::string content(source.size(), '\0');
    if (const Status read = source.readAt(0, content); !read)
        return read.error();
    content = withoutMark(std::move(content));
    if (const std::optional<std::size_t> wrong = firstWrongByte(content))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no text in UTF-8: byte %2 is wrong; "
                                                      "save it as UTF-8"),
                         source.name(), *wrong + 1);
    if (content.find('\n') == content.npos) // lines of old Macs
        std::ranges::replace(content, '\r', '\n');
    std::string_view text = content;
    while (text.starts_with("# ")) // numpy.savetxt(header=..)
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    const char separator = takeSeparator(text);
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
    // A separator behind the last cell of each row.
    if (std::ranges::all_of(
            rows, [](const TableRow& row) { return row.size() > 1 && row.back().empty(); }))
        std::ranges::for_each(rows, [](TableRow& row) { row.pop_back(); });
    const auto wrong = [&](std::size_t row, std::size_t column, const std::string& cell) {
        if (cell.find_first_not_of(' ') == cell.npos)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "row %1, column %2 is empty, and a number is "
                                               "needed: 0 for a pair that is masked"),
                             row + 1, column + 1);
        return makeError(HEADSCOPE_MESSAGE("Message", "row %1, column %2: \"%3\" is no number"),
                         row + 1, column + 1, cell.substr(0, 40));
    };
    if (rows.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no rows"), source.name());
    if (const std::optional<LongForm> form = longFormOf(rows.front()))
        return readLongForm(rows, *form);
    const auto [named, side] = wordSidesOf(rows);
    const std::size_t top = named ? 1 : 0;
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
