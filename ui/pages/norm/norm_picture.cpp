// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_picture.h"

#include "type/fonts.h"
#include "words/block_text.h"
#include "words/numbers/number_format.h"
#include "words/statements.h"
#include "words/word_notes.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double widestWord = 120;

/// The tensor of one block for one sequence, [rows, columns].
Tensor matrixOf(const Trace& block, TensorName name, Index sequence) {
    const auto panels = panelsOf(block, name, sequence);
    return panels.empty() ? Tensor() : panels.front().matrix;
}

/// What was taken first of the rows or columns.
const TraceStep* firstMean(const Trace& block) {
    const TraceStep* const mean = block.find(TensorName::Mean);
    return mean ? mean : block.find(TensorName::MeanSquare);
}

/// What the norm is taken of.
TensorName inputOf(const Trace& block) {
    const TraceStep* mean = firstMean(block);
    return mean && !mean->operands.empty() ? block[mean->operands[0]].name : TensorName::QueryInput;
}

/// Whether each token is normed by itself, over its features: it has a mean of its own.
bool isLayerNorm(const Trace& block) {
    const TraceStep* mean = firstMean(block);
    const TraceStep* normalised = block.find(TensorName::Normalised);
    if (!mean || !normalised)
        return false;
    const Tensor& means = mean->result;
    const Tensor& values = normalised->result;
    return means.size(2) == 1 && means.size(0) == values.size(0) && means.size(1) == values.size(1);
}

} // namespace

NormPicture::NormPicture(const Scene& scene)
    : m_scene(scene) {
    if (m_scene.isEmpty() || !m_scene.blocks || m_scene.kind() != ScopeKind::Norm)
        return;
    const Scope here = blockScope(m_scene.selection.scope).compared(Scope::ComparedNorm::None);
    const Index sequence = m_scene.selection.sequence;
    double largest = 0;
    for (const TraceScope& scope : m_scene.blocks->scopes) {
        const Scope place = blockScope(scope.path);
        if (scope.kind != ScopeKind::Norm || place.compared(Scope::ComparedNorm::None) != here)
            continue;
        const Trace block = slice(*m_scene.blocks->whole, scope.path).trace;
        m_shown = m_scene.selection.stage == Stage::Normalised   ? TensorName::Normalised
                  : m_scene.selection.stage == Stage::NormOutput ? TensorName::NormOutput
                                                                 : inputOf(block);
        NormBlock side;
        side.scope = scope.path;
        side.layer = isLayerNorm(block);
        side.values = matrixOf(block, m_shown, sequence);
        side.root = block.find(TensorName::MeanSquare) != nullptr;
        side.mean =
            matrixOf(block, side.root ? TensorName::MeanSquare : TensorName::Mean, sequence);
        side.variance = matrixOf(block, TensorName::Variance, sequence);
        if (const TraceStep* gain = block.find(TensorName::NormGain))
            side.gain = gain->result;
        if (const TraceStep* shift = block.find(TensorName::NormShift))
            side.shift = shift->result;
        if (side.values.isEmpty() || side.mean.isEmpty() || side.gain.isEmpty())
            continue;
        for (Index row = 0; row < side.values.size(0); ++row) {
            for (Index column = 0; column < side.values.size(1); ++column) {
                const double value = std::fabs(side.values(row, column));
                if (std::isfinite(value))
                    largest = std::max(largest, value);
            }
        }
        m_sides.push_back(std::move(side));
    }
    // The layer norm stands left, whichever of the two the model uses.
    std::ranges::stable_sort(m_sides, std::ranges::greater{}, &NormBlock::layer);
    m_range = largest > 0 ? ValueRange{-largest, largest} : ValueRange{-1, 1};
    m_rowLabels = m_sides.empty()
                      ? QStringList()
                      : labelsWithNotes(*m_scene.run, m_scene.selection.scope, Axis::Sequence,
                                        m_sides.front().values.size(0), sequence);
}

void NormPicture::layOut(const QRectF& area, double offerWidth) {
    NormGeometryInput in;
    in.textScale = m_scene.display.textScale;
    in.area = area.adjusted(24, 12, -24, -12);
    const QFontMetricsF metrics(textFont(13 * in.textScale, QFont::DemiBold));
    in.labelWidth = 28 * in.textScale;
    for (const QString& label : m_rowLabels)
        in.labelWidth = std::max(in.labelWidth, metrics.horizontalAdvance(label) + 8);
    in.labelWidth = std::min(in.labelWidth, widestWord);
    for (const NormBlock& side : m_sides)
        in.sides.push_back(side.layer);
    if (!m_sides.empty()) {
        in.rows = m_sides.front().values.size(0);
        in.columns = m_sides.front().values.size(1);
    }
    in.offerWidth = offerWidth;
    m_geometry = layoutNorm(in);
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        if (m_sides[i].variance.isEmpty())
            m_geometry.sides[i].variance = {};
        if (m_sides[i].shift.isEmpty())
            m_geometry.sides[i].shift = {};
    }
}

QStringList NormPicture::subtitles() const {
    const TensorStatement said = statementOf(m_scene, m_shown);
    const bool made = m_shown == TensorName::Normalised || m_shown == TensorName::NormOutput;
    const QString words = made ? said.formula : said.title;
    if (said.block.isEmpty())
        return {words};
    return {said.block + QStringLiteral(": ") + words, words, said.block};
}

QString NormPicture::sideTitle(const NormBlock& side) const {
    return side.root ? tr("RMS norm") : side.layer ? tr("Layer norm") : tr("Batch norm");
}

bool NormPicture::isEditable() const {
    return m_scene.run && !m_scene.isReadOnly() && !m_scene.run->origin().model;
}

bool NormPicture::valuesFit() const {
    return !m_geometry.sides.empty() &&
           typeFor(m_geometry.sides.front().matrix, m_scene.display.textScale).has_value();
}

const MatrixGeometry& NormPicture::gridOf(const NormTarget& target) const {
    const NormSide& side = m_geometry.sides[target.side];
    switch (target.name) {
    case TensorName::Mean:
    case TensorName::MeanSquare: return side.mean;
    case TensorName::Variance: return side.variance;
    case TensorName::NormGain: return side.gain;
    case TensorName::NormShift: return side.shift;
    default: return side.matrix;
    }
}

float NormPicture::valueOf(const NormTarget& target) const {
    const NormBlock& side = m_sides[target.side];
    switch (target.name) {
    case TensorName::Mean:
    case TensorName::MeanSquare: return side.mean(target.row, target.column);
    case TensorName::Variance: return side.variance(target.row, target.column);
    case TensorName::NormGain: return side.gain(target.column);
    case TensorName::NormShift: return side.shift(target.column);
    default: return side.values(target.row, target.column);
    }
}

std::array<TensorName, 5> NormPicture::tensorsOf(std::size_t side) const {
    const TensorName mean = m_sides[side].root ? TensorName::MeanSquare : TensorName::Mean;
    return {m_shown, mean, TensorName::Variance, TensorName::NormGain, TensorName::NormShift};
}

std::optional<NormTarget> NormPicture::targetAt(QPointF position) const {
    for (std::size_t side = 0; side < m_geometry.sides.size(); ++side) {
        for (const TensorName name : tensorsOf(side)) {
            const NormTarget target{side, name, 0, 0};
            if (const auto cell = gridOf(target).cellAt(position))
                return NormTarget{side, name, cell->row, cell->column};
        }
    }
    return std::nullopt;
}

Stage NormPicture::stageOfTarget(const NormTarget& target) const {
    switch (target.name) {
    case TensorName::Mean: return Stage::Mean;
    case TensorName::MeanSquare: return Stage::MeanSquare;
    case TensorName::Variance: return Stage::Variance;
    case TensorName::NormGain:
    case TensorName::NormShift: return Stage::NormOutput;
    default: return m_scene.selection.stage;
    }
}

std::pair<Stage, PanelCell> NormPicture::questionOf(const NormTarget& target) const {
    const Stage stage = stageOfTarget(target);
    const bool reduced =
        stage == Stage::Mean || stage == Stage::Variance || stage == Stage::MeanSquare;
    PanelCell cell{0, target.row, target.column};
    if (reduced) {
        // Of the matrix, too: at this stage its cells ask for the mean that they are part of.
        (m_sides[target.side].layer ? cell.column : cell.row) = 0;
    }
    return {stage, cell};
}

std::optional<NormTarget> NormPicture::askedTarget() const {
    const auto asked = m_scene.selection.asked();
    if (!asked)
        return std::nullopt;
    for (std::size_t side = 0; side < m_sides.size(); ++side) {
        if (m_sides[side].scope != m_scene.selection.scope)
            continue;
        const Stage stage = m_scene.selection.stage;
        NormTarget target{side, m_shown, asked->row, asked->column};
        if (stage == Stage::Mean)
            target.name = TensorName::Mean;
        else if (stage == Stage::MeanSquare)
            target.name = TensorName::MeanSquare;
        else if (stage == Stage::Variance)
            target.name = TensorName::Variance;
        else if (stage == Stage::NormOutput && m_scene.selection.tensor == 1)
            target.name = TensorName::NormGain;
        else if (stage == Stage::NormOutput && m_scene.selection.tensor == 2)
            target.name = TensorName::NormShift;
        const MatrixGeometry& grid = gridOf(target);
        if (target.row < grid.rows && target.column < grid.columns)
            return target;
    }
    return std::nullopt;
}

QString NormPicture::describe(const NormTarget& target) const {
    const NormBlock& side = m_sides[target.side];
    const QString value = fullText(valueOf(target));
    const QString token = m_rowLabels.value(target.row);
    const QString feature = QString::number(target.column + 1);
    switch (target.name) {
    case TensorName::NormGain: return tr("γ of feature %1: %2").arg(feature, value);
    case TensorName::NormShift: return tr("β of feature %1: %2").arg(feature, value);
    case TensorName::Mean:
        return side.layer ? tr("mean of token %1 over its features: %2").arg(token, value)
                          : tr("mean of feature %1 over all tokens: %2").arg(feature, value);
    case TensorName::MeanSquare: return tr("mean of the squares of token %1: %2").arg(token, value);
    case TensorName::Variance:
        return side.layer ? tr("variance of token %1 over its features: %2").arg(token, value)
                          : tr("variance of feature %1 over all tokens: %2").arg(feature, value);
    default: return tr("%1, token %2, feature %3: %4").arg(sideTitle(side), token, feature, value);
    }
}

} // namespace headscope
