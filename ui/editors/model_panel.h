// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/field_guard.h"
#include "editors/edits.h"
#include "support/result.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace headscope {

class FieldRow;
class SizeSpinBox;

/// What stands around attention: the model, its layers, feed-forward network and
/// norms, positions and vocabulary. Shows an experiment and gives back intents.
class ModelPanel : public QWidget {
    Q_OBJECT

public:
    ModelPanel(Edits& edits, QWidget* parent);

    void showExperiment();
    /// "attention alone", "encoder ×12 + positions".
    QString summary() const;

Q_SIGNALS:
    void rejected(QWidget* field, const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectFields();
    void retranslate();
    void propose(FieldRow* row, QWidget* field, const QString& text, const Edits::Change& change,
                 const QString& name = {});
    /// The model with one part changed, as one step.
    void change(FieldRow* row, QWidget* field, const QString& text,
                const std::function<void(ModelConfig&)>& how, const QString& name = {});

    Edits& m_edits;
    FieldGuard* m_guard;
    QComboBox* m_model = nullptr;
    QSpinBox* m_layers = nullptr;
    SizeSpinBox* m_hidden = nullptr;
    QComboBox* m_activation = nullptr;
    QComboBox* m_norm = nullptr;
    QComboBox* m_placement = nullptr;
    QCheckBox* m_gated = nullptr;
    QCheckBox* m_lastNorm = nullptr;
    QCheckBox* m_residual = nullptr;
    QCheckBox* m_compare = nullptr;
    QCheckBox* m_positions = nullptr;
    QCheckBox* m_rotary = nullptr;
    QLineEdit* m_vocabulary = nullptr;
    FieldRow* m_modelRow = nullptr;
    FieldRow* m_layersRow = nullptr;
    FieldRow* m_hiddenRow = nullptr;
    FieldRow* m_activationRow = nullptr;
    FieldRow* m_normRow = nullptr;
    FieldRow* m_placementRow = nullptr;
    FieldRow* m_vocabularyRow = nullptr;
};

} // namespace headscope
