// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/attention_fields.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/spin_boxes.h"
#include "experiment/edit.h"
#include "scene/fonts.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QSignalBlocker>

#include <cmath>
#include <utility>

namespace headscope {

namespace {

QComboBox* combo(QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setFont(textFont(13));
    box->setFocusPolicy(Qt::StrongFocus);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return box;
}

/// Rounded as the field rounds, so that a value that is shown is not taken for another.
double shown(float scale) {
    return std::round(static_cast<double>(scale) * 1e4) / 1e4;
}

} // namespace

AttentionFields::AttentionFields(Edits& edits, QWidget* parent)
    : QObject(parent)
    , m_edits(edits)
    , m_guard(new FieldGuard([this] { m_edits.endField(); }, this))
    , m_scale(new NumberSpinBox(parent))
    , m_scaleRow(new FieldRow(m_scale, FieldRow::Layout::Beside, parent))
    , m_layout(combo(parent))
    , m_layoutRow(new FieldRow(m_layout, FieldRow::Layout::Beside, parent))
    , m_weights(combo(parent))
    , m_weightsRow(new FieldRow(m_weights, FieldRow::Layout::Beside, parent)) {
    m_scale->setFont(textFont(13));
    m_scale->setFocusPolicy(Qt::StrongFocus);
    m_scale->setDecimals(4);
    m_scale->setRange(0, 1000);
    m_scale->setSingleStep(0.05);
    m_scale->setKeyboardTracking(false); // "0.5" begins with 0, which means automatic
    for (QWidget* control : std::initializer_list<QWidget*>{m_scale, m_layout, m_weights})
        control->installEventFilter(m_guard);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const auto scale = value == 0 ? std::nullopt : std::optional(static_cast<float>(value));
        (void)m_edits.make(
            tr("change the scale"), [scale](const Experiment& e) { return withScale(e, scale); },
            QStringLiteral("scale"));
    });
    connect(m_layout, &QComboBox::activated, this, [this] {
        const auto layout = chosen<Layout>(m_layout);
        (void)m_edits.make(tr("change the layout"),
                           [layout](const Experiment& e) { return withLayout(e, layout); });
    });
    connect(m_weights, &QComboBox::activated, this, [this] {
        const auto layout = chosen<WeightLayout>(m_weights);
        (void)m_edits.make(tr("change how the weights are held"),
                           [layout](const Experiment& e) { return withWeightLayout(e, layout); });
    });
    retranslate();
}

void AttentionFields::showExperiment() {
    const AttentionConfig config = m_edits.now()->config;
    showScale();
    choose(m_layout, config.layout);
    choose(m_weights, config.weightLayout);
}

void AttentionFields::showScale() {
    const QSignalBlocker quiet(m_scale);
    if (m_scaleHidden) {
        m_scale->setSpecialValueText(QStringLiteral("?"));
        m_scale->setValue(m_scale->minimum());
        return;
    }
    const AttentionConfig config = m_edits.now()->config;
    const Result<HeadSizes> sizes = headSizes(config);
    const double automatic = sizes ? 1 / std::sqrt(static_cast<double>(sizes->keyDim)) : 1;
    m_scale->setSpecialValueText(tr("auto (%1)").arg(QString::number(automatic, 'g', 3)));
    const double value = config.scale ? shown(*config.scale) : 0;
    if (m_scale->value() != value)
        m_scale->setValue(value);
}

void AttentionFields::setScaleHidden(bool hidden) {
    if (std::exchange(m_scaleHidden, hidden) != hidden)
        showScale();
}

void AttentionFields::retranslate() {
    m_scaleRow->setTexts(
        tr("Scale"), tr("Scale"),
        tr("What the scores are multiplied by. Automatic, the lowest step: 1 ÷ √d_k of one head; "
           "1 ÷ √d_model is the usual mistake."));
    m_layoutRow->setTexts(tr("Layout"), tr("Layout"),
                          tr("The order of the axes in the trace: batch or sequence first. The "
                             "numbers are the same."));
    setEntries<Layout>(m_layout, {{tr("batch first"), Layout::BatchFirst},
                                  {tr("sequence first"), Layout::SequenceFirst}});
    m_weightsRow->setTexts(
        tr("Held as"), tr("How the weights are held"),
        tr("One matrix for all heads, as in PyTorch, or one for every head, as in textbooks. The "
           "numbers are the same."));
    setEntries<WeightLayout>(m_weights, {{tr("fused"), WeightLayout::Fused},
                                         {tr("one per head"), WeightLayout::PerHead}});
    showScale();
}

} // namespace headscope
