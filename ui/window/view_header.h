// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/page_stack.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QHBoxLayout;
class QTabBar;

namespace headscope {

class Headline;
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
    /// Whether rows and columns may change places, where the page could.
    void setMayTurn(bool may);

Q_SIGNALS:
    void tensorChosen(std::size_t tensor);
    void valuesToggled(bool shown);
    void rowsAreKeysChosen(bool rowsAreKeys);

protected:
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void showTabs();
    void explainValues();
    /// Where room is short the words of the controls go, which explain themselves by tool tip and
    /// name; the tabs keep theirs.
    void fitWords();
    void write(int brevity);
    void showOptions();
    int neededWidth(int brevity) const;

    PageStack& m_pages;
    QHBoxLayout* m_row;
    QTabBar* m_tabs;
    SegmentedControl* m_tensor;
    QCheckBox* m_values;
    SegmentedControl* m_orientation;
    Headline* m_sentence;
    QWidget* m_own = nullptr; ///< of the shown page
    bool m_severalTensors = false;
    bool m_hasValues = false; ///< as the page says, whether there is room or not
    bool m_mayTurn = true;
    bool m_hasOrientation = false;
    struct Widths {
        int values = 0;
        int orientation = 0;
    };
    /// From all words to the fewest; empty until somebody sees them.
    std::vector<Widths> m_widths;
    int m_brevity = 0; ///< which of these is written
};

} // namespace headscope
