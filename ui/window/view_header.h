// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QWidget>

class QCheckBox;
class QTabBar;

namespace headscope {

class SegmentedControl;

/// The row over the view: which view, which of the stage's tensors, values in
/// cells, and whether rows are queries or keys.
class ViewHeader : public QWidget {
    Q_OBJECT

public:
    explicit ViewHeader(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    int currentView() const;
    void setCurrentView(int index);

Q_SIGNALS:
    void viewChosen(int index);
    void tensorChosen(std::size_t tensor);
    void valuesToggled(bool shown);
    void rowsAreKeysChosen(bool rowsAreKeys);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();

    QTabBar* m_tabs;
    SegmentedControl* m_tensor;
    QCheckBox* m_values;
    SegmentedControl* m_orientation;
};

} // namespace headscope
