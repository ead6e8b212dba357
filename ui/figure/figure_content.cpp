// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_content.h"

#include "support/cancellation.h"
#include "type/label_place.h"
#include "type/math_text.h"
#include "words/learnt_words.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"
#include "words/stage_text.h"
#include "words/statements.h"
#include "words/typed_number_text.h"
#include "words/word_notes.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr Index mostCellsWithValues = 30000; ///< more have no room for digits on any page

/// Not named tr: lupdate takes the macro inside tr() for its text and finds nothing.
QString words(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

Index headCount(const Trace& block) {
    const TraceStep* context = block.find(TensorName::HeadContext);
    if (!context)
        return 1;
    const Axes& axes = context->result.axes();
    const auto heads = std::ranges::find(axes, Axis::Heads) - axes.begin();
    return context->result.size(static_cast<std::size_t>(heads));
}

bool countsTokens(Axis axis) {
    return axis == Axis::Query || axis == Axis::Key || axis == Axis::Sequence;
}

/// Whether the labels are 1, 2, 3 …, which may be left out without loss.
bool areNumbers(const QStringList& labels) {
    for (qsizetype i = 0; i < labels.size(); ++i) {
        if (labels[i] != QString::number(i + 1))
            return false;
    }
    return true;
}

QStringList printableAll(QStringList labels) {
    for (QString& label : labels)
        label = printable(label);
    return labels;
}

template <class Visit>
void forEachCell(const MatrixPanel& panel, const FigureWork& work, Visit visit) {
    for (Index row = 0; row < panel.matrix.size(0) && !work.isCancelled(); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column)
            visit(panel.matrix(row, column), panel.markOf(row, column));
    }
}

void measureValues(FigureContent& content, bool wanted, const FigureWork& work) {
    const Tensor& first = content.panels.front().matrix;
    const bool few =
        first.elementCount() * static_cast<Index>(content.panels.size()) <= mostCellsWithValues;
    std::array<bool, 4> marked{};
    bool notANumber = false;
    for (const MatrixPanel& panel : content.panels) {
        forEachCell(panel, work, [&](float value, CellMark mark) {
            marked[static_cast<std::size_t>(mark)] = true;
            if (mark != CellMark::None)
                return;
            notANumber = notANumber || std::isnan(value);
            if (!wanted || !few)
                return;
            for (const int i : {0, 1})
                content.geometry.valueCharacters[i] = std::max(
                    content.geometry.valueCharacters[i],
                    static_cast<int>(cellText(value, 5 - i, nearOneOf(panel.name)).size()));
        });
    }
    content.hasNumbers = marked[static_cast<std::size_t>(CellMark::None)];
    for (const auto& [mark, kind] : {std::pair(CellMark::Masked, LegendKind::Masked),
                                     std::pair(CellMark::Padding, LegendKind::Padding),
                                     std::pair(CellMark::Dropped, LegendKind::Dropped)}) {
        if (!marked[static_cast<std::size_t>(mark)])
            continue;
        content.geometry.legend.push_back(kind);
        content.geometry.legendTexts << markName(mark);
    }
    if (notANumber) {
        content.geometry.legend.push_back(LegendKind::NotANumber);
        content.geometry.legendTexts << words(QT_TRANSLATE_NOOP("Figure", "not a number"));
    }
    // In the cells of a long sentence no pin has room.
    constexpr Index longSentence = 100;
    const auto holds = [](const MatrixPanel& panel) { return !panel.typedNumbers.empty(); };
    if (std::ranges::any_of(content.panels, holds) &&
        std::max(first.size(0), first.size(1)) <= longSentence) {
        content.geometry.legend.push_back(LegendKind::Typed);
        content.geometry.legendTexts << words(QT_TRANSLATE_NOOP("Figure", "typed"));
    }
}

void describeRange(FigureContent& content, const RangeChoice& choice) {
    const ValueScale& scale = content.ranges.front();
    FigureGeometryInput& in = content.geometry;
    const auto [low, high] = scaleEnds(scale);
    const bool around = scale.low < 0;
    if (scale.isPerRow()) {
        in.barLabels = {low, high};
        in.legendTexts << words(QT_TRANSLATE_NOOP("Figure", "each row has its own range"));
    } else if (choice != RangeMode::PerHead || content.panels.size() == 1) {
        in.barLabels = {low, rangeText(scale.valueAt(0.5)), high};
    } else {
        in.barLabels = {around ? QStringLiteral("−") + words(QT_TRANSLATE_NOOP("Figure", "max"))
                               : QStringLiteral("0"),
                        words(QT_TRANSLATE_NOOP("Figure", "max"))};
        for (const ValueScale& each : content.ranges)
            in.panelNotes << rangeName(each);
        in.legendTexts << words(QT_TRANSLATE_NOOP("Figure", "each head has its own range"));
    }
    if (around && in.barLabels.size() == 2)
        in.barLabels.insert(1, QStringLiteral("0"));
    if (scale.squareRoot)
        in.legendTexts << words(QT_TRANSLATE_NOOP("Figure", "colours by square root"));
}

Result<std::vector<MatrixPanel>> chosenPanels(const FigureRequest& request,
                                              const Execution& execution) {
    std::vector<MatrixPanel> all =
        panelsOf(*request.trace, request.run->tokens(request.scope()), request.tensor,
                 request.sequence, request.mean, execution);
    if (all.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no \"%1\" in this computation"),
                         std::string(snakeCase(request.tensor)));
    if (request.mean) {
        const auto mean = std::ranges::find(all, MatrixPanel::Kind::MeanHead, &MatrixPanel::kind);
        if (mean == all.end())
            return noMeanOfHeads(request.tensor);
        return std::vector{*mean};
    }
    if (request.heads.empty())
        return all;
    std::vector<MatrixPanel> chosen;
    for (const int head : request.heads) {
        if (head < 0 || head >= static_cast<int>(all.size())) {
            if (all.size() == 1)
                return makeError(
                    HEADSCOPE_MESSAGE("Message", "head %1 does not exist: \"%2\" has one matrix"),
                    head + 1, std::string(snakeCase(request.tensor)));
            return makeError(HEADSCOPE_MESSAGE("Message", "head %1 does not exist: the heads of "
                                                          "\"%2\" are 1 to %3"),
                             head + 1, std::string(snakeCase(request.tensor)), all.size());
        }
        chosen.push_back(all[static_cast<std::size_t>(head)]);
    }
    return chosen;
}

/// Leaves of every matrix what the figure shows.
Status cutPanels(FigureContent& content, const FigureRequest& request) {
    const Tensor& whole = content.panels.front().matrix;
    const CellSpan part = *request.part;
    if (part.firstRow < 0 || part.rows() < 1 || part.endRow > whole.size(0) ||
        part.firstColumn < 0 || part.columns() < 1 || part.endColumn > whole.size(1))
        return makeError(HEADSCOPE_MESSAGE("Message", "the matrix has %1 rows and %2 columns, not "
                                                      "those that are asked for"),
                         whole.size(0), whole.size(1));
    for (MatrixPanel& panel : content.panels)
        panel.cut(part);
    for (ValueScale& scale : content.ranges) {
        if (scale.rows)
            scale.rows = std::make_shared<const std::vector<double>>(
                scale.rows->begin() + part.firstRow, scale.rows->begin() + part.endRow);
    }
    return Done{};
}

/// Printable text that may have several lines.
QString printableLines(const QString& text) {
    return printableAll(text.split(u'\n')).join(u'\n');
}

/// The page, and whether it ends where its content does.
void placeOnPage(FigureGeometryInput& in, const FigureRequest& request) {
    in.size = request.millimetres.isEmpty() ? QSizeF(request.size)
                                            : request.millimetres * pixelsPerMillimetre;
    in.cropWidth = in.cropHeight = request.crop;
    const std::optional<FigurePresetSize> preset = sizeOf(request.preset);
    if (!preset)
        return;
    in.type = preset->type;
    in.margin = preset->margin;
    constexpr double unitsPerMillimetre = pixelsPerMillimetre / pixelsPerHalfPoint;
    in.size = request.millimetres * unitsPerMillimetre;
    if (!request.millimetres.isEmpty())
        return;
    in.size = preset->millimetres * unitsPerMillimetre;
    if (in.panels == 1 && in.squareCells)
        in.size.setHeight(preset->heightOfOne * unitsPerMillimetre);
    in.cropHeight = request.crop || preset->heightFollows;
}

Status validated(const FigureRequest& request) {
    const QSize size = request.millimetres.isEmpty()
                           ? request.size
                           : (request.millimetres * pixelsPerMillimetre).toSize();
    const bool typed = request.preset == FigurePreset::Free || !request.millimetres.isEmpty();
    if (typed && (size.width() < smallestFigureWidth || size.height() < smallestFigureHeight ||
                  size.width() > largestFigureSide || size.height() > largestFigureSide))
        return makeError(HEADSCOPE_MESSAGE("Message", "a figure of %1x%2 is not possible: it can "
                                                      "be from %3x%4 to %5x%5"),
                         size.width(), size.height(), smallestFigureWidth, smallestFigureHeight,
                         largestFigureSide);
    if (request.sequence < 0 || request.sequence >= request.run->batch())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "sequence %1 does not exist: there are 1 to %2"),
            request.sequence + 1, request.run->batch());
    return Done{};
}

} // namespace

Result<FigureContent> figureContent(const FigureRequest& request, const FigureWork& work) {
    if (const Status status = validated(request); !status)
        return status.error();
    auto panels = chosenPanels(request, {1, work.cancellation});
    if (!panels)
        return panels.error();
    FigureContent content;
    content.panels = std::move(*panels);
    content.map = mapOf(request.tensor, request.map);
    content.theme = request.theme;
    for (const MatrixPanel& panel : content.panels) {
        // One range for all is computed once: it may look at every value of the trace.
        const bool same =
            (request.range == RangeMode::Fixed || request.range == RangeMode::AllHeads) &&
            !content.ranges.empty();
        content.ranges.push_back(same ? content.ranges.front()
                                      : scaleOf(*request.trace, panel, request.sequence,
                                                request.range, {1, work.cancellation}));
    }

    FigureGeometryInput& in = content.geometry;
    const MatrixPanel& first = content.panels.front();
    const CellSpan all{0, first.matrix.size(0), 0, first.matrix.size(1)};
    const CellSpan part = request.part.value_or(all);
    const AxisTokens tokens = request.run->tokens(request.scope());
    const auto marked = [&](const QStringList& words, std::size_t side) {
        return wordsWithNotes(
            words, wordNotes(*request.run, request.scope(), first, side, request.sequence));
    };
    QStringList rows = marked(rowLabels(tokens, first, request.sequence), 0);
    QStringList columns = marked(columnLabels(tokens, first, request.sequence), 1);
    if (request.part) {
        if (const Status possible = cutPanels(content, request); !possible)
            return possible.error();
        rows = rows.mid(part.firstRow, part.rows());
        columns = columns.mid(part.firstColumn, part.columns());
    }
    Axis rowAxis = first.matrix.axes()[0];
    Axis columnAxis = first.matrix.axes()[1];
    const bool merged = columnAxis == Axis::HeadsKeyDim || columnAxis == Axis::HeadsValueDim;
    const Index heads = headCount(*request.trace);
    if (request.rowsAreKeys && rowAxis == Axis::Query && columnAxis == Axis::Key) {
        for (MatrixPanel& panel : content.panels)
            panel.turn();
        std::swap(rows, columns);
        std::swap(rowAxis, columnAxis);
    }
    in.panels = static_cast<int>(content.panels.size());
    in.rows = first.matrix.size(0);
    in.columns = first.matrix.size(1);
    in.rowLabels = printableAll(rows);
    in.columnLabels = printableAll(columns);
    in.rowNumbers = (!countsTokens(rowAxis) && part == all) || areNumbers(rows);
    in.columnNumbers = (!countsTokens(columnAxis) && part == all) || areNumbers(columns);
    if (merged && part == all && heads > 1 && in.columns % heads == 0) {
        in.columnGroups = static_cast<int>(heads);
        in.columnLabels.clear();
        for (Index head = 0; head < heads; ++head)
            in.columnLabels << QString::number(head + 1);
    }
    // Where both count tokens a cell is square; of other matrices it may be as wide as its words.
    in.squareCells = countsTokens(rowAxis) && countsTokens(columnAxis) && in.rows == in.columns;
    placeOnPage(in, request);
    if (!first.isVector())
        in.rowAxis = axisWord(rowAxis) + QStringLiteral(" ↓");
    in.columnAxis = axisWord(columnAxis) + QStringLiteral(" →");

    const TensorStatement said =
        statementOf(*request.trace, request.blocks.get(), request.tensor, request.told);
    in.title = capitalised(said.title);
    QString formula = said.formula;
    if (request.mean) {
        // The formula is that of each of them.
        formula.clear();
        in.title = words(QT_TRANSLATE_NOOP("Figure", "%1, mean of the heads")).arg(in.title);
    }
    in.formula = formula.isEmpty() ? QString() : QStringLiteral("= ") + formula;
    QStringList note;
    if (!request.source.isEmpty())
        note << printable(request.source);
    if (const QString weights = weightsNote(request.run->origin(), request.scope());
        !weights.isEmpty())
        note << weights;
    if (!said.block.isEmpty())
        note << said.block;
    if (!said.aside.isEmpty())
        note << said.aside;
    if (request.run->batch() > 1)
        note << words(QT_TRANSLATE_NOOP("Figure", "sequence %1 of %2"))
                    .arg(request.sequence + 1)
                    .arg(request.run->batch());
    if (part != all)
        note << partText(part, all.endRow, all.endColumn,
                         first.matrix.has(Axis::Query) && first.matrix.has(Axis::Key));
    const QString typed = typedCountText(request.blocks ? *request.blocks->whole : *request.trace);
    if (!typed.isEmpty())
        note << typed;
    in.note = note.join(QStringLiteral(" · "));
    if (!request.title.isEmpty())
        in.title = printable(request.title);
    if (!request.subtitle.isEmpty())
        in.note = printable(request.subtitle);
    in.letters = request.letters;
    in.gridColumns = request.gridColumns;
    for (const MatrixPanel& panel : content.panels) {
        if (panel.kind != MatrixPanel::Kind::Head)
            break;
        in.panelTitles << words(QT_TRANSLATE_NOOP("Figure", "head %1")).arg(panel.head + 1);
        in.badgeNumbers << QString::number(panel.head + 1);
        if (const auto learnt = headLearnt(request.run->origin(), request.scope(), panel.head))
            in.panelJobs << printable(learnt->brief);
    }
    if (in.panelJobs.size() < in.panelTitles.size())
        in.panelJobs.clear(); // nothing was measured of some
    measureValues(content, request.values, work);
    if (work.isCancelled())
        return cancelled();
    describeRange(content, request.range);

    content.documentTitle =
        in.note.isEmpty() ? in.title : in.title + QStringLiteral(" – ") + in.note;
    content.description =
        words(
            QT_TRANSLATE_NOOP("Figure", "%1%2: rows are %3, columns are %4; colours from %5 to %6"))
            .arg(in.title, formula.isEmpty() ? QString() : u' ' + withoutMarkup(in.formula),
                 withoutMarkup(axisWord(rowAxis)), withoutMarkup(axisWord(columnAxis)),
                 in.barLabels.front(), in.barLabels.back());
    for (const QString& sentence : {weightsSentence(request.run->origin(), request.scope()),
                                    unlearntSentence(request.run->origin(), request.run->labels()),
                                    meantSentence(request.run->origin())}) {
        if (!sentence.isEmpty())
            content.description +=
                (content.description.endsWith(u'.') ? QStringLiteral(" ") : QStringLiteral(". ")) +
                sentence;
    }
    if (request.caption)
        in.caption =
            request.caption->isEmpty() ? content.description : printableLines(*request.caption);
    if (!request.titled) {
        in.title.clear();
        in.formula.clear();
        in.note.clear();
    }
    return content;
}

} // namespace headscope
