// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/norm/norm_geometry.h"
#include "scene/scene.h"

#include <QWidget>

#include <array>

class QLineEdit;
class QPushButton;

namespace headscope {

/// The norm of a block: the matrix, the mean and variance that were taken of its rows
/// (layer norm) or of its columns (batch norm), γ and β. Where the trace holds both
/// norms they stand side by side.
class NormView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit NormView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize minimumSizeHint() const override { return {360, 320}; }
    /// Paints the whole picture, as the widget is large.
    void paintPicture(QPainter& painter) const;
    /// For a file: nothing of what is only there to be used.
    void setForPaper(bool forPaper) { m_forPaper = forPaper; }

    /// One of the two norms: its block of the trace.
    struct Side {
        std::string scope;
        bool layer = true; ///< of each token by itself
        bool root = false; ///< by the mean of the squares alone, which stands for `mean`
        Tensor values;     ///< of the shown stage, [tokens, features] of the sequence
        Tensor mean;       ///< [tokens or 1, features or 1]
        Tensor variance;   ///< empty of an RMS norm
        Tensor gain;       ///< [features]
        Tensor shift;      ///< empty where none is added
    };
    const std::vector<Side>& sides() const { return m_sides; }
    const NormGeometry& geometryNow() const { return m_geometry; }
    /// What stands beside the title: block, formula or tensor; the first that has room.
    QStringList subtitles() const;
    /// Whether the cells of the matrix are large enough for numbers.
    bool valuesFit() const;
    /// Whether γ and β can be typed and the other norm set beside it; not of a trained model.
    bool isEditable() const;
    /// Of each norm: the matrix, what was taken of it, γ and β.
    std::vector<CellTable> cellTables() override;
    QPushButton* compareButton() const { return m_compare; }
    QLineEdit* editor() const { return m_editor; }

Q_SIGNALS:
    /// After a layout: what fits may be another matter now.
    void laidOut();
    void hovered(std::optional<headscope::PanelCell> cell);
    /// A cell of that block and stage is to be locked.
    void cellAsked(const std::string& scope, headscope::Stage stage, std::size_t tensor,
                   const headscope::PanelCell& cell);
    void released();
    /// A number of γ or β was typed.
    void parameterTyped(const std::string& scope, headscope::TensorName name,
                        headscope::Index feature, const QString& text);
    /// The norm that is not computed is wanted beside the other one.
    void comparisonAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What lies under a point: a cell of one grid of one side.
    struct Target {
        std::size_t side = 0;
        TensorName name = TensorName::Normalised;
        Index row = 0;
        Index column = 0;
        bool operator==(const Target&) const = default;
    };

    void rebuild();
    void relayout();
    void retranslate();
    /// What has a grid of its own on a side: what is shown, then what was taken of it.
    std::array<TensorName, 5> tensorsOf(std::size_t side) const;
    std::optional<Target> targetAt(QPointF position) const;
    /// The target that the scene asks about, in the block that it shows.
    std::optional<Target> askedTarget() const;
    Stage stageOfTarget(const Target& target) const;
    std::optional<std::pair<Stage, PanelCell>> questionOf(const Target& target) const;
    float valueOf(const Target& target) const;
    const CellGrid& gridOf(const Target& target) const;
    QString describe(const Target& target) const;
    void edit(const Target& target);
    void commit();
    /// What a click on it does.
    void choose(const Target& target);
    QString sideTitle(const Side& side) const;

    void paintSide(QPainter& painter, std::size_t index, const std::optional<Target>& asked) const;
    void paintLabels(QPainter& painter, const NormSide& side,
                     const std::optional<Target>& asked) const;
    void paintCells(QPainter& painter, const CellGrid& grid, const Tensor& values, bool coloured,
                    bool byColumn) const;
    void paintColourBar(QPainter& painter) const;

    Scene m_scene;
    std::vector<Side> m_sides;
    TensorName m_shown = TensorName::NormOutput; ///< what the cells of the matrix are
    ValueRange m_range;
    NormGeometry m_geometry;
    QStringList m_rowLabels;
    std::optional<Target> m_hover;
    std::optional<Target> m_edited;
    bool m_forPaper = false;
    QPushButton* m_compare;
    QLineEdit* m_editor;
};

} // namespace headscope
