// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/attention_fields.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "experiment/edit.h"
#include "scene/fonts.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QSignalBlocker>

#include <cmath>

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

AttentionFields::AttentionFields(QWidget* parent)
    : QObject(parent)
    , m_scale(new QDoubleSpinBox(parent))
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
        control->installEventFilter(this);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const QString name = QStringLiteral("scale");
        const Result<Experiment> next =
            withScale(m_session.from(name, m_experiment),
                      value == 0 ? std::nullopt : std::optional(static_cast<float>(value)));
        if (next && !(*next == m_experiment))
            Q_EMIT edited(tr("change the scale"), *next, m_session.made(*next));
    });
    connect(m_layout, &QComboBox::activated, this, [this](int index) {
        m_session.end();
        const Experiment next = withLayout(m_experiment, static_cast<Layout>(index));
        if (!(next == m_experiment))
            Q_EMIT edited(tr("change the layout"), next, {});
    });
    connect(m_weights, &QComboBox::activated, this, [this](int index) {
        m_session.end();
        const Experiment next = withWeightLayout(m_experiment, static_cast<WeightLayout>(index));
        if (!(next == m_experiment))
            Q_EMIT edited(tr("change how the weights are held"), next, {});
    });
    retranslate();
}

void AttentionFields::setExperiment(const Experiment& experiment) {
    if (m_hasExperiment && experiment == m_experiment)
        return;
    m_experiment = experiment;
    m_hasExperiment = true;
    showScale();
    m_layout->setCurrentIndex(static_cast<int>(experiment.config.layout));
    m_weights->setCurrentIndex(static_cast<int>(experiment.config.weightLayout));
}

void AttentionFields::showScale() {
    const Result<HeadSizes> sizes = headSizes(m_experiment.config);
    const double automatic = sizes ? 1 / std::sqrt(static_cast<double>(sizes->keyDim)) : 1;
    const QSignalBlocker quiet(m_scale);
    m_scale->setSpecialValueText(tr("auto (%1)").arg(QString::number(automatic, 'g', 3)));
    const double value = m_experiment.config.scale ? shown(*m_experiment.config.scale) : 0;
    if (m_scale->value() != value)
        m_scale->setValue(value);
}

void AttentionFields::retranslate() {
    m_scaleRow->setTexts(
        tr("Scale"), tr("Scale"),
        tr("What the scores are multiplied by. Automatic, the lowest step: 1 ÷ √d_k of one head; "
           "1 ÷ √d_model is the usual mistake."));
    m_layoutRow->setTexts(tr("Layout"), tr("Layout"),
                          tr("The order of the axes in the trace: batch or sequence first. The "
                             "numbers are the same."));
    setEntries(m_layout, {tr("batch first"), tr("sequence first")});
    m_weightsRow->setTexts(
        tr("Held as"), tr("How the weights are held"),
        tr("One matrix for all heads, as in PyTorch, or one for every head, as in textbooks. The "
           "numbers are the same."));
    setEntries(m_weights, {tr("fused"), tr("one per head")});
    if (m_hasExperiment)
        showScale();
}

bool AttentionFields::eventFilter(QObject* watched, QEvent* event) {
    auto* control = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && control && !control->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::FocusOut)
        m_session.end();
    return QObject::eventFilter(watched, event);
}

} // namespace headscope
