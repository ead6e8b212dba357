// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_layout.h"

#include "worksheet/worksheet_heading.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr double millimetre = 144 / 25.4;
constexpr double matrixGap = 36;
constexpr double rowGap = 14;
constexpr double taskGap = 30;
constexpr double mostTaskGap = 90;
constexpr double footerHeight = 40;
constexpr double leastWriting = 300; ///< beside a matrix, else lines to write on stand below it

/// A task as rows that are not cut.
using Rows = std::vector<WorksheetPiece>;

/// Pieces side by side, as many as the width takes, then in the next row.
Rows inRows(const std::vector<WorksheetPiece>& pieces, double width, double gap) {
    Rows rows;
    double x = 0;
    for (const WorksheetPiece& piece : pieces) {
        if (rows.empty() || x + piece.size.width() > width) {
            rows.emplace_back();
            x = 0;
        }
        rows.back().add(piece, {x, 0});
        x += piece.size.width() + gap;
    }
    return rows;
}

class Pagination {
public:
    Pagination(const Worksheet& sheet, const WorksheetWords& words, QSizeF paper,
               const TextMeasure& measure, double scale, double room, bool solved)
        : m_sheet(sheet)
        , m_words(words)
        , m_style{measure, scale}
        , m_room(room)
        , m_solved(solved)
        , m_width(paper.width() - 2 * worksheetMargin)
        , m_height(paper.height() - 2 * worksheetMargin - footerHeight)
        , m_paper(paper) {}

    /// False where something is wider or higher than a page.
    bool run() {
        begin();
        WorksheetPiece head = headerPiece(m_style, m_words, m_width, m_solved);
        double y = head.size.height() + m_style(taskGap);
        m_pages.back().blocks.push_back({std::move(head), 0});
        m_pages.back().used = y;
        bool fits = true;
        for (std::size_t task = 0; task < m_sheet.tasks.size(); ++task) {
            if (m_solved && !hasBlanks(task))
                continue;
            fits = fits && place(rowsOf(task));
        }
        if (m_solved && !m_words.solutionsNote.empty())
            fits = fits && place({paragraph(m_style, onPaper(m_words.solutionsNote), m_width,
                                            {.pixels = 16}, WorksheetStyle::grey())});
        return fits;
    }

    std::size_t pageCount() const { return m_pages.size(); }

    /// The pages as they are painted, without their foot.
    std::vector<WorksheetPiece> pages() const {
        std::vector<WorksheetPiece> result;
        for (const Page& page : m_pages) {
            // What is left goes between the tasks: more room to write.
            const double used = page.used - m_style(taskGap);
            const auto gaps = static_cast<double>(std::max<std::size_t>(page.tasks, 1));
            const double extra = m_solved ? 0
                                          : std::clamp((m_height - used) / gaps, 0.0,
                                                       m_style(mostTaskGap - taskGap));
            WorksheetPiece piece;
            for (const Block& block : page.blocks)
                piece.add(block.piece, {worksheetMargin, worksheetMargin + block.y +
                                                             extra * std::max(0, block.task)});
            piece.size = m_paper;
            result.push_back(std::move(piece));
        }
        return result;
    }

private:
    struct Block {
        WorksheetPiece piece;
        double y = 0;
        int task = 0; ///< which of the page, from 0
    };
    struct Page {
        std::vector<Block> blocks;
        double used = 0;
        std::size_t tasks = 0;
    };

    void begin() { m_pages.emplace_back(); }

    bool hasBlanks(std::size_t task) const {
        return std::ranges::any_of(
            m_sheet.blanks, [task](const WorksheetBlank& blank) { return blank.task == task; });
    }

    Rows rowsOf(std::size_t index) const {
        const WorksheetTask& task = m_sheet.tasks[index];
        std::vector<WorksheetPiece> given;
        for (const std::size_t shown : task.prints) {
            if (shown != task.result && !m_solved)
                given.push_back(matrixPiece(m_style, m_sheet, m_words, shown, false));
        }
        Rows rows = inRows(given, m_width, m_style(matrixGap));
        WorksheetPiece top = headingPiece(m_style, m_words, index, m_width, m_solved);
        WorksheetPiece result;
        result.add(matrixPiece(m_style, m_sheet, m_words, task.result, m_solved), {0, 0});
        const double beside = m_width - result.size.width() - m_style(matrixGap);
        const bool fits = beside >= m_style(leastWriting);
        const double width = fits ? beside : m_width;
        const WorksheetPiece lines = m_solved
                                         ? workingPiece(m_style, m_sheet, m_words, index, width)
                                         : writingPiece(m_style, m_sheet, index, width, m_room);
        const double captioned = m_style(m_solved ? 26 : 20);
        result.add(lines, fits ? QPointF(result.size.width() + m_style(matrixGap), captioned)
                               : QPointF(0, result.size.height() + m_style(rowGap)));
        rows.push_back(std::move(result));
        // The heading goes with what stands below it.
        top.add(rows.front(), {0, top.size.height() + m_style(4)});
        rows.front() = std::move(top);
        return rows;
    }

    /// A task on this page, else on the next one, else cut between its rows.
    bool place(const Rows& rows) {
        double height = 0;
        for (const WorksheetPiece& row : rows) {
            if (row.size.width() > m_width + 0.5 || row.size.height() > m_height)
                return false;
            height += row.size.height() + m_style(rowGap);
        }
        height -= m_style(rowGap);
        if (m_pages.back().used + height > m_height && m_pages.back().tasks > 0)
            begin();
        const auto task = [this] { return static_cast<int>(m_pages.back().tasks); };
        for (const WorksheetPiece& row : rows) {
            if (m_pages.back().used + row.size.height() > m_height) {
                if (m_pages.back().used == 0)
                    return false;
                begin();
            }
            Page& page = m_pages.back();
            page.blocks.push_back({row, page.used, task()});
            page.used += row.size.height() + m_style(rowGap);
        }
        m_pages.back().used += m_style(taskGap - rowGap);
        ++m_pages.back().tasks;
        return true;
    }

    const Worksheet& m_sheet;
    const WorksheetWords& m_words;
    WorksheetStyle m_style;
    double m_room; ///< of a line to write on
    bool m_solved;
    double m_width;
    double m_height;
    QSizeF m_paper;
    std::vector<Page> m_pages;
};

/// The largest type that needs the fewest pages.
std::optional<std::vector<WorksheetPiece>> fitted(const Worksheet& sheet,
                                                  const WorksheetWords& words, QSizeF paper,
                                                  const TextMeasure& measure, bool solved) {
    struct Try {
        double scale;
        double room;
        std::size_t pages;
    };
    // One page with type nearly as large as it should be, else two with any that can be read.
    constexpr std::array tries = {Try{1, 68, 1},   Try{1, 58, 1},   Try{1, 50, 1},  Try{.95, 48, 1},
                                  Try{.9, 46, 1},  Try{1, 68, 2},   Try{1, 58, 2},  Try{1, 50, 2},
                                  Try{.94, 48, 2}, Try{.88, 46, 2}, Try{.84, 44, 2}};
    for (const Try& attempt : tries) {
        Pagination pagination(sheet, words, paper, measure, attempt.scale, attempt.room, solved);
        if (pagination.run() && pagination.pageCount() <= attempt.pages)
            return pagination.pages();
    }
    return std::nullopt;
}

} // namespace

QSizeF paperSize(WorksheetPaper paper) {
    return paper == WorksheetPaper::A4 ? QSizeF(210 * millimetre, 297 * millimetre)
                                       : QSizeF(8.5 * 144, 11.0 * 144);
}

Result<WorksheetPages> layoutWorksheet(const Worksheet& sheet, const WorksheetWords& words,
                                       WorksheetPaper paper, bool solutions, bool apart,
                                       const TextMeasure& measure) {
    WorksheetPages document{paperSize(paper), {}, 0};
    const Error tooMuch = makeError(
        HEADSCOPE_MESSAGE("Message", "this does not fit two pages: take fewer tokens (such as 4), "
                                     "one head, fewer steps or fewer blanks"));
    auto questions = fitted(sheet, words, document.size, measure, false);
    if (!questions)
        return tooMuch;
    document.questions = static_cast<int>(questions->size());
    document.pages = std::move(*questions);
    if (solutions && !sheet.blanks.empty()) {
        auto solved = fitted(sheet, words, document.size, measure, true);
        if (!solved)
            return tooMuch;
        std::ranges::move(*solved, std::back_inserter(document.pages));
    }
    const auto count = static_cast<int>(document.pages.size());
    const QRectF inside =
        QRectF({}, document.size)
            .adjusted(worksheetMargin, worksheetMargin, -worksheetMargin, -worksheetMargin);
    for (int page = 0; page < count; ++page) {
        const bool solved = page >= document.questions;
        const int first = apart && solved ? document.questions : 0;
        const int last = apart && !solved ? document.questions : count;
        document.pages[static_cast<std::size_t>(page)].add(
            footPiece({measure, 1}, words, inside.width(), page - first, last - first),
            inside.bottomLeft());
    }
    return document;
}

} // namespace headscope
