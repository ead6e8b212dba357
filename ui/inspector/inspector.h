// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"
#include "scene/scene.h"

#include <QWidget>

#include <map>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace headscope {

class DerivationView;
class EachHeadView;
class HeadCostsView;
class SegmentedControl;
struct TraceCell;

/// "Where does this number come from?": the value that is asked, every operand
/// that made it and how, in a panel of 304 pixels at the right. It scrolls by
/// itself. What it shows is a function of the Scene; only which vectors are
/// unfolded is its own. Where there are heads a second page says what each looks at, and a third
/// what they cost.
class Inspector : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// What is in view of the shown matrix; nothing: all of it.
    void setSeen(const std::optional<CellSpan>& seen);
    DerivationView* view() const { return m_view; }
    EachHeadView* eachHead() const { return m_eachHead; }
    HeadCostsView* costs() const { return m_costs; }
    SegmentedControl* pages() const { return m_pages; }
    /// Opens the page that was chosen last beside `neighbour`, at first the one of each head or
    /// that of the number.
    void openFor(const void* neighbour, bool eachHead);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, 120}; }

Q_SIGNALS:
    /// An operand was activated: go there.
    void stepAsked(headscope::Stage stage, std::size_t tensor, headscope::PanelCell cell);
    /// A number of another block was activated, a cell of the whole trace: go there.
    void blockAsked(const headscope::TraceCell& cell);
    /// The lock was opened.
    void released();
    void headAsked(int head);
    /// The heads were sorted: from left to right; empty: by their numbers.
    void orderAsked(const std::vector<int>& order);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void apply();
    void retranslate();
    void showPage();

    Scene m_scene;
    bool m_stale = false; ///< a scene came while hidden
    QLabel* m_title;
    QToolButton* m_lock;
    SegmentedControl* m_pages; ///< which of the three
    QStackedWidget* m_stack;
    QScrollArea* m_scroll;
    DerivationView* m_view;
    QScrollArea* m_eachHeadScroll;
    EachHeadView* m_eachHead;
    QScrollArea* m_costsScroll;
    HeadCostsView* m_costs;
    enum Page { Number, EachHead, Costs };
    std::map<const void*, Page> m_chosen; ///< which is open, by neighbour
    const void* m_neighbour = nullptr;
};

} // namespace headscope
