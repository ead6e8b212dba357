// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/layers/head_preview.h"
#include "pages/layers/layers_picture.h"
#include "scene/intent.h"

#include <QWidget>

namespace headscope {

/// Every head of every layer at once: rows are the attentions of a model, columns its heads, and
/// under each stands a bar of what it looks at; or B − A of every head, and how much moved.
/// Click or Enter chooses or opens one. Belongs into a scroll area.
class LayersView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// As LayersPicture has them.
    void setMeasures(std::shared_ptr<const LayersMeasures> measures);
    void setComparison(bool on, std::shared_ptr<const LayersComparison> comparison);
    void setPart(ComparedPart part);
    /// The head that moved most.
    void chooseMost();
    ComparedPart part() const { return m_holdsA ? ComparedPart::A : m_part; }
    /// The room that the scroll area has; the view is at least as large.
    void setRoom(QSize room);
    /// How much of a room one head beside the overview can have; 0: none.
    int previewWidth(QSize room) const;
    /// The head that is shown beside the overview: pointed at, under the cursor, or open.
    std::optional<HeadPreview::Head> previewed() const;
    const LayersPicture& picture() const { return m_picture; }
    const LayersGeometry& geometryNow() const { return m_picture.geometry(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, 200}; }

    using Place = LayersPicture::Place;
    /// Where the keys stand.
    std::optional<Place> cursor() const;
    /// Attentions by heads.
    std::vector<CellTable> cellTables() override;
    /// The head at the cursor, else the one that is selected, with the words at its axes.
    std::optional<LabelledMatrix> matrix() const;

Q_SIGNALS:
    /// That head of that block is to be selected.
    void headChosen(const std::string& scope, int head);
    /// That head of that block is to be opened.
    void headAsked(const std::string& scope, int head);
    void asked(const headscope::Intent& intent);
    /// The cursor stands here now; whoever scrolls should show it.
    void cursorMoved(const QRect& rect);
    /// previewed() or previewWidth() says something else now.
    void previewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const Scene& scene() const { return m_picture.scene(); }
    /// Whether what the scene shows is there, or made in no time; else the old stays.
    bool isReady() const;
    void rebuild();
    /// After rows and heads came in another order.
    void arranged();
    void relayout();
    void describe();
    void moveCursor(int down, int across);
    void setCursorAt(const Place& place);
    void choose(const Place& place);
    void open(const Place& place);
    void setHoldsA(bool on);
    /// Where the keys stand, else the head that is selected.
    std::optional<Place> cursorOrShown() const;
    /// What is meant: pointed at, under the cursor, or open.
    std::optional<Place> meant() const;

    LayersPicture m_picture;
    ComparedPart m_part = ComparedPart::Difference;
    bool m_holdsA = false;
    bool m_stale = false;
    QSize m_room;
    std::optional<std::pair<std::string, int>> m_cursor; ///< block and head, wherever they stand
    std::optional<Place> m_hovered;
};

} // namespace headscope
