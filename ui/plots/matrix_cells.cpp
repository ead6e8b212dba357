// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/matrix_cells.h"

namespace headscope {

MatrixCells::MatrixCells(QCPAxis* across, QCPAxis* down)
    : QCPAbstractPlottable(across, down) {
    setSelectable(QCP::stNone);
    setAntialiased(false);
}

void MatrixCells::setPicture(const MatrixPicture& picture) {
    m_picture = picture;
    if (m_source.panel != picture.panel)
        m_source = {}; // not held until the next painting, which a hidden view has not
}

QCPRange MatrixCells::getKeyRange(bool& found, QCP::SignDomain) const {
    found = m_picture.panel != nullptr;
    return {0, static_cast<double>(m_picture.geometry.across())};
}

QCPRange MatrixCells::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = m_picture.panel != nullptr;
    return {0, static_cast<double>(m_picture.geometry.down())};
}

QRect MatrixCells::clipRect() const {
    // Layers lift it by one pixel, for lines that lie on the edge.
    return m_picture.viewport.toRect().translated(0, 1);
}

void MatrixCells::draw(QCPPainter* painter) {
    if (!m_picture.panel)
        return;
    const PreparedPanel& prepared = *m_picture.panel;
    const PanelLevels::Level level = prepared.levels.at(
        prepared.panel, m_picture.geometry.smallerPitch() * painter->device()->devicePixelRatioF());
    const MatrixGeometry geometry = m_picture.geometry.pooled(level.factor);
    Source source{m_picture.panel, m_picture.colours, level.factor,
                  geometry.spanIn(m_picture.viewport), geometry.turned};
    if (source.part.cells() <= 0)
        return;
    if (!(source == m_source)) {
        m_image = cellImage(level.panel, source.colours.pooled(level.factor), geometry.turned,
                            source.part);
        m_source = std::move(source);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintMatrix(*painter, geometry, level.panel, m_source.part, m_image, m_picture.colours,
                m_picture.values, m_picture.digits);
}

} // namespace headscope
