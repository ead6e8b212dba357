// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/frame/page_stack.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QMenu;
class QTabBar;
class QToolButton;

namespace headscope {

class Headline;
class SegmentedControl;

/// The row over the page: the tabs, the ways of the shown one, the laboratory, which of the
/// stage's tensors, and what the page brings itself.
class ViewHeader : public QWidget {
    Q_OBJECT

public:
    explicit ViewHeader(PageStack& pages, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// Shows which page is shown, and what its controls are for.
    void showPage(const PageControls& controls, const std::vector<PageStack::Tab>& tabs);

Q_SIGNALS:
    void tensorChosen(std::size_t tensor);
    void wordsChosen(bool words);

protected:
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void showTabs(const std::vector<PageStack::Tab>& tabs);
    void showWays(const std::vector<PageStack::Tab>& tabs);
    void showLaboratory(const std::vector<PageStack::Tab>& tabs);
    /// Where room is short all stand closer together.
    void fit();
    void stand(bool close);
    std::vector<const QWidget*> parts() const; ///< nullptr: the page brings none
    /// Of those that are seen, with such margins around and such spacing between them.
    int widthOfParts(const QMargins& margins, int spacing) const;
    int neededWidth() const; ///< where room is not short

    PageStack& m_pages;
    QHBoxLayout* m_row;
    QTabBar* m_tabs;
    SegmentedControl* m_ways;
    std::vector<int> m_wayTabs; ///< that its choices are
    QWidget* m_line;            ///< between tabs and laboratory
    QToolButton* m_laboratory;
    QMenu* m_experiments; ///< in that
    SegmentedControl* m_tensor;
    SegmentedControl* m_words; ///< or pieces of them
    Headline* m_sentence;
    QWidget* m_own = nullptr; ///< of the shown page
    bool m_severalTensors = false;
    bool m_hasPieces = false;
    bool m_inLaboratory = false;
    bool m_close = false;
};

} // namespace headscope
