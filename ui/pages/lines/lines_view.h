// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/lines/lines_geometry.h"
#include "pages/lines/lines_picture.h"
#include "pages/lines/lines_rows.h"
#include "pages/lines/lines_sheet.h"

#include <QAbstractScrollArea>
#include <QImage>

namespace headscope {

class LinesBar;

/// Query tokens at the left, key tokens at the right, a line for each weight. Who is pointed at is
/// told; who is shown as asked comes with the scene.
class LinesView : public QAbstractScrollArea, public CellPicture {
    Q_OBJECT

public:
    explicit LinesView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    const LinesChoice& choice() const { return m_choice; }
    void setChoice(const LinesChoice& choice);

    const LinesPicture& picture() const { return m_picture; }
    const std::optional<AskedToken>& asked() const { return m_asked; }
    const LinesGeometry& geometryNow() const { return m_geometry; }
    /// Of every head that is there: who looks at what.
    std::vector<CellTable> cellTables() override;
    LinesBar* bar() const { return m_bar; }
    /// Rows `factor` times as high; what is at a height of the view stays there.
    void zoomBy(double factor, double y);
    /// All rows, or as many as can be read, as it is where nobody zooms.
    void showWhole();
    QSize sizeHint() const override { return {700, 500}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

Q_SIGNALS:
    void hovered(const std::optional<headscope::PanelCell>& cell);
    void locked(const std::optional<headscope::PanelCell>& cell);
    void soloAsked(int head);
    void headAsked(int head);
    /// Side, percent or heads were chosen here.
    void choiceChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// What a point of the view is about.
    struct Target {
        LinesSide side = LinesSide::Query;
        Index token = 0;
        std::optional<PanelCell> cell; ///< of the table; else the token's strongest
    };
    std::optional<Target> targetAt(QPointF position) const;
    PanelCell cellOf(const Target& target) const;
    void ask(const Target& target, bool lock);
    /// Moves the asked token of the side by so many places.
    void walk(int by);
    void scrollTo(Index token);
    void setPitch(double pitch, double scroll);
    bool zoomKey(int key);
    /// Height of the view that the keys zoom at.
    double zoomCentre() const;
    void press(QPointF position);
    void turnColumns(int by);
    void rebuild();
    void askAgain();
    bool isPresented() const { return m_scene.display.presentation; }
    double textScale() const;
    /// What presentation mode says of the asked cell.
    QString askedSentence(const PanelCell& cell) const;
    LinesGeometryInput geometryInput(int width) const;
    void relayout();
    void describe();
    LinesDrawingInput drawingInput() const;
    /// The lines of everybody as a picture: they are the same for every frame.
    const QImage& background(const LinesDrawingInput& input);

    Scene m_scene;
    LinesChoice m_choice;
    LinesPicture m_picture;
    std::optional<AskedToken> m_asked;
    LinesGeometry m_geometry;
    LinesBar* m_bar;
    int m_firstColumn = 0;
    double m_pitch = 0;  ///< of a row, as zoomed; 0: as it is by itself
    double m_scroll = 0; ///< in parts of a pixel, which the scroll bar has not
    SortedRows m_sorted;
    /// A press, until it is known whether it drags.
    struct Drag {
        QPointF from;
        double scroll = 0; ///< then
        bool down = false;
        bool moves = false;
    };
    Drag m_drag;
    double m_queryLabelWidth = 0;
    double m_keyLabelWidth = 0;
    LinesLabels m_labels;
    struct Background {
        QImage image;
        bool current = false;
    };
    Background m_backgrounds[2]; ///< as they are, faded
    Background m_askedImage;     ///< the faded ones, and those of the asked token over them
};

} // namespace headscope
