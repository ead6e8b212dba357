// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/lesson_slide.h"

#include "figure/figure_page.h"
#include "figure/painter_canvas.h"
#include "lessons/lesson_words.h"
#include "lessons/slide/slide_sheet.h"
#include "pages/page_export.h"
#include "type/math_text.h"

#include <QHideEvent>
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
                    ? m_pictures(m_session.lesson()->show.view, m_scene, isAnswered())
                    : SlidePicture();
}

bool LessonSlide::isAnswered() const {
    return m_session.showsAnswer() && m_session.state()->isDone();
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
                          *state)
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

Slide LessonSlide::slide(bool words) const {
    Slide slide;
    slide.theme = m_matrix.display().theme;
    if (!m_session.state())
        return slide;
    if (words)
        slide.question.emplace(m_session);
    if (m_picture || m_matrix.isEmpty())
        return slide;
    slide.matrix = m_matrix;
    if (m_session.showsAnswer() && m_matrix.tensor() == TensorName::AttentionWeights) {
        if (const auto place = m_session.state()->rightPlace(m_session.current()))
            slide.answeredRow = place->query;
    }
    return slide;
}

void LessonSlide::paint(QPainter& painter, const SlideStyle& style) const {
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    paintSlide(canvas, slide(style.still), size(), m_geometry, style);
    if (style.still && m_picture && m_session.state())
        m_picture(painter, m_geometry.picture, m_geometry.unit);
}

void LessonSlide::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_sweep.state() != QVariantAnimation::Running)
        return paint(painter, {});
    if (m_still.isNull() || m_still.devicePixelRatio() != devicePixelRatioF()) {
        m_still = QPixmap(size() * devicePixelRatioF());
        m_still.setDevicePixelRatio(devicePixelRatioF());
        QPainter still(&m_still);
        paint(still, {.frames = false});
    }
    painter.drawPixmap(0, 0, m_still);
    paint(painter, {.still = false, .framed = m_sweep.currentValue().toDouble()});
}

PageFigures LessonSlide::figures() const {
    const auto render = [slide = slide(true), scene = m_scene, pictures = m_pictures,
                         view = m_picture ? m_session.lesson()->show.view : std::string(),
                         answered = isAnswered()](FigureFormat format,
                                                  const PageLook& look) -> Result<QByteArray> {
        if (const Status possible = checkFigureSize(look.size); !possible)
            return possible.error();
        const Scene onPaper = PageExport::onPaper(scene, look.theme);
        Slide shown = slide;
        shown.theme = look.theme;
        if (!shown.matrix.isEmpty())
            shown.matrix = SlideMatrix(onPaper);
        const SlideGeometry geometry = shown.matrix.laidOut(look.size);
        FigurePage page;
        page.size = look.size;
        page.dotsPerInch = look.dotsPerInch;
        page.ground = theme(look.theme).base;
        if (shown.question) {
            page.title = withoutMarkup(shown.question->title);
            page.description = withoutMarkup(shown.question->heading);
        }
        page.paint = [&](FigureCanvas& canvas) {
            paintSlide(canvas, shown, look.size, geometry, {.onPaper = true});
        };
        if (const SlidePicture picture =
                view.empty() ? SlidePicture() : pictures(view, onPaper, answered)) {
            page.paintDirectly = [&, picture](QPainter& painter) {
                PainterCanvas canvas(painter, PainterCanvas::Device::Raster,
                                     painter.worldTransform().m11());
                page.paint(canvas);
                picture(painter, geometry.picture, geometry.unit);
            };
        }
        return renderPage(page, format);
    };
    return PageExport::only({.title = tr("slide"),
                             .fileName = QStringLiteral("slide"),
                             .look = {QSize(1600, 900)},
                             .smallest = {960, 540},
                             .render = render});
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
