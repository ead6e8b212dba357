// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_picture.h"

class QPainter;

namespace headscope {

class HeadsImages;

/// Draws the heads of a stage but for the cells and words of the enlarged matrix, which MatrixPlot
/// does, and for the bar of its colours (ColourScale).
class HeadsPainter {
    Q_DECLARE_TR_FUNCTIONS(Heads)

public:
    /// Of a picture that shows something; `images` are those of the last time, or none.
    HeadsPainter(QPainter& painter, const HeadsPicture& picture, HeadsImages& images);

    void paint() const;

private:
    void paintTitle() const;
    void paintAxes() const;
    void paintHeadBrackets() const;
    void paintMinimap() const;
    void paintNote() const;
    /// What presentation mode has in their place.
    void paintPresentedTitle() const;
    void paintPresentedAxes() const;
    void paintSentence() const;

    /// The first that has room, if any.
    void paintFirstFitting(const QRectF& room, const QStringList& words, const QFont& font) const;
    QString seenText() const;

    QPainter& m_painter;
    const HeadsPicture& m_picture;
    const HeadsContent& m_content;
    const HeadsGeometry& m_geometry;
    HeadsImages& m_images;
    const Theme& m_colours;
    double m_scale; ///< of the text
    double m_unit;  ///< a pixel of 1920 × 1080 in presentation mode
};

} // namespace headscope
