// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/page_stack.h"

#include <QWidget>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QTabBar;

namespace headscope {

class SegmentedControl;

/// The row over the page: the tabs, which of the stage's tensors, values in cells, whether rows
/// are queries or keys, and what the page brings itself.
class ViewHeader : public QWidget {
    Q_OBJECT

public:
    explicit ViewHeader(PageStack& pages, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// Shows which page is shown, and what its controls are for.
    void showPage();

Q_SIGNALS:
    void tensorChosen(std::size_t tensor);
    void valuesToggled(bool shown);
    void rowsAreKeysChosen(bool rowsAreKeys);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void showTabs();
    void explainValues();

    PageStack& m_pages;
    QHBoxLayout* m_row;
    QTabBar* m_tabs;
    SegmentedControl* m_tensor;
    QCheckBox* m_values;
    SegmentedControl* m_orientation;
    QLabel* m_sentence;
    QWidget* m_own = nullptr; ///< of the shown page
    bool m_severalTensors = false;
};

} // namespace headscope
