// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/steps_geometry.h"

#include "scene/value_range.h"
#include "type/fonts.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double widestTogether = 960; ///< from here on the softmax stands beside its matrix

double presentedOr(const StepScene& scene, double plain, double presented) {
    return scene.display.presentation ? presented : plain;
}

/// Whether so many places of `terms` and `others` have room for numbers along a side, and the rest
/// for colours.
bool roomForNumbers(double room, Index terms, Index others, Index numbers, const LensPitch& pitch) {
    constexpr Index few = 2; // of the others
    const Index large = std::min(terms, numbers) + std::min(others, few);
    return room >= static_cast<double>(large) * pitch.readable +
                       static_cast<double>(terms + others - large) * pitch.least;
}

/// How a side is cut where it has not enough room: the shares of the two matrices along it, the
/// terms and the others. `terms`: those are all numbers, whatever is left to the others.
std::pair<double, double> shares(double room, Index first, Index second, double readable,
                                 bool terms) {
    const double both = static_cast<double>(first + second);
    if (terms)
        return {static_cast<double>(first) * readable,
                room - static_cast<double>(first) * readable};
    // What is short shows all its numbers, as long as half of the room is left to the other.
    const auto wanted = [&](Index count) {
        return std::max(std::min(static_cast<double>(count) * readable, 0.5 * room),
                        room * static_cast<double>(count) / both);
    };
    const double a = wanted(first);
    const double b = wanted(second);
    if (a + b <= room)
        return {a, b};
    return a > b ? std::pair(room - b, b) : std::pair(a, room - a);
}

} // namespace

LensPitch stepsAcross(const StepScene& scene, double scale) {
    return {presentedOr(scene, 48, 60) * scale, presentedOr(scene, 28, 33) * scale, 2};
}

LensPitch stepsDown(const StepScene& scene, double scale) {
    return {presentedOr(scene, 40, 48) * scale, presentedOr(scene, 15, 18) * scale, 2};
}

double wordsWidth(const QStringList& words, double scale, double most) {
    const QFontMetricsF metrics(textFont(13 * scale, QFont::DemiBold));
    double width = 24 * scale;
    // Of very many words the longest is as wide as may be anyway.
    const qsizetype looked = std::min<qsizetype>(words.size(), 400);
    for (qsizetype i = 0; i < looked && width < most; ++i)
        width = std::max(width, metrics.horizontalAdvance(words[i]) + 2);
    return std::ceil(std::min(width, most));
}

StepsFrame layoutFrame(QSizeF size, const StepScene& scene) {
    StepsFrame frame;
    const double s = frame.scale = scene.display.textScale;
    const double margin = presentedOr(scene, 24, 36 * s);
    // A screen that is read from the last row has fewer lines: air goes first, no line does.
    const double above = presentedOr(scene, 12, 2);
    QRectF area = QRectF(QPointF(0, 0), size).adjusted(margin, above * s, -margin, -4 * s);
    frame.code = QRectF(area.left(), area.bottom() - 30 * s, area.width(), 30 * s);
    area.setBottom(frame.code.top() - 4 * s);
    const double titleHeight = 34 * s;
    frame.title = QRectF(area.left(), area.top(), area.width(), titleHeight);
    QRectF below = area;
    below.setTop(frame.title.bottom() + 2 * s);
    const bool softmax = scene.picture->stop.form == StepForm::Softmax;
    if (softmax && area.width() >= widestTogether * s) {
        const double half = std::round(area.width() * 0.53);
        frame.beside = QRectF(area.left() + half + margin, area.top(), area.width() - half - margin,
                              area.height());
        below.setRight(area.left() + half - margin);
        frame.title.setRight(below.right());
    }
    frame.words = QRectF(below.left(), below.top(), below.width(), 40 * s);
    below.setTop(frame.words.bottom() + 8 * s);
    if (softmax && frame.beside.isEmpty()) {
        frame.beside = below;
        below = {};
    }
    frame.main = below;
    const double switchWidth = (scene.picture->headsOfColumns > 0 ? 340 : 220) * s;
    if (scene.picture->stop.form == StepForm::Product && !scene.display.presentation)
        frame.order =
            QRectF(frame.title.right() - switchWidth, frame.title.top(), switchWidth, titleHeight);
    return frame;
}

ProductGeometry layoutProduct(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                              double s) {
    const StepPicture& picture = *scene.picture;
    const StepMatrix& left = picture.operands[0];
    const StepMatrix& right = picture.operands[1];
    ProductGeometry geometry;
    const Index rows = left.panel.matrix.size(0);
    const Index inner = left.panel.matrix.size(1);
    const Index columns = right.panel.matrix.size(1);
    const bool asked = moment.cell && moment.cell->asked;
    const double name = 26 * s;
    const double gap = 24 * s;
    const double columnWords = geometry.columnWords = 24 * s;
    geometry.rowWords = wordsWidth(left.rowWords, s, std::min(120 * s, area.width() / 6));
    const double words = geometry.rowWords + 16 * s;
    const double sumWidth = 250 * s;
    const double scaleHeight = 24 * s;
    const auto terms = static_cast<double>(inner + (picture.operands.size() > 2 ? 1 : 0));
    double stepsHeight = std::clamp(34 * s + terms * 21 * s, 90 * s, 126 * s);
    const LensPitch across = stepsAcross(scene, s);
    const LensPitch down = stepsDown(scene, s);

    const double leastUpper = 128 * s; // of the sum
    const double heads = geometry.heads = picture.headsOfColumns > 0 ? 22 * s : 0;
    const double gapDown = 16 * s; // the name of the left one is in it
    const double fixed = name + columnWords + gapDown + name / 2 + heads + scaleHeight;

    double roomX = area.width() - words - gap;
    // Where not all numbers have room, those of a whole sum do before others have; else some of
    // each side.
    const auto hasRoomFor = [&](Index numbers) {
        return roomForNumbers(roomX, inner, columns, numbers, across) &&
               roomForNumbers(area.height() - fixed, inner, rows, numbers, down);
    };
    const bool wholeSums = hasRoomFor(inner);
    const bool numbered = asked || wholeSums || hasRoomFor(2);
    const LensPlaces places = asked ? LensPlaces::Around : LensPlaces::Page;
    const auto focus = [&](Index place) { return numbered ? std::optional(place) : std::nullopt; };
    const auto row = focus(moment.cell ? moment.cell->place.row : 0);
    const auto column = focus(moment.cell ? moment.cell->place.column : 0);
    // A sweep would turn the pages of the terms too fast to read.
    const auto term =
        focus(asked ? std::min(static_cast<Index>(moment.cell->partial.current), inner - 1) : 0);

    // Across: words, left, gap, right; the sum needs its width above the left one.
    double leftWidth = std::min(static_cast<double>(inner) * across.most, roomX);
    double rightWidth = std::min(static_cast<double>(columns) * across.most,
                                 roomX - std::min(leftWidth, roomX / 2));
    if (static_cast<double>(inner + columns) * across.most > roomX) {
        const double pitch = std::floor(roomX / static_cast<double>(inner + columns));
        std::tie(leftWidth, rightWidth) =
            pitch >= across.readable ? std::pair(pitch * static_cast<double>(inner),
                                                 pitch * static_cast<double>(columns))
                                     : shares(roomX, inner, columns, across.readable, wholeSums);
    }
    if (words + leftWidth < sumWidth)
        rightWidth = std::min(rightWidth, area.width() - sumWidth - gap);
    const double leftBlock = std::max(words + leftWidth, sumWidth);

    // Down: name, words, right, gap with the left one's name, left, bars.
    // Where the bars would have to be slivers below, and there is room, they stand at the right.
    const double barsLeft = area.left() + leftBlock + gap + rightWidth + gap;
    const bool barsBeside =
        area.right() - barsLeft >= 320 * s &&
        area.height() - fixed - stepsHeight < static_cast<double>(rows + inner) * 22 * s;
    if (barsBeside)
        stepsHeight = 0;
    double roomY = area.height() - fixed - stepsHeight;
    if (!barsBeside && roomY < static_cast<double>(rows + inner) * 22 * s) {
        const double less = std::min(stepsHeight - 64 * s, 50 * s);
        stepsHeight -= less;
        roomY += less;
    }
    if (!barsBeside && roomY < static_cast<double>(rows + inner) * down.readable &&
        (scene.display.presentation || wholeSums ||
         roomY + stepsHeight >= static_cast<double>(rows + inner) * down.readable)) {
        // Rather all numbers than the bars of one sum; before a class, as many as there can be.
        roomY += stepsHeight;
        stepsHeight = 0;
    }
    double rightHeight = static_cast<double>(inner) * down.most;
    double leftHeight = static_cast<double>(rows) * down.most;
    const double slack = std::max(0.0, leastUpper - name - columnWords - rightHeight);
    roomY -= slack;
    if (rightHeight + leftHeight > roomY) {
        const double pitch = std::floor(roomY / static_cast<double>(inner + rows));
        std::tie(rightHeight, leftHeight) =
            pitch >= down.readable
                ? std::pair(pitch * static_cast<double>(inner), pitch * static_cast<double>(rows))
                : shares(roomY, inner, rows, down.readable, wholeSums);
    }
    const double top = area.top();
    const double rightTop = top + slack + name + columnWords;
    const LensAxis innerDown = lensAxis(rightTop, inner, rightHeight, down, term, places);
    const double lowerTop = innerDown.start(innerDown.end) + gapDown + name / 2 + heads;
    const LensAxis rowsDown = lensAxis(lowerTop, rows, leftHeight, down, row, places);
    LensAxis innerAcross = lensAxis(0, inner, leftWidth, across, term, places);
    innerAcross.origin = area.left() + leftBlock - innerAcross.start(innerAcross.end);
    const LensAxis columnsAcross =
        lensAxis(area.left() + leftBlock + gap, columns, rightWidth, across, column, places);
    geometry.left = {innerAcross, rowsDown};
    geometry.right = {columnsAcross, innerDown};
    geometry.result = {columnsAcross, rowsDown};
    geometry.rightName =
        QRectF(columnsAcross.origin, top + slack, area.right() - columnsAcross.origin, name);
    geometry.leftName = QRectF(innerAcross.origin, rowsDown.origin - name - 2 * s - heads,
                               columnsAcross.origin - innerAcross.origin, name);
    // Beside the right one, however wide the left one is.
    const double ofSum = std::min(leftBlock, 340 * s);
    geometry.sum =
        QRectF(area.left() + leftBlock - ofSum, top, ofSum, geometry.leftName.top() - top - 4 * s);
    const double belowTop = rowsDown.start(rowsDown.end) + 12 * s;
    geometry.steps = QRectF(
        area.left(), belowTop,
        std::max(columnsAcross.start(columnsAcross.end), area.left() + leftBlock + gap + 300 * s) -
            area.left(),
        std::min(stepsHeight, area.bottom() - scaleHeight - belowTop - 4 * s));
    geometry.steps.setRight(std::min(geometry.steps.right(), area.right()));
    const double scaleTop = std::min(geometry.steps.bottom() + 10 * s, area.bottom() - scaleHeight);
    if (barsBeside)
        geometry.steps = QRectF(barsLeft, rowsDown.origin, area.right() - barsLeft,
                                std::min(34 * s + terms * 21 * s, scaleTop - rowsDown.origin));
    // Below the result, or where that is narrow so far to the left that names have room: those of
    // weights beside those of numbers around 0.
    const bool both = std::ranges::any_of(picture.operands, [&](const StepMatrix& operand) {
        return isSequential(operand.panel.name) != isSequential(picture.result.panel.name);
    });
    const bool cut = !geometry.left.isWhole() || !geometry.right.isWhole() ||
                     !geometry.left.isEven() || !geometry.right.isEven();
    // What is left out is said in full.
    const double behindNote = std::min(columnsAcross.origin, area.left() + (cut ? 440 : 300) * s);
    const double scaleLeft =
        std::clamp(area.right() - (both ? 600 : 450) * s, behindNote, columnsAcross.origin);
    geometry.scale = QRectF(scaleLeft, scaleTop, area.right() - scaleLeft, scaleHeight);
    geometry.note = QRectF(area.left(), scaleTop, scaleLeft - area.left() - 12 * s, scaleHeight);
    return geometry;
}

} // namespace headscope
