// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_view.h"

#include "controls/scroll_around.h"
#include "controls/segmented_control.h"
#include "jobs/animation.h"
#include "pages/steps/picture/steps_picture.h"
#include "pages/steps/steps_canvas.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QScrollArea>
#include <QToolButton>

namespace headscope {

StepsView::StepsView(QWidget* parent)
    : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_canvas = new StepsCanvas;
    auto* scroll = new QScrollArea(this);
    scrollAround(*scroll, *m_canvas); // in a window that is lower than a picture
    scroll->installEventFilter(this);
    rows->addWidget(scroll, 1);
    connect(m_canvas, &StepsCanvas::cursorMoved, scroll, [scroll](const QRect& rect) {
        scroll->ensureVisible(rect.center().x(), rect.center().y(), rect.width(), rect.height());
    });
    m_order = new SegmentedControl(m_canvas);
    m_order->hide();
    m_dialects = new SegmentedControl(m_canvas);
    QStringList dialects;
    for (const CodeDialect dialect : codeDialects)
        dialects << QString::fromLatin1(dialectName(dialect));
    m_dialects->setChoices(dialects);
    m_dialects->hide();
    m_copy = new QToolButton(m_canvas);
    m_copy->hide();
    connect(m_dialects, &SegmentedControl::chosen, this,
            [this](int place) { Q_EMIT dialectAsked(codeDialects[place]); });
    connect(m_copy, &QToolButton::clicked, this, [this] { Q_EMIT copyAsked(codeText()); });
    connect(m_order, &SegmentedControl::chosen, this,
            [this](int order) { Q_EMIT orderAsked(static_cast<StepOrder>(order)); });
    setFocusProxy(m_canvas);
    connect(m_canvas, &StepsCanvas::hovered, this, &StepsView::hovered);
    connect(m_canvas, &StepsCanvas::locked, this, &StepsView::locked);
    connect(m_canvas, &StepsCanvas::laidOut, this, &StepsView::placeControls);
    retranslate();
}

void StepsView::scaleControls(double scale) {
    m_scale = scale;
}

void StepsView::placeControls() {
    const StepsFrame frame = m_scene.isEmpty() ? StepsFrame{} : m_canvas->picture().frame;
    m_order->setVisible(!frame.order.isEmpty());
    const bool buttons = !frame.code.isEmpty() && !m_scene.display.presentation;
    m_dialects->setVisible(buttons);
    m_copy->setVisible(buttons);
    const auto place = [](QWidget* widget, double left, double middle) {
        const QSize wanted = widget->sizeHint();
        widget->setGeometry(qRound(left), qRound(middle - wanted.height() / 2.0), wanted.width(),
                            wanted.height());
    };
    if (!frame.order.isEmpty())
        place(m_order, frame.order.right() - m_order->sizeHint().width(), frame.order.center().y());
    if (!buttons)
        return m_canvas->setCodePlace(frame.code);
    place(m_dialects, frame.code.left(), frame.code.center().y());
    place(m_copy, frame.code.right() - m_copy->sizeHint().width(), frame.code.center().y());
    m_canvas->setCodePlace(QRectF(m_dialects->geometry().right() + 16, frame.code.top(),
                                  m_copy->geometry().left() - m_dialects->geometry().right() - 32,
                                  frame.code.height()));
}

ColourPlace StepsView::colourPlace() const {
    const QRectF room = m_scene.isEmpty() ? QRectF() : m_canvas->picture().colours;
    if (room.isEmpty())
        return {};
    ColourPlace place;
    place.on = m_canvas;
    place.left = qRound(room.left());
    place.middle = qRound(room.center().y());
    place.map = hasWeights(*m_scene.picture);
    place.spread = true;
    return place;
}

QString StepsView::codeText() const {
    if (m_scene.isEmpty())
        return {};
    return QString::fromStdString(headscope::codeText(stepCode(m_scene)));
}

void StepsView::setSteps(const StepScene& scene) {
    m_scene = scene;
    if (scene.display.textScale != m_scale)
        scaleControls(scene.display.textScale);
    m_canvas->setSteps(scene);
    showOrders();
    m_order->setCurrent(scene.isEmpty() ? 0 : static_cast<int>(orderOf(scene)));
    m_dialects->setCurrent(static_cast<int>(std::ranges::find(codeDialects, scene.display.dialect) -
                                            std::begin(codeDialects)));
}

QString StepsView::status() const {
    if (m_scene.isEmpty())
        return {};
    const QString title = plainTitle(m_scene);
    return m_scene.asked ? title + QStringLiteral(": ") + m_canvas->describe(*m_scene.asked)
                         : title;
}

void StepsView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    if (!handleKey(event->key()))
        QWidget::keyPressEvent(event);
}

bool StepsView::eventFilter(QObject* watched, QEvent* event) {
    // What is no key of the timeline is the window's: the scroll area would take arrows and pages.
    if (event->type() == QEvent::KeyPress) {
        keyPressEvent(static_cast<QKeyEvent*>(event));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool StepsView::handleKey(int key) {
    if (Animation::isTimeKey(key)) {
        Q_EMIT timeKeyPressed(key);
        return true;
    }
    if (key == Qt::Key_Escape) {
        if (!m_scene.locked && !(m_scene.asked && !m_scene.display.presentation))
            return false;
        Q_EMIT locked(std::nullopt);
        return true;
    }
    if (key >= Qt::Key_1 && key <= Qt::Key_9 && !m_scene.isEmpty() && m_scene.picture->ofHead) {
        const int head = key - Qt::Key_1;
        if (m_scene.run && head < m_scene.run->heads())
            Q_EMIT headAsked(head);
        return true;
    }
    return false;
}

void StepsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void StepsView::showOrders() {
    QStringList orders = {tr("dot product"), tr("sum of rows")};
    if (!m_scene.isEmpty() && m_scene.picture->headsOfColumns > 0)
        orders << tr("sum over heads");
    if (orders == m_orders)
        return;
    m_orders = orders;
    m_order->setChoices(orders);
    placeControls();
}

void StepsView::retranslate() {
    showOrders();
    m_order->setAccessibleName(tr("In which order the product is told"));
    m_dialects->setAccessibleName(tr("Language of the code line"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy the code line"));
    placeControls();
}

} // namespace headscope
