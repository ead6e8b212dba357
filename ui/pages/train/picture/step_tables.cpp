// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/step_tables.h"

#include "pages/train/train_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace headscope {

namespace {

/// What stands at a row of the logits: the word that is read there, and which of several answers
/// it is.
QString placeName(const TrainScene& scene, std::size_t row) {
    const Dataset& data = scene.moment.data();
    const auto groups = static_cast<std::size_t>(std::max<Index>(1, data.groups));
    const QStringList words = shownWords(data.watchedTokens);
    const QString place = words.value(static_cast<qsizetype>(row / groups));
    const int holder = row < data.watched.holders.size() ? data.watched.holders[row] : -1;
    return groups > 1 && holder >= 0 ? QStringLiteral("%1, %2").arg(place, words.value(holder))
                                     : place;
}

std::vector<std::size_t> askedRows(const RecordedStep& step) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < step.targets.size(); ++row) {
        if (step.targets[row] >= 0)
            rows.push_back(row);
    }
    return rows;
}

} // namespace

LogitTable logitTable(const TrainScene& scene, int most) {
    const RecordedStep& step = scene.at();
    const Tensor& logits = step.logits;
    LogitTable table;
    if (logits.rank() != 2)
        return table;
    const Index classes = logits.size(1);
    table.allClasses = static_cast<int>(classes);
    std::vector<std::size_t> rows = askedRows(step);
    if (scene.moment.data().groups > 1) {
        // Of several answers nearly all say that there is nothing to say: the last class.
        std::vector<std::size_t> telling;
        std::ranges::copy_if(rows, std::back_inserter(telling), [&](std::size_t row) {
            return step.targets[row] + 1 < static_cast<int>(classes);
        });
        if (!telling.empty())
            rows = std::move(telling);
    }
    const auto at = [&](std::size_t row, int column) {
        return logits(static_cast<Index>(row), column);
    };
    std::vector<float> highest(static_cast<std::size_t>(classes), -INFINITY);
    std::vector<bool> isRight(highest.size());
    for (const std::size_t row : rows) {
        isRight[static_cast<std::size_t>(step.targets[row])] = true;
        for (Index column = 0; column < classes; ++column) {
            auto& best = highest[static_cast<std::size_t>(column)];
            best = std::max(best, at(row, static_cast<int>(column)));
        }
    }
    table.classes.resize(highest.size());
    std::iota(table.classes.begin(), table.classes.end(), 0);
    std::ranges::stable_sort(table.classes, [&](int a, int b) {
        const auto rank = [&](int c) {
            const auto place = static_cast<std::size_t>(c);
            return std::pair(!isRight[place], -highest[place]);
        };
        return rank(a) < rank(b);
    });
    table.classes.resize(
        std::min(table.classes.size(), static_cast<std::size_t>(std::max(1, most))));
    std::ranges::sort(table.classes);
    const QStringList words = shownWords(scene.moment.data().classes);
    for (const int column : table.classes)
        table.columns << words.value(column);
    for (const std::size_t row : rows) {
        table.rows << placeName(scene, row);
        const auto right = std::ranges::find(table.classes, step.targets[row]);
        table.right.push_back(
            right == table.classes.end() ? -1 : static_cast<int>(right - table.classes.begin()));
        for (const int column : table.classes) {
            table.values.push_back(at(row, column));
            table.largest = std::max(table.largest, std::fabs(table.values.back()));
        }
    }
    return table;
}

std::vector<LossRow> lossRows(const TrainScene& scene) {
    const RecordedStep& step = scene.at();
    std::vector<LossRow> rows;
    if (step.logits.rank() != 2)
        return rows;
    const QStringList words = shownWords(scene.moment.data().classes);
    for (const std::size_t row : askedRows(step)) {
        double largest = -INFINITY;
        for (Index column = 0; column < step.logits.size(1); ++column)
            largest = std::max(largest,
                               static_cast<double>(step.logits(static_cast<Index>(row), column)));
        double sum = 0;
        for (Index column = 0; column < step.logits.size(1); ++column)
            sum += std::exp(static_cast<double>(step.logits(static_cast<Index>(row), column)) -
                            largest);
        LossRow made;
        made.place = placeName(scene, row);
        made.right = words.value(step.targets[row]);
        made.nats = std::log(sum) + largest -
                    static_cast<double>(step.logits(static_cast<Index>(row), step.targets[row]));
        made.probability = std::exp(-made.nats);
        rows.push_back(std::move(made));
    }
    return rows;
}

} // namespace headscope
