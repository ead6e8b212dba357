// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "comparison/compare_controls.h"
#include "jobs/latest_runner.h"
#include "pages/heads/compare/compare_sheet.h"
#include "pages/page.h"
#include "scene/intent.h"

#include <QWidget>

namespace headscope {

/// Two states beside each other, and B − A. A function of the Scene; what people want comes out
/// as intents.
class CompareView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize minimumSizeHint() const override { return {360, 320}; }

    /// nullptr while nothing is computed.
    const CompareContent* content() const { return m_content.get(); }
    const CompareGeometry& geometryNow() const { return m_geometry; }
    bool showsA() const { return m_showsA; }
    bool valuesFit() const;
    /// One, whose cells say what A, B and their difference are there.
    std::vector<CellTable> cellTables() override;
    /// Beside the colour bars.
    const ColourPlace& colourPlace() const { return m_colourPlace; }
    /// Waits for what is computed for the picture.
    void finish() { m_maker.finish(); }
    /// The menus of A and B.
    QComboBox& choice(bool isB) const { return m_controls->choice(isB); }

Q_SIGNALS:
    void asked(const headscope::Intent& intent);
    void laidOut();
    /// A sentence about what cannot be done.
    void said(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Asks for the content of the scene; until it is there the old one stays.
    void rebuild();
    void take(std::shared_ptr<const CompareContent> content);
    void relayout();
    void setShowsA(bool on);
    void sayNotTyped();
    std::optional<MatrixGeometry::Position> cellAt(QPointF position) const;
    /// Which of the cells that changed most is there.
    std::optional<std::size_t> changeAt(QPointF position) const;
    std::optional<std::size_t> headAt(QPointF position) const;
    std::optional<PanelCell> askedCell() const;
    PanelCell panelCell(Index row, Index column) const;
    QString describe(Index row, Index column) const;
    void announce();

    Scene m_scene;
    std::shared_ptr<const CompareContent> m_content;
    CompareGeometry m_geometry;
    CompareImages m_images;
    ColourPlace m_colourPlace;
    CompareControls* m_controls;
    bool m_showsA = false;
    /// Last: what it delivers changes the above.
    LatestRunner<Scene, std::shared_ptr<const CompareContent>> m_maker;
};

} // namespace headscope
