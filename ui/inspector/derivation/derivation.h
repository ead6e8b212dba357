// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"
#include "scene/scene.h"
#include "tensor/axis.h"

#include <QBrush>
#include <QColor>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace headscope {

/// One cell of one step of a trace.
struct TraceCell {
    std::size_t step = 0;
    Cell cell;

    bool operator==(const TraceCell&) const = default;
};

/// A number that is shown. Where the trace holds it, `source` says in which
/// cell; a person can then go there.
struct ShownNumber {
    double value = 0;
    QString text;                    ///< as shown
    QString full;                    ///< the shortest text that reads back, for tooltips and copies
    std::optional<TraceCell> source; ///< empty for what is only computed here (products, sums)
    /// In the whole trace: the cell of another block that this number was computed in.
    std::optional<TraceCell> elsewhere = std::nullopt;
};

/// What a person can unfold in the panel; a matter of the panel alone.
struct Unfolding {
    /// Which component of q, k, v shows its terms.
    std::array<std::optional<Index>, 3> component;
    /// Whether q, k, v show all their components.
    std::array<bool, 3> all{};

    bool operator==(const Unfolding&) const = default;
};

/// What a click on a piece of the panel unfolds or folds.
struct UnfoldAction {
    Projection projection = Projection::Query;
    std::optional<Index> component; ///< nothing: all components or the first few

    bool operator==(const UnfoldAction&) const = default;
};

/// Some tokens of the text that a row looks at, in order; not all of a long one.
struct ShownText {
    struct Token {
        Index key = 0;
        QString word;
        bool startsWord = true;
        bool ownsSpace = false;
        bool isQuery = false;
        std::optional<QColor> ground; ///< nothing: the key has no weight
        ShownNumber number;
    };
    std::vector<Token> tokens;
    /// Whose lines are to be seen: places among the tokens.
    std::vector<std::size_t> around;
};

/// One line (or block of numbers) of the panel.
struct DerivationRow {
    enum class Kind {
        Equation,   ///< label … number
        Term,       ///< [label] numbers[0] × numbers[1] = numbers[2]
        Key,        ///< label, numbers[0] score, bar, numbers[1] weight
        Components, ///< the numbers of a vector, wrapped
        Note,       ///< words only
        Position,   ///< axis, label its index in words
        Unfold,     ///< words to click: more or fewer components
        Chart,      ///< room for the bars of the whole row
        Text,       ///< the row laid onto the text: `text`
    };
    Kind kind = Kind::Note;
    QString label; ///< markup of math_text.h
    std::vector<ShownNumber> numbers;
    std::optional<double> fraction;     ///< Key: length of the bar, 0 to 1; nothing: no bar
    bool asked = false;                 ///< Key, Components: the one in question
    bool strong = false;                ///< Equation: the value is a result
    bool masked = false;                ///< Key: hatched instead of a bar
    bool warning = false;               ///< Note: something is not as it should be
    std::optional<std::size_t> marked;  ///< Components: the unfolded one
    std::optional<AxisFamily> axis;     ///< Position
    std::optional<UnfoldAction> action; ///< Unfold; Components: of the first number
    QString outside;              ///< Key: it is not in view, in words; a click brings it there
    std::vector<ShownText> texts; ///< Text: parts that do not touch
};

/// A filled square with a letter or a number.
struct Badge {
    QString text;
    QColor colour;
};

/// Lines under one hairline.
struct DerivationSection {
    std::optional<Badge> badge;
    QString title;      ///< markup; may be empty
    bool quiet = false; ///< the title in ordinary weight
    QString remark;     ///< markup, to the right, instead of a value
    std::optional<ShownNumber> value;
    std::vector<DerivationRow> rows;
};

/// The row of a softmax, for a chart.
struct RowOfKeys {
    QStringList labels; ///< no markup
    std::vector<float> weights;
    std::vector<float> scores;
    std::vector<bool> masked;
    Index asked = 0;
};

/// All that the panel says about one cell; no geometry, no widget.
struct Derivation {
    std::optional<Badge> badge;
    /// Words (even places) and tokens (odd places): "query", "机票", "→ key", "订了".
    QStringList title;
    QBrush swatch; ///< the cell as it is drawn elsewhere
    ShownNumber result;
    QString caption;
    QString block; ///< "encoder 7 · self-attention"; empty where there is only one
    std::vector<DerivationSection> sections;
    std::optional<RowOfKeys> chart; ///< where a row has too many keys for a table

    bool isEmpty() const { return title.isEmpty(); }
};

class PanelCache;
/// Why the asked cell of the scene has its value. Empty where nothing is asked
/// or the cell does not exist (any more). `seen`: what is in view of the shown matrix; nothing:
/// all of it.
Derivation derivationOf(const Scene& scene, const Unfolding& unfolding, PanelCache& cache,
                        const std::optional<CellSpan>& seen = {});

/// The terms that a component of q, k or v would unfold, a line each, as shown.
QStringList termsOf(const Scene& scene, const UnfoldAction& component, PanelCache& cache);

enum class LongRow : bool { Left, Whole };
/// The same as lines of text, every number in full precision; also, or but for, the keys of
/// a row that only a chart shows.
QString plainText(const Derivation& derivation, LongRow row = LongRow::Whole);

} // namespace headscope
