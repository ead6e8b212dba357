// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"
#include "lessons/slide/slide_matrix.h"
#include "pages/page_figures.h"
#include "scene/slide_picture.h"

#include <QPixmap>
#include <QVariantAnimation>
#include <QWidget>

#include <functional>
#include <string>

namespace headscope {

struct Slide;
struct SlideStyle;

/// A lesson for the whole room: the matrix or picture at the left, the question at the right. What
/// is right is run and shown by Space, once hands are up.
class LessonSlide : public QWidget {
    Q_OBJECT

public:
    /// What stands at the left of a lesson that begins in a view, before and once the answer is
    /// shown. Where it is empty, the matrix stands there.
    using Pictures =
        std::function<SlidePicture(const std::string& view, const Scene&, bool answered)>;

    LessonSlide(LessonSession& session, Pictures pictures, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// A key of the lesson: Space, H, N; false: it is for others.
    bool handleKey(int key);
    /// Moves are over.
    void finish();
    /// The slide as a figure, while it is shown: without the keys of the lesson.
    PageFigures figures() const;

    /// For tests.
    bool hasPicture() const { return m_picture != nullptr; }
    const SlideGeometry& geometryNow() const { return m_geometry; }
    const QPixmap& stillPicture() const { return m_still; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut();
    void lessonChanged();
    void compose();
    bool isAnswered() const; ///< all of it, and that is shown
    /// What moves over it needs no words.
    Slide slide(bool words) const;
    void paint(QPainter& painter, const SlideStyle& style) const;

    LessonSession& m_session;
    Pictures m_pictures;
    Scene m_scene; ///< while it is shown: an old run may hold gigabytes
    SlidePicture m_picture;
    SlideMatrix m_matrix;
    SlideGeometry m_geometry;
    /// While the row is swept: all but the sweep and the rings, which lie over it. Null: it is to
    /// be painted.
    QPixmap m_still;
    QVariantAnimation m_sweep; ///< along the row, from query to key
    bool m_wasShown = false;
};

} // namespace headscope
