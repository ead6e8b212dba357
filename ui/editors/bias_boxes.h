// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"

#include <QWidget>

#include <array>

class QCheckBox;

namespace headscope {

/// Four boxes, Q K V O: which of the projections add a bias.
class BiasBoxes : public QWidget {
    Q_OBJECT

public:
    explicit BiasBoxes(QWidget* parent = nullptr);

    /// Of that block.
    void setWeights(const Parameters& weights, const Scope& scope);

Q_SIGNALS:
    void toggled(headscope::Role bias, bool on);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    std::array<QCheckBox*, projections.size()> m_boxes{};
};

} // namespace headscope
