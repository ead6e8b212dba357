// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"
#include "painters/matrix_geometry.h"
#include "scene/prepared_stage.h"

#include <QVariantAnimation>
#include <QWidget>

namespace headscope {

struct CellColours;

/// A lesson for the whole room: the matrix at the left, the question at the right, drawn for
/// 1920 × 1080. What is right is run and shown by Space, once hands are up.
class LessonSlide : public QWidget {
    Q_OBJECT

public:
    explicit LessonSlide(LessonSession& session, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// A key of the lesson: Space, H, N; false: it is for others.
    bool handleKey(int key);
    /// Shows what is right, or goes on to the next question.
    void advance();
    /// Moves are over.
    void finish();

    /// Where things are, for tests.
    const MatrixGeometry& cells() const { return m_cells; }
    const std::vector<QRectF>& cards() const { return m_cards; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void lessonChanged();
    double unit() const;
    const MatrixPanel* panel() const;
    CellColours colours() const;
    bool isShown() const;
    void paintGrid(QPainter& painter) const;
    void paintRings(QPainter& painter) const;
    void paintSweep(QPainter& painter) const;
    void paintQuestion(QPainter& painter);
    double paintRich(QPainter& painter, const QRectF& room, const QString& html, double pixels,
                     int weight, const QColor& colour) const;
    double paintCards(QPainter& painter, const QRectF& room);
    double paintNumber(QPainter& painter, const QRectF& room) const;
    void paintFoot(QPainter& painter, const QRectF& room) const;
    std::optional<LessonPlace> rightPlace() const;

    LessonSession& m_session;
    Scene m_scene;
    std::shared_ptr<const PreparedStage> m_stage;
    MatrixGeometry m_cells;
    QRectF m_question; ///< the room at the right
    QStringList m_rowWords;
    QStringList m_columnWords;
    std::vector<QRectF> m_cards;
    QVariantAnimation m_sweep; ///< along the row, from query to key
    bool m_wasShown = false;
};

} // namespace headscope
