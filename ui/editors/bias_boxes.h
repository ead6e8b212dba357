// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/weights.h"

#include <QWidget>

#include <array>

class QCheckBox;

namespace headscope {

/// Four boxes, Q K V O: which of the weightRoles add a bias.
class BiasBoxes : public QWidget {
    Q_OBJECT

public:
    explicit BiasBoxes(QWidget* parent = nullptr);

    void setWeights(const AttentionWeights& weights);

Q_SIGNALS:
    void toggled(headscope::WeightRole role, bool bias);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    std::array<QCheckBox*, weightRoles.size()> m_boxes{};
};

} // namespace headscope
