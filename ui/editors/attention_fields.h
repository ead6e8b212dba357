// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/field_guard.h"
#include "editors/edits.h"

#include <QObject>

class QComboBox;
class QDoubleSpinBox;
class QWidget;

namespace headscope {

class FieldRow;

/// Choices of attention that change how it is written down, not what is computed,
/// but for the scale: three rows for a panel to place.
class AttentionFields : public QObject {
    Q_OBJECT

public:
    AttentionFields(Edits& edits, QWidget* parent);

    void showExperiment();
    void retranslate();
    /// "?" in the place of the scale: it is what is asked for.
    void setScaleHidden(bool hidden);
    FieldRow* scaleRow() const { return m_scaleRow; }
    FieldRow* layoutRow() const { return m_layoutRow; }
    FieldRow* weightsRow() const { return m_weightsRow; }

private:
    void showScale();

    Edits& m_edits;
    FieldGuard* m_guard;
    QDoubleSpinBox* m_scale;
    bool m_scaleHidden = false;
    FieldRow* m_scaleRow;
    QComboBox* m_layout;
    FieldRow* m_layoutRow;
    QComboBox* m_weights;
    FieldRow* m_weightsRow;
};

} // namespace headscope
