// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/heads/heads_zoom.h"
#include "pages/page.h"
#include "painters/matrix_painter.h"
#include "scene/asked_words.h"
#include "scene/intent.h"
#include "scene/learnt_words.h"
#include "scene/prepared_stage.h"
#include "scene/token_words.h"
#include "scene/word_notes.h"

#include <QWidget>

#include <map>

class QMenu;
class QRubberBand;

namespace headscope {

class ColourScale;
class HeldEditor;
class MatrixPlot;
struct MatrixPicture;

/// Every head of the chosen stage at once, one of them enlarged. A function of
/// the Scene; what people do comes out as signals.
class HeadsView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit HeadsView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize minimumSizeHint() const override { return {360, 320}; }
    QSize sizeHint() const override { return {880, 640}; }

    /// For tests and for those who want to know where things are.
    const HeadsGeometry& geometryNow() const { return m_geometry; }
    const std::vector<MatrixPanel>& panels() const { return m_panels; }
    /// The enlarged one with the words at its axes; nothing while there is none.
    std::optional<LabelledMatrix> matrix() const;
    /// Of the enlarged panel, over its tokens.
    const std::vector<double>& columnSums() const { return prepared(shownPanel()).sums.columns; }
    /// Whether positions stand beside the tokens of rows and columns.
    std::pair<bool, bool> positioned() const {
        return {m_rowWords.positioned, m_columnWords.positioned};
    }
    /// The panel that is enlarged: the previewed one, else the chosen one.
    int shownPanel() const;
    /// How many rows and columns of the enlarged matrix share a pixel: 1 where none do.
    Index pooledCells() const;
    /// What stands beside the title: block, tensor and formula; the first that has room.
    QStringList subtitles() const;
    /// What rows and columns of the matrix are, where rows are queries. Markup.
    std::pair<QString, QString> axisWords() const;
    /// What is written beside the small picture of a panel: its number at the asked cell.
    QString askedValue(const MatrixPanel& panel) const;
    /// The same in so much room: in a smaller type, or nothing; never a part of a number.
    std::pair<QString, QFont> askedValueIn(const MatrixPanel& panel, double room,
                                           bool chosen) const;
    /// The example's sentence, where it is written, as far as it has room.
    QString writtenNote() const;
    /// Whether that is all of it.
    bool isNoteCut() const;
    /// The ends of the colour bar.
    std::pair<QString, QString> rangeTexts() const;
    /// What presentation mode says of the asked cell; empty where none is asked.
    AskedWords askedWords() const;
    /// The sum under a point in full precision; empty where none is written.
    QString sumTip(QPointF position) const;
    /// The rows and columns of the enlarged matrix that are seen; all, unless it is zoomed.
    CellSpan seenCells() const { return headscope::seenCells(m_geometry); }
    /// Shows some of them, as large as they can be.
    void showCells(const CellSpan& span);
    /// Shows all of them.
    void showWhole() { setZoom(std::nullopt); }
    /// What the enlarged matrix shows in the place of all its cells: one that stands for some,
    /// or a part; empty where it shows all.
    QString seenText() const;
    /// What the sums below the matrix are of: "Σ column", or of the queries that stand there.
    QString titleOfSumsBelow() const;
    /// The sums that are written beside and below; those of a part where only that is seen.
    struct ShownSums {
        MatrixSums sums; ///< of the cells of `span`
        CellSpan span;
        bool part = false;
    };
    ShownSums shownSums() const;
    /// What the colours of the enlarged panel stand for; nothing while nothing is shown.
    std::optional<ValueScale> range() const;
    /// Beside its colour bar.
    ColourPlace colourPlace() const;
    /// What is written beside the colour bar, as far as it has room; the last may not be left out.
    QStringList rangeWords() const;
    /// Whether its cells are large enough for numbers.
    bool valuesFit() const;
    /// The cells of the enlarged matrix, and the small ones, one below the other.
    std::vector<CellTable> cellTables() override;
    /// Where a number is typed into a cell of the enlarged matrix; nullptr: nowhere.
    HeldEditor* editor() const;

Q_SIGNALS:
    /// After a layout: what fits may be another matter now.
    void laidOut();
    void hovered(std::optional<headscope::PanelCell> cell);
    void locked(std::optional<headscope::PanelCell> cell);
    void panelAsked(int panel);
    void soloAsked(bool solo);
    /// Something else, from the menu.
    void asked(const headscope::Intent& intent);
    /// "May this query attend to this key?" turned round for one pair.
    void pairToggled(headscope::Index query, headscope::Index key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// A picture that was painted last, of as many pixels as it needed.
    struct Picture {
        Index factor = 0; ///< 0: none yet
        CellSpan part;    ///< that it shows, of what it was pooled to
        QImage image;
    };
    struct Panels {
        std::vector<CellColours> colours;
        std::vector<Picture> thumbnails;
        Picture minimap;
        int minimapPanel = -1;
    };
    /// What the pressed button does.
    struct Drag {
        enum class Kind : std::uint8_t { None, Click, Enlarged, Minimap, Box };
        Kind kind = Kind::None;
        QPointF from;
        QPointF held; ///< of the matrix, in cells as drawn; on the minimap, from the frame's middle
        std::optional<PanelCell> cell;
    };

    void rebuild();
    void relayout();
    /// After anything that is painted has changed.
    void refresh();
    MatrixPicture picture() const;
    QRectF colourBar() const;
    double behindColourBar() const; ///< and the number at its end
    /// What is chosen beside it, and how much room that takes.
    ColourPlace choices() const;
    double choicesRoom() const;
    /// Of the ends of the bar: numbers, or words where each row has its own.
    QFont rangeFont() const;
    HeadsGeometryInput geometryInput();
    /// Of a tensor whose columns are those of several heads; else 0.
    Index columnsOfHead() const;
    void paintHeadBrackets(QPainter& painter) const;
    /// What stands at an axis: nobody writes places beside the words in presentation, where words
    /// that are their places are written themselves.
    const QStringList& wordsOf(const SideWords& side, const QStringList& labels) const;
    void measureLabels(const QFont& font);
    double positionWidth(const SideWords& side) const;
    void measurePresented(HeadsGeometryInput& in);
    void presentPicture(MatrixPicture& picture) const;
    /// Of the size of matrix that is shown; of another one none is left.
    std::optional<MatrixZoom> zoom() const;
    void setZoom(const std::optional<MatrixZoom>& zoom);
    void zoomBy(double factor, QPointF at);
    /// Where the keyboard zooms: at the asked cell, where that is seen.
    QPointF zoomCentre() const;
    void dragTo(QPointF position);
    /// What lies between the place where the button was pressed and another one.
    QRectF boxTo(QPointF position) const;
    /// Of one of the small heads.
    void smallMenu(int panel, QPoint at);
    void addZoomActions(QMenu& menu, QPointF at);
    void addCopyActions(QMenu& menu, const std::optional<PanelCell>& cell);
    void addHoldActions(QMenu& menu, const std::optional<PanelCell>& cell);
    /// Whether a number can be typed there in the place of the computed one.
    bool mayHold(const PanelCell& cell) const;
    bool isHeld(const PanelCell& cell) const;
    HeldNumber heldNumberOf(const PanelCell& cell) const;
    /// Opens the editor in a cell of the enlarged matrix.
    void typeInto(PanelCell cell);
    void typeNext(int by);
    void release(const PanelCell& cell);
    /// The editor follows its cell, and goes where there is none any more.
    void placeEditor();
    bool zoomKey(int key);
    void announceCell();
    std::optional<PanelCell> cellAt(QPointF position) const;
    std::optional<int> thumbnailAt(QPointF position) const;
    bool showsSums() const;
    const PreparedPanel& prepared(int panel) const {
        return m_prepared->panels[static_cast<std::size_t>(panel)];
    }
    void paintPicture(QPainter& painter, int panel, const MatrixGeometry& geometry,
                      const QRectF& viewport, Picture& picture) const;
    bool isQueryKey() const { return isQueryKeyStage(m_scene.selection.stage); }
    QString describe(const PanelCell& cell) const;
    QString panelTitle(const MatrixPanel& panel) const;
    /// The head of a model that a panel is of; nothing where it is of none.
    std::optional<HeadPlace> headOf(const MatrixPanel& panel) const;
    bool isOff(const MatrixPanel& panel) const;
    /// Room for what the heads have learnt beside the small matrices; 0 where nothing is said.
    double jobWidth() const;
    void paintJob(QPainter& painter, const QRectF& room, const MatrixPanel& panel) const;
    /// The sentence under the title: what the shown head has learnt, or what the example says.
    QString note() const;
    /// Nothing where it is no head, has learnt nothing, or nothing may be said of it now.
    std::optional<HeadLearnt> finding(const MatrixPanel& panel) const;
    /// Whether what a head has learnt is said of the numbers that are drawn: shares are of weights.
    static bool claimedBy(const MatrixPanel& panel);

    bool isPresented() const { return m_scene.display.presentation; }
    /// Title, corner, sentence and small heads of presentation mode.
    void paintPresented(QPainter& painter) const;
    void paintPresentedHeads(QPainter& painter) const;
    void paintSentence(QPainter& painter) const;
    /// "Head 1 has learnt to find: object", as much of it as leaves room for the stage.
    QString titleText(const MatrixPanel& panel) const;
    void paintTitle(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintSums(QPainter& painter) const;
    void paintColourBar(QPainter& painter) const;
    void paintThumbnails(QPainter& painter) const;
    void paintMinimap(QPainter& painter) const;
    void paintNote(QPainter& painter) const;
    /// How high the example's sentence is in that width.
    double noteHeight(double width) const;
    /// The sentence in two lines at most; the rest is left out.
    QStringList captionLines(double width, int most) const;
    void makeRoomForCaption(HeadsGeometryInput in);
    bool noteFitsBelow() const;
    void paintBadge(QPainter& painter, const QRectF& rect, const MatrixPanel& panel,
                    double pixels) const;

    Scene m_scene;
    std::shared_ptr<const PreparedStage> m_prepared;
    std::vector<MatrixPanel> m_panels;
    mutable Panels m_drawn;     ///< pictures are kept as they were painted
    QStringList m_rowLabels;    ///< of the tensor's rows
    QStringList m_columnLabels; ///< of the tensor's columns
    SideWords m_rowWords;       ///< the same as they stand at the enlarged matrix
    SideWords m_columnWords;
    WordNotes m_rowNotes; ///< what they mean, and whose numbers were not learnt
    WordNotes m_columnNotes;
    QString m_note;             ///< the example's sentence, as long as it is true
    QStringList m_measuredRows; ///< the labels that the widths below are of
    QStringList m_measuredColumns;
    QStringList m_measuredGlosses;
    int m_measuredPixels = 0;
    double m_rowLabelWidth = 0;
    double m_columnLabelWidth = 0;
    double m_digitWidth = 0;    ///< of one of their positions
    double m_captionHeight = 0; ///< of the sentence, where it stands under the title
    int m_captionMost = 2;      ///< lines that it has at most
    HeadsGeometry m_geometry;
    MatrixPlot* m_plot;
    ColourScale* m_scale;
    std::optional<int> m_preview; ///< thumbnail under the pointer
    /// By rows and columns: a stage of another size has its own, and has it again.
    std::map<std::pair<Index, Index>, MatrixZoom> m_zooms;
    Drag m_drag;
    QRubberBand* m_band = nullptr;    ///< around what is to be seen; made with the first one
    HeldEditor* m_editor = nullptr;   ///< made with the first number that is typed
    std::optional<PanelCell> m_typed; ///< the cell of the editor
};

} // namespace headscope
