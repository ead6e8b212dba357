// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/lesson_slide.h"

#include "lessons/lesson_words.h"
#include "lessons/slide/slide_question.h"

#include <QEvent>
#include <QPainter>

#include <utility>

namespace headscope {

namespace {
constexpr int sweepMilliseconds = 900;
} // namespace

LessonSlide::LessonSlide(LessonSession& session, Pictures pictures, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_pictures(std::move(pictures)) {
    setFocusPolicy(Qt::StrongFocus);
    m_sweep.setStartValue(0.0);
    m_sweep.setEndValue(1.0);
    m_sweep.setDuration(sweepMilliseconds);
    m_sweep.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_sweep, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(&m_sweep, &QVariantAnimation::stateChanged, this, [this] {
        m_still = {};
        update();
    });
    connect(&session, &LessonSession::changed, this, &LessonSlide::lessonChanged);
}

void LessonSlide::setScene(const Scene& scene) {
    // Most scenes only say where the pointer is.
    SlideMatrix matrix(scene);
    if (matrix == m_matrix && scene.trace == m_scene.trace)
        return;
    m_matrix = std::move(matrix);
    m_scene = scene;
    compose();
    layOut();
}

void LessonSlide::compose() {
    m_picture = m_session.lesson() && !m_scene.isEmpty()
                    ? m_pictures(m_session.lesson()->show.view, m_scene,
                                 m_session.showsAnswer() && m_session.state()->isDone())
                    : SlidePicture();
}

void LessonSlide::lessonChanged() {
    const bool shown = m_session.showsAnswer();
    if (std::exchange(m_wasShown, shown) != shown) {
        m_sweep.stop();
        if (shown && isVisible() && !m_matrix.display().reducedMotion)
            m_sweep.start();
    }
    const LessonState* state = m_session.state();
    setAccessibleName(
        state ? plainText(state->said(m_session.lesson()->questions[m_session.current()].heading,
                                      currentLanguage(), m_session.current()),
                          m_session)
              : QString());
    compose();
    layOut();
}

void LessonSlide::finish() {
    m_sweep.stop();
}

void LessonSlide::layOut() {
    m_geometry = m_matrix.laidOut(size());
    m_still = {};
    update();
}

std::optional<Index> LessonSlide::sweptRow() const {
    if (!m_session.showsAnswer() || m_matrix.isEmpty() ||
        m_matrix.tensor() != TensorName::AttentionWeights)
        return std::nullopt;
    const auto place = m_session.state()->rightPlace(m_session.current());
    return place ? place->query : std::nullopt;
}

void LessonSlide::paintStill(QPainter& painter) const {
    painter.fillRect(rect(), theme(m_matrix.display().theme).base);
    if (!m_session.state())
        return;
    if (m_picture)
        m_picture(painter, m_geometry.picture, m_geometry.unit);
    else if (!m_matrix.isEmpty())
        m_matrix.paint(painter, m_geometry);
    SlideQuestion(m_session, m_matrix.display().theme, m_geometry.unit)
        .paint(painter, m_geometry.question, m_picture ? SlideMatrix() : m_matrix);
}

void LessonSlide::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool moves = m_sweep.state() == QVariantAnimation::Running;
    if (moves) {
        if (m_still.isNull() || m_still.devicePixelRatio() != devicePixelRatioF()) {
            m_still = QPixmap(size() * devicePixelRatioF());
            m_still.setDevicePixelRatio(devicePixelRatioF());
            QPainter still(&m_still);
            paintStill(still);
        }
        painter.drawPixmap(0, 0, m_still);
    } else {
        paintStill(painter);
    }
    if (m_picture || m_matrix.isEmpty())
        return;
    if (const auto row = sweptRow()) {
        m_matrix.paintSweep(painter, m_geometry, *row,
                            moves ? m_sweep.currentValue().toDouble() : 1);
    }
    m_matrix.paintRings(painter, m_geometry);
}

bool LessonSlide::handleKey(int key) {
    if (!m_session.state())
        return false;
    switch (key) {
    case Qt::Key_Space: m_session.advance(); return true;
    case Qt::Key_H: m_session.hint(m_session.current()); return true;
    case Qt::Key_N: m_session.goOn(); return true;
    default: return false;
    }
}

void LessonSlide::hideEvent(QHideEvent* event) {
    if (!event->spontaneous()) {
        m_scene = {};
        m_matrix = {};
        m_picture = {};
    }
    QWidget::hideEvent(event);
}

void LessonSlide::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void LessonSlide::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        lessonChanged();
    QWidget::changeEvent(event);
}

} // namespace headscope
