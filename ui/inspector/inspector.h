// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QToolButton;

namespace headscope {

class DerivationView;
struct TraceCell;

/// "Where does this number come from?": the value that is asked, every operand
/// that made it and how, in a panel of 304 pixels at the right. It scrolls by
/// itself. What it shows is a function of the Scene; only which vectors are
/// unfolded is its own.
class Inspector : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    DerivationView* view() const { return m_view; }
    QToolButton* lockButton() const { return m_lock; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, 120}; }

Q_SIGNALS:
    /// An operand was activated: go there.
    void stepAsked(headscope::Stage stage, std::size_t tensor, headscope::PanelCell cell);
    /// A number of another block was activated, a cell of the whole trace: go there.
    void blockAsked(const headscope::TraceCell& cell);
    /// The lock was opened.
    void released();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void apply();
    void retranslate();

    Scene m_scene;
    bool m_stale = false; ///< a scene came while hidden
    QLabel* m_title;
    QToolButton* m_lock;
    QScrollArea* m_scroll;
    DerivationView* m_view;
};

} // namespace headscope
