// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/status_line.h"

#include "scene/fonts.h"
#include "scene/matrix_panel.h"
#include "scene/number_format.h"
#include "scene/statements.h"
#include "window/language.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

bool isFullyMasked(const Tensor& mayAttend, Index row) {
    for (Index key = 0; key < mayAttend.size(1); ++key) {
        if (mayAttend(row, key) != 0.0F)
            return false;
    }
    return true;
}

} // namespace

RowSums checkRowSums(const Trace& block, const AxisTokens& tokens, Index sequence) {
    RowSums sums;
    const std::vector<MatrixPanel> heads =
        panelsOf(block, tokens, TensorName::AttentionWeights, sequence);
    sums.any = !heads.empty();
    if (!sums.any)
        return sums;
    // The masks of the scores: those of the weights leave out rows that show something.
    const std::vector<MatrixPanel> masked =
        panelsOf(block, TensorName::MaskedScores, sequence, false);
    const TraceStep* mask = block.find(TensorName::MayAttend);
    // One mask for all heads has its rows once, not once for every head.
    const bool ofEachHead =
        mask && std::ranges::find(mask->result.axes(), Axis::Heads) != mask->result.axes().end();
    for (const MatrixPanel& head : heads) {
        const auto& allowed = masked[static_cast<std::size_t>(head.head)].mayAttend;
        const Tensor& weights = head.matrix;
        const Index keys = weights.size(1);
        const double tolerance = sumTolerance(static_cast<std::size_t>(keys));
        for (Index row = 0; row < std::min(weights.size(0), head.paddingFrom); ++row) {
            const float* values = weights.data() + row * weights.stride(0);
            double sum = 0;
            for (Index key = 0; key < keys; ++key)
                sum += values[key * weights.stride(1)];
            if (allowed && isFullyMasked(*allowed, row))
                sums.fullyMasked += ofEachHead || &head == &heads.front();
            else if (std::isnan(sum))
                ++sums.notANumber;
            else if (std::fabs(sum - 1) > tolerance)
                sums.allOne = false;
        }
    }
    sums.allOne = sums.allOne && sums.notANumber == 0;
    return sums;
}

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this)) {
    setFixedHeight(24);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(m_label, 1);
    m_label->setFont(textFont(12));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setMinimumWidth(10);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void StatusLine::setScene(const Scene& scene) {
    const bool newTrace = scene.trace != m_scene.trace;
    if (newTrace)
        m_message.clear();
    // A pass over all weights: not for every move of the pointer.
    if (scene.trace && (newTrace || scene.selection.sequence != m_scene.selection.sequence))
        m_sums = checkRowSums(*scene.trace, scene.tokens(), scene.selection.sequence);
    m_scene = scene;
    compose();
}

void StatusLine::setError(const std::optional<Error>& error) {
    m_error = error;
    compose();
}

void StatusLine::showMessage(const QString& sentence) {
    m_message = sentence;
    compose();
}

void StatusLine::setViewSentence(const QString& sentence) {
    if (std::exchange(m_viewSentence, sentence) == sentence)
        return;
    m_message.clear(); // an older one
    compose();
}

QString StatusLine::text() const {
    return m_label->text();
}

QString StatusLine::fullyMaskedFact(int rows) const {
    switch (m_scene.trace->find(TensorName::AttentionWeights)->fullyMasked) {
    case FullyMasked::Zeros:
        return tr("%n row(s) fully masked: zeros, as scaled_dot_product_attention gives since "
                  "PyTorch 2.5",
                  nullptr, rows);
    case FullyMasked::NaN:
        return tr("%n row(s) fully masked: NaN, as nn.MultiheadAttention gives", nullptr, rows);
    case FullyMasked::Uniform:
        return tr("%n row(s) fully masked: uniform, as models give that mask with the smallest "
                  "finite number",
                  nullptr, rows);
    }
    return {};
}

int StatusLine::stageCount() const {
    if (!m_scene.isModel())
        return static_cast<int>(stagesOf(m_scene.kind(), *m_scene.trace).size());
    if (m_countedRun == m_scene.blocks->whole)
        return m_stageCount;
    m_countedRun = m_scene.blocks->whole;
    m_stageCount = 0;
    for (const TraceScope& scope : m_scene.blocks->scopes)
        m_stageCount += static_cast<int>(
            stagesOf(scope.kind, slice(*m_scene.blocks->whole, scope.path).trace).size());
    return m_stageCount;
}

QStringList StatusLine::facts() const {
    QStringList facts;
    if (m_scene.isEmpty())
        return facts;
    if (const auto time = m_scene.computeMilliseconds)
        facts << tr("%n stage(s) in %1 ms", nullptr, stageCount()).arg(numberText(*time, 2));
    else
        facts << tr("%n stage(s)", nullptr, stageCount());
    if (const QString block = blockTitle(m_scene.blocks.get()); !block.isEmpty())
        facts << block;
    const Selection& selection = m_scene.selection;
    const RowSums& sums = m_sums;
    if (sums.notANumber > 0)
        facts << tr("%n row(s) contain NaN: scores too large for float32", nullptr,
                    static_cast<int>(sums.notANumber));
    else if (sums.fullyMasked > 0)
        facts << fullyMaskedFact(static_cast<int>(sums.fullyMasked));
    else if (sums.any && sums.allOne)
        facts << tr("✓ every row sums to 1");
    else if (sums.any)
        facts << tr("not every row sums to 1");
    if (m_scene.trace->find(TensorName::DroppedWeights))
        facts << tr("after dropout rows need not sum to 1");
    if (m_scene.trace->find(TensorName::MayAttend)) {
        const auto panel =
            panelsOf(*m_scene.trace, TensorName::MayAttend, selection.sequence).front();
        Index masked = 0;
        for (Index row = 0; row < panel.matrix.size(0); ++row) {
            for (Index column = 0; column < panel.matrix.size(1); ++column)
                masked += panel.matrix(row, column) == 0.0F;
        }
        facts << tr("mask: %1 of %2 pairs forbidden")
                     .arg(masked)
                     .arg(panel.matrix.size(0) * panel.matrix.size(1));
    }
    if (selection.locked && isQueryKeyStage(selection.stage)) {
        const auto panels = panelsOf(*m_scene.trace, TensorName::Scores, selection.sequence, false);
        const QStringList queries = rowLabels(m_scene.tokens(), panels.front(), selection.sequence);
        const QStringList keys = columnLabels(m_scene.tokens(), panels.front(), selection.sequence);
        facts << tr("locked: query %1, key %2; Esc releases")
                     .arg(queries.value(selection.locked->row),
                          keys.value(selection.locked->column));
    } else if (selection.locked) {
        facts << tr("locked; Esc releases");
    }
    facts << tr("seed %1").arg(m_scene.experiment->seed);
    return facts;
}

void StatusLine::compose() {
    const bool wrong = m_error.has_value();
    m_label->setForegroundRole(wrong ? QPalette::BrightText : QPalette::PlaceholderText);
    QString text = facts().join(QStringLiteral("   •   "));
    if (wrong)
        text = translated(*m_error);
    else if (!m_message.isEmpty())
        text = m_message;
    else if (!m_viewSentence.isEmpty())
        text = m_viewSentence;
    if (text != m_label->text()) {
        m_label->setText(text);
        m_label->setToolTip(text);
    }
}

void StatusLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        compose();
    QWidget::changeEvent(event);
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(QRect(0, 0, width(), 1), palette().mid());
}

} // namespace headscope
