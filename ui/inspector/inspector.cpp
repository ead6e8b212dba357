// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/inspector.h"

#include "controls/scroll_around.h"
#include "controls/segmented_control.h"
#include "inspector/derivation/derivation_view.h"
#include "inspector/each_head_view.h"
#include "inspector/head_costs_view.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

namespace headscope {

namespace {

QIcon lockIcon(const QColor& colour) {
    QIcon icon;
    for (const double ratio : {1.0, 2.0, 3.0}) {
        QPixmap pixmap(QSize(16, 16) * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colour, 1.6));
        QPainterPath shackle;
        shackle.moveTo(4.8, 7.5);
        shackle.lineTo(4.8, 5);
        shackle.arcTo(QRectF(4.8, 1.6, 6.4, 6.4), 180, -180);
        shackle.lineTo(11.2, 7.5);
        painter.drawPath(shackle);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(2.5, 7, 11, 7.5), 1, 1);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_lock(new QToolButton)
    , m_pages(new SegmentedControl)
    , m_stack(new QStackedWidget)
    , m_scroll(new QScrollArea)
    , m_view(new DerivationView)
    , m_eachHeadScroll(new QScrollArea)
    , m_eachHead(new EachHeadView)
    , m_costsScroll(new QScrollArea)
    , m_costs(new HeadCostsView) {
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    m_lock->setObjectName("lock");
    m_lock->setAutoRaise(true);
    m_lock->setIconSize({16, 16});
    m_lock->setFixedSize(24, 24);
    QSizePolicy keeps = m_lock->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    m_lock->setSizePolicy(keeps);
    m_lock->hide();

    auto* header = new QHBoxLayout;
    header->setContentsMargins(16, 8, 12, 8);
    header->setSpacing(0);
    header->addWidget(m_title, 1, Qt::AlignVCenter);
    header->addWidget(m_lock, 0, Qt::AlignVCenter);

    const auto scrolls = [](QScrollArea* area, QWidget* view) {
        scrollAround(*area, *view);
        area->viewport()->setAutoFillBackground(false);
        area->verticalScrollBar()->setSingleStep(20);
    };
    scrolls(m_scroll, m_view);
    scrolls(m_eachHeadScroll, m_eachHead);
    scrolls(m_costsScroll, m_costs);
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(m_eachHeadScroll);
    m_stack->addWidget(m_costsScroll);
    m_pages->setFont(textFont(13));
    auto* choice = new QHBoxLayout;
    choice->setContentsMargins(16, 0, 16, 8);
    choice->addWidget(m_pages);
    choice->addStretch(1);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addLayout(choice);
    layout->addWidget(m_stack, 1);

    connect(m_lock, &QToolButton::clicked, this, &Inspector::released);
    connect(m_view, &DerivationView::released, this, &Inspector::released);
    connect(m_view, &DerivationView::stepAsked, this, &Inspector::stepAsked);
    connect(m_view, &DerivationView::blockAsked, this, &Inspector::blockAsked);
    connect(m_view, &DerivationView::cursorMoved, this, [this](const QRect& rect) {
        m_scroll->ensureVisible(rect.center().x(), rect.center().y(), 0, rect.height() + 8);
    });
    connect(m_pages, &SegmentedControl::chosen, this, [this](int page) {
        m_chosen[m_neighbour] = static_cast<Page>(page);
        showPage();
    });
    connect(m_eachHead, &EachHeadView::headAsked, this, &Inspector::headAsked);
    connect(m_eachHead, &EachHeadView::orderAsked, this, &Inspector::orderAsked);
    retranslate();
    setScene({});
    apply();
}

void Inspector::openFor(const void* neighbour, bool eachHead) {
    m_neighbour = neighbour;
    m_chosen.try_emplace(neighbour, eachHead ? EachHead : Number);
    showPage();
}

void Inspector::showPage() {
    const bool any = EachHeadView::isAbout(m_scene);
    const Page page = any ? m_chosen[m_neighbour] : Number;
    m_pages->setVisible(any);
    m_pages->setCurrent(page);
    m_stack->setCurrentIndex(page);
    m_title->setText(page == EachHead ? tr("WHAT EACH HEAD LOOKS AT")
                     : page == Costs  ? tr("WHAT HEADS COST")
                                      : tr("WHERE DOES THIS NUMBER COME FROM?"));
    m_lock->setVisible(page == Number && m_scene.selection.locked.has_value());
}

void Inspector::setScene(const Scene& scene) {
    const bool same = scene.trace == m_scene.trace && scene.blocks == m_scene.blocks &&
                      scene.selection == m_scene.selection && scene.display == m_scene.display &&
                      tellsScale(scene.pointed) == tellsScale(m_scene.pointed);
    m_scene = scene;
    if (same && !m_stale)
        return; // the same cell of the same numbers
    m_eachHead->setScene(scene);
    m_costs->setScene(scene);
    showPage();
    m_stale = true;
    // Folded away it costs nothing, and holds no old run.
    if (isVisible())
        apply();
    else if (scene.trace != m_view->scene().trace)
        m_view->setScene({});
}

void Inspector::setSeen(const std::optional<CellSpan>& seen) {
    m_view->setSeen(seen);
}

void Inspector::apply() {
    m_stale = false;
    const Theme& colours = theme(m_scene.display.theme);
    QPalette palette = m_title->palette();
    palette.setColor(QPalette::WindowText, colours.secondary);
    m_title->setPalette(palette);
    m_title->setFont(textFont(12 * m_scene.display.textScale, QFont::DemiBold));
    m_lock->setIcon(lockIcon(colours.accent));
    m_view->setScene(m_scene);
    showPage();
    updateGeometry();
    update();
}

void Inspector::retranslate() {
    m_pages->setChoices({tr("This number"), tr("Each head"), tr("Cost")});
    m_lock->setAccessibleName(tr("Release the locked cell"));
    m_lock->setToolTip(tr("Locked: this cell stays while the pointer moves. "
                          "Click or press Esc to release it."));
    m_lock->setAccessibleDescription(m_lock->toolTip());
    setAccessibleName(tr("Inspector"));
    m_eachHead->setAccessibleName(tr("What each head looks at"));
    m_costs->setAccessibleName(tr("What heads cost"));
    showPage();
}

QSize Inspector::sizeHint() const {
    return {qRound(304 * m_scene.display.textScale), 600};
}

void Inspector::showEvent(QShowEvent* event) {
    if (m_stale)
        apply();
    QWidget::showEvent(event);
}

void Inspector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void Inspector::resizeEvent(QResizeEvent* event) {
    m_view->setPanelWidth(event->size().width());
    m_eachHead->setPanelWidth(event->size().width());
    m_costs->setPanelWidth(event->size().width());
    QWidget::resizeEvent(event);
}

void Inspector::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.fillRect(event->rect(), theme(m_scene.display.theme).window);
}

} // namespace headscope
