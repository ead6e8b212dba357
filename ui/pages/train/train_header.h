// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"

#include <QWidget>

class QCheckBox;
class QComboBox;

namespace headscope {

class SegmentedControl;

/// What stands beside the tabs while the Train page is shown: which layer, what of the heads, and
/// whether the playhead goes with the newest step.
class TrainHeader : public QWidget {
    Q_OBJECT

public:
    explicit TrainHeader(QWidget* parent = nullptr);

    /// The scene must not be empty.
    void setScene(const TrainScene& scene);
    /// Of the whole page: where it is narrow, little is said.
    void setPageWidth(int width);

Q_SIGNALS:
    void attentionAsked(const std::string& scope, headscope::TrainValues values);
    void followAsked(bool on);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showFollow();

    SegmentedControl* m_layers; ///< of the shown kind of attention, where there are several
    std::vector<std::string> m_layerScopes;
    std::string m_scope;
    QComboBox* m_values;
    QCheckBox* m_follow;
    int m_pageWidth = 0;
};

} // namespace headscope
