// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_words.h"

#include "head_shapes/offset_hops.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>

namespace headscope {

namespace {

QString shapesWord(const char* source) {
    return QCoreApplication::translate("Shapes", source);
}

QString named(const Journey& journey, std::size_t step) {
    return QString::fromStdString(stepName(journey, step));
}

QString copySentence(const Journey& journey, std::size_t step) {
    const LayoutStep& made = journey[step];
    if (made.copies())
        return shapesWord(
                   QT_TRANSLATE_NOOP("Shapes", "%1 really copies: %2 bytes, in the new order"))
            .arg(named(journey, step))
            .arg(qint64{made.copiedBytes});
    if (made.operation == LayoutOperation::Contiguous)
        return shapesWord(
            QT_TRANSLATE_NOOP("Shapes", "contiguous has nothing to do: the order is right"));
    return shapesWord(
        QT_TRANSLATE_NOOP("Shapes", "reshape copies nothing here: the strides allow a view"));
}

} // namespace

QString stepSentence(const Journey& journey, std::size_t step) {
    switch (journey[step].operation) {
    case LayoutOperation::Source:
        if (journey.path() == LayoutPath::SideBySide)
            return shapesWord(QT_TRANSLATE_NOOP("Shapes", "Every head has a matrix of its own"));
        if (journey.path() == LayoutPath::Merge)
            return shapesWord(
                QT_TRANSLATE_NOOP("Shapes", "Every head has brought its own context"));
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "One row of numbers for each token"));
    case LayoutOperation::Project:
        if (step > journey.lastStep())
            return shapesWord(
                QT_TRANSLATE_NOOP("Shapes", "W_O makes new numbers out of all heads"));
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "The projection makes new numbers"));
    case LayoutOperation::View:
        if (journey.path() == LayoutPath::Split)
            return shapesWord(
                QT_TRANSLATE_NOOP("Shapes", "view only cuts rows: nothing moves in memory"));
        return shapesWord(
            QT_TRANSLATE_NOOP("Shapes", "view only joins rows: nothing moves in memory"));
    case LayoutOperation::Transpose:
        return shapesWord(
                   QT_TRANSLATE_NOOP("Shapes", "%1 exchanges two strides: nothing moves in memory"))
            .arg(named(journey, step));
    case LayoutOperation::Permute:
        return shapesWord(
                   QT_TRANSLATE_NOOP("Shapes", "%1 reorders the strides: nothing moves in memory"))
            .arg(named(journey, step));
    case LayoutOperation::Contiguous:
    case LayoutOperation::Reshape: return copySentence(journey, step);
    case LayoutOperation::Concatenate:
        return journey[step].copies()
                   ? shapesWord(QT_TRANSLATE_NOOP("Shapes",
                                                  "cat lays the matrices side by side and copies "
                                                  "%1 bytes"))
                         .arg(qint64{journey[step].copiedBytes})
                   : shapesWord(
                         QT_TRANSLATE_NOOP("Shapes", "One matrix alone is already side by side"));
    }
    return {};
}

QString stepNote(const Journey& journey, std::size_t step) {
    const LayoutStep& made = journey[step];
    switch (made.operation) {
    case LayoutOperation::Source: return shapesWord(QT_TRANSLATE_NOOP("Shapes", "as it is"));
    case LayoutOperation::Project: return shapesWord(QT_TRANSLATE_NOOP("Shapes", "new numbers"));
    default:
        return made.copies() ? shapesWord(QT_TRANSLATE_NOOP("Shapes", "really copies"))
                             : shapesWord(QT_TRANSLATE_NOOP("Shapes", "memory untouched"));
    }
}

QString blocksSentence(const Tensor& tensor) {
    const BlockArrangement blocks(tensor, {1, 1, 1, 1});
    const int axis = blocks.blockAxis() >= 0 ? blocks.blockAxis() : blocks.lineAxis();
    if (axis < 0)
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "one matrix"));
    switch (axisFamily(tensor.axes()[static_cast<std::size_t>(axis)])) {
    case AxisFamily::Batch: return shapesWord(QT_TRANSLATE_NOOP("Shapes", "one sample per block"));
    case AxisFamily::Sequence:
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "one token per block"));
    case AxisFamily::Heads: return shapesWord(QT_TRANSLATE_NOOP("Shapes", "one head per block"));
    case AxisFamily::Features: break;
    }
    return {};
}

QString wrongTitle(const Journey& right, const WrongWay& way) {
    switch (way.kind) {
    case WrongWay::Kind::NoTranspose:
        return right.path() == LayoutPath::Split
                   ? shapesWord(QT_TRANSLATE_NOOP("Shapes", "Wrong: straight into heads"))
                   : shapesWord(QT_TRANSLATE_NOOP("Shapes", "Wrong: without transposing back"));
    case WrongWay::Kind::WrongAxes:
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "Wrong: transpose(%1, %2)"))
            .arg(way.a)
            .arg(way.b);
    case WrongWay::Kind::OtherOrder:
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "Wrong: taken as batch-first"));
    }
    return {};
}

QString wrongWayName(const Journey& right, const WrongWay& way) {
    switch (way.kind) {
    case WrongWay::Kind::NoTranspose:
        return right.path() == LayoutPath::Split
                   ? shapesWord(QT_TRANSLATE_NOOP("Shapes", "view alone"))
                   : shapesWord(QT_TRANSLATE_NOOP("Shapes", "without transposing back"));
    case WrongWay::Kind::WrongAxes:
        return QStringLiteral("transpose(%1, %2)").arg(way.a).arg(way.b);
    case WrongWay::Kind::OtherOrder:
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "taken as batch-first"));
    }
    return {};
}

QString misplacedSentence(const Journey& right, const MisplaceCount& count) {
    if (count.misplaced() == 0)
        return shapesWord(
            QT_TRANSLATE_NOOP("Shapes", "With these sizes every element is in its place"));
    if (count.wrongHead == count.misplaced() && right.path() == LayoutPath::Split)
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "Same shape, %1 of %2 in the wrong head"))
            .arg(qint64{count.wrongHead})
            .arg(qint64{count.elements});
    return shapesWord(QT_TRANSLATE_NOOP("Shapes", "Same shape, %1 of %2 misplaced"))
        .arg(qint64{count.misplaced()})
        .arg(qint64{count.elements});
}

QString axisLabel(AxisFamily family, Index index) {
    const char* pattern = QT_TRANSLATE_NOOP("Shapes", "feature %1");
    switch (family) {
    case AxisFamily::Batch: pattern = QT_TRANSLATE_NOOP("Shapes", "sample %1"); break;
    case AxisFamily::Sequence: pattern = QT_TRANSLATE_NOOP("Shapes", "token %1"); break;
    case AxisFamily::Heads: pattern = QT_TRANSLATE_NOOP("Shapes", "head %1"); break;
    case AxisFamily::Features: break;
    }
    return shapesWord(pattern).arg(qint64{index} + 1);
}

QString axisSymbol(Axis axis) {
    switch (axis) {
    case Axis::Batch: return QStringLiteral("bs");
    case Axis::Sequence:
    case Axis::Query:
    case Axis::Key: return QStringLiteral("seq");
    case Axis::Heads: return QStringLiteral("heads");
    case Axis::ModelDim: return QStringLiteral("d_model");
    case Axis::KeyDim: return QStringLiteral("d_k");
    case Axis::ValueDim: return QStringLiteral("d_v");
    case Axis::HeadsKeyDim: return QStringLiteral("heads·d_k");
    case Axis::HeadsValueDim: return QStringLiteral("heads·d_v");
    case Axis::BatchHeads: return QStringLiteral("bs·heads");
    case Axis::HiddenDim: return QStringLiteral("d_ff");
    case Axis::Vocabulary:
    case Axis::Feature: break;
    }
    return QStringLiteral("d");
}

QString elementSentence(const Journey& journey, Index element, const SampleWords& words) {
    const ElementHome home = journey.homeOf(element);
    QStringList parts;
    parts << axisLabel(AxisFamily::Batch, home.sample);
    if (journey.order() != MemoryOrder::Unbatched)
        parts << axisLabel(AxisFamily::Sequence, home.token);
    if (const auto sample = static_cast<std::size_t>(home.sample);
        parts.size() > 1 && sample < words.size() && home.token < words[sample].size())
        parts.back() += u' ' + words[sample][home.token];
    parts << axisLabel(AxisFamily::Heads, home.head)
          << axisLabel(AxisFamily::Features, home.feature);
    if (journey.path() == LayoutPath::SideBySide)
        parts.removeFirst();
    return shapesWord(QT_TRANSLATE_NOOP("Shapes", "element %1 = %2"))
        .arg(qint64{element})
        .arg(parts.join(QStringLiteral(", ")));
}

QString elementStatus(const Journey& journey, std::size_t step, Index element,
                      const SampleWords& words) {
    const std::size_t shown = std::clamp(step, journey.firstStep(), journey.lastStep());
    const Tensor& tensor = journey[shown].tensor;
    return shapesWord(QT_TRANSLATE_NOOP("Shapes", "%1 · place in memory %2"))
        .arg(elementSentence(journey, element, words),
             QString::fromStdString(offsetText(tensor, journey.cellOf(shown, element))));
}

QString elementTable(const Journey& journey, Index element, const SampleWords& words) {
    const Tensor& first = journey[journey.firstStep()].tensor;
    const float value = first.at(journey.cellOf(journey.firstStep(), element));
    QString rows =
        QStringLiteral("<p><b>%1</b> · %2</p><table cellspacing='0' cellpadding='3'>")
            .arg(elementSentence(journey, element, words).toHtmlEscaped(), fullText(value));
    rows += QStringLiteral("<tr><th align='left'>%1</th><th align='left'>%2</th>"
                           "<th align='left'>%3</th></tr>")
                .arg(shapesWord(QT_TRANSLATE_NOOP("Shapes", "step")),
                     shapesWord(QT_TRANSLATE_NOOP("Shapes", "index")),
                     shapesWord(QT_TRANSLATE_NOOP("Shapes", "offset = Σ index · stride")));
    for (std::size_t step = journey.firstStep(); step <= journey.lastStep(); ++step) {
        const Cell cell = journey.cellOf(step, element);
        rows += QStringLiteral("<tr><td>%1</td><td>%2</td><td>%3</td></tr>")
                    .arg(named(journey, step), QString::fromStdString(shapeText(cell)),
                         QString::fromStdString(offsetText(journey[step].tensor, cell)));
    }
    return rows + QStringLiteral("</table>");
}

QString shownTokensText(Index first, Index count, Index all) {
    if (count == 1)
        return shapesWord(QT_TRANSLATE_NOOP("Shapes", "token %1 of %2"))
            .arg(qint64{first} + 1)
            .arg(qint64{all});
    return shapesWord(QT_TRANSLATE_NOOP("Shapes", "tokens %1 – %2 of %3"))
        .arg(qint64{first} + 1)
        .arg(qint64{first} + count)
        .arg(qint64{all});
}

QString coloursOnly() {
    return shapesWord(QT_TRANSLATE_NOOP("Shapes", "colours only: too small for numbers"));
}

QString magnifierHint() {
    return shapesWord(
        QT_TRANSLATE_NOOP("Shapes", "point at a cell, or press ↓: a lens shows the numbers there"));
}

} // namespace headscope
