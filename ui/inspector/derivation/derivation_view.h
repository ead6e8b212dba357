// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation_geometry.h"
#include "inspector/derivation/panel_cache.h"
#include "inspector/derivation/trace_walk.h"

#include <QWidget>

namespace headscope {

class RowChart;

/// The derivation of the asked cell, painted. Numbers that the window can show
/// elsewhere and vectors that can unfold are targets: of the pointer, and of a
/// cursor that the arrow keys move.
class DerivationView : public QWidget {
    Q_OBJECT

public:
    explicit DerivationView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// What is in view of the shown matrix; nothing: all of it.
    void setSeen(const std::optional<CellSpan>& seen);
    const Scene& scene() const { return m_scene; }
    /// The width with the scroll bar, which takes its room out of the right padding:
    /// the content does not move when it comes and goes. Its minimum height is that of
    /// the content and follows from this width alone.
    void setPanelWidth(int width);
    const Derivation& derivation() const { return m_derivation; }
    const DerivationGeometry& geometryNow() const { return m_geometry; }
    const Unfolding& unfolding() const { return m_unfolding; }
    /// The line and number at the keyboard's cursor, -1 without one.
    int cursor() const { return m_cursor; }
    /// From the widget's left edge to the content.
    double contentLeft() const;

    QSize sizeHint() const override;

    /// The whole derivation as text, onto the clipboard.
    void copyAll() const;

Q_SIGNALS:
    void stepAsked(headscope::Stage stage, std::size_t tensor, headscope::PanelCell cell);
    /// A cell of the whole trace, in another block.
    void blockAsked(const headscope::TraceCell& cell);
    void released();
    /// The keyboard's cursor stands here now; whoever scrolls should show it.
    void cursorMoved(const QRect& rect);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void relayout();
    DerivationGeometry layoutNew() const;
    void placeChart();
    void describeCursor();
    void setCursorTarget(int target);
    void moveCursor(int lines, int within);
    void activate(int target);
    int targetAt(QPointF position) const;
    bool isActive(const LaidTarget& target) const {
        return target.source || target.action || target.elsewhere;
    }
    QRectF onWidget(const QRectF& rect) const { return rect.translated(contentLeft(), 0); }
    QString emptyHint() const;

    Scene m_scene;
    std::optional<CellSpan> m_seen;
    Unfolding m_unfolding;
    PanelCache m_cache;
    Derivation m_derivation;
    DerivationGeometry m_geometry;
    RowChart* m_chart = nullptr; ///< made with the first long row
    int m_panelWidth = 0;
    int m_cursor = -1;
    int m_hovered = -1;
};

} // namespace headscope
