// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/matrix_panel.h"
#include "scene/scene.h"
#include "views/heads_layout.h"
#include "views/matrix_painter.h"

#include <QWidget>

namespace headscope {

/// Every head of the chosen stage at once, one of them enlarged. A function of
/// the Scene; what people do comes out as signals.
class HeadsView : public QWidget {
    Q_OBJECT

public:
    explicit HeadsView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize minimumSizeHint() const override { return {360, 320}; }
    QSize sizeHint() const override { return {880, 640}; }

    /// For tests and for those who want to know where things are.
    const HeadsLayout& layoutNow() const { return m_layout; }
    const std::vector<MatrixPanel>& panels() const { return m_panels; }
    /// The panel that is enlarged: the previewed one, else the chosen one.
    int shownPanel() const;
    /// What stands beside the title: block, tensor and formula; the first that has room.
    QStringList subtitles() const;
    /// What is written beside the small picture of a panel: its number at the asked cell.
    QString askedValue(const MatrixPanel& panel) const;
    /// The ends of the colour bar.
    std::pair<QString, QString> rangeTexts() const;
    /// The sum under a point in full precision; empty where none is written.
    QString sumTip(QPointF position) const;

Q_SIGNALS:
    void hovered(std::optional<headscope::PanelCell> cell);
    void locked(std::optional<headscope::PanelCell> cell);
    void panelAsked(int panel);
    void soloAsked(bool solo);
    /// "May this query attend to this key?" turned round for one pair.
    void pairToggled(headscope::Index query, headscope::Index key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Panels {
        std::vector<QImage> images;
        std::vector<CellColours> colours;
        std::vector<double> rowSums; ///< of the enlarged panel
        std::vector<double> columnSums;
    };

    void rebuild();
    void relayout();
    void sumUp();
    void measureLabels(const QFont& font);
    void announceCell();
    std::optional<PanelCell> cellAt(QPointF position) const;
    std::optional<int> thumbnailAt(QPointF position) const;
    bool showsSums() const;
    bool isQueryKey() const { return isQueryKeyStage(m_scene.selection.stage); }
    QString describe(const PanelCell& cell) const;
    QString panelTitle(const MatrixPanel& panel) const;

    void paintTitle(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintEnlarged(QPainter& painter) const;
    void paintSums(QPainter& painter) const;
    void paintColourBar(QPainter& painter) const;
    void paintThumbnails(QPainter& painter) const;
    void paintNote(QPainter& painter) const;
    void paintBadge(QPainter& painter, const QRectF& rect, const MatrixPanel& panel,
                    double pixels) const;

    Scene m_scene;
    std::vector<MatrixPanel> m_panels;
    Panels m_drawn;
    QStringList m_rowLabels;    ///< of the tensor's rows
    QStringList m_columnLabels; ///< of the tensor's columns
    QString m_note;             ///< the example's sentence, as long as it is true
    QStringList m_measuredRows; ///< the labels that the widths below are of
    QStringList m_measuredColumns;
    int m_measuredPixels = 0;
    double m_rowLabelWidth = 0;
    double m_columnLabelWidth = 0;
    HeadsLayout m_layout;
    std::optional<int> m_preview; ///< thumbnail under the pointer
    int m_summedPanel = -1;
};

} // namespace headscope
