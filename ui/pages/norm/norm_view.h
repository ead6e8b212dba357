// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/norm/norm_picture.h"

#include <QWidget>

class QPushButton;

namespace headscope {

class NumberEditor;

/// The norm of a block: the matrix, the mean and variance that were taken of its rows
/// (layer norm) or of its columns (batch norm), γ and β. Where the trace holds both
/// norms they stand side by side.
class NormView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit NormView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize minimumSizeHint() const override { return {360, 320}; }
    const std::vector<NormBlock>& sides() const { return m_picture.sides(); }
    const NormGeometry& geometryNow() const { return m_picture.geometry(); }
    bool valuesFit() const { return m_picture.valuesFit(); }
    /// Of each norm: the matrix, what was taken of it, γ and β.
    std::vector<CellTable> cellTables() override;

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
                        headscope::Index feature, float value);
    /// A sentence about what cannot be done.
    void said(const QString& sentence);
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
    const Scene& scene() const { return m_picture.scene(); }
    void rebuild(const Scene& scene);
    void relayout();
    void retranslate();
    void edit(const NormTarget& target);
    void take(float value);
    /// What a click on it does.
    void choose(const NormTarget& target);

    NormPicture m_picture;
    std::optional<NormTarget> m_hover;
    std::optional<NormTarget> m_edited;
    QPushButton* m_compare;
    NumberEditor* m_editor;
};

} // namespace headscope
