// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/value_range.h"
#include "words/numbers/number_format.h"

#include <QStringList>

#include <optional>
#include <utility>

namespace headscope {

/// How its numbers are written near 1.
inline NearOne nearOneOf(TensorName name) {
    return isShare(name) ? NearOne::Told : NearOne::Rounded;
}

/// "0:0.25" as a person types it, a decimal comma too; nothing where it is no range: two finite
/// numbers, the first below the second.
std::optional<ValueRange> typedRangeFrom(const QString& text);
/// The same as it is typed again.
QString typedRangeText(const ValueRange& range);

/// A range in words: "0 – 1", "±37.12".
QString rangeName(const ValueRange& range);
/// The same of a scale: "0 – largest of the row" where each row has its own.
QString rangeName(const ValueScale& scale);
/// What stands at the two ends of a colour bar, in numbers or, where each row has its own, in
/// words.
std::pair<QString, QString> scaleEnds(const ValueScale& scale);
/// What has to be said beside a bar so that it is true: "one range for all heads, square root".
/// The first has most to say, the last is what may not be left out, "√" at the least; may be
/// empty. `several`: more than one head is seen. `row` is the asked one, −1 where none is.
QStringList scaleWords(const RangeChoice& choice, const ValueScale& scale, bool several,
                       Index row = -1);

} // namespace headscope
