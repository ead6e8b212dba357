// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation/projector.h"

#include "pages/page_request.h"
#include "type/fonts.h"
#include "window/frame/page_stack.h"
#include "window/presentation/black_screen.h"
#include "window/presentation/presentation.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QStackedLayout>

namespace headscope {

namespace {

constexpr QSize usualSize(1280, 640);
constexpr int imageMilliseconds = 200;

} // namespace

Projector::Projector(LessonSession& session, const PageStack& shown, QWidget* window)
    : QWidget(window, Qt::Window)
    , m_session(session)
    , m_shown(shown)
    , m_kinds(new QStackedLayout(this)) {
    m_imageTime.setInterval(imageMilliseconds);
    connect(&m_imageTime, &QTimer::timeout, this, &Projector::showImage);
    setFocusPolicy(Qt::StrongFocus);
    setWindowTitle(tr("HeadScope – projector"));
    resize(usualSize);
}

void Projector::build() {
    m_slide = new LessonSlide(m_session, slidePicture, this);
    m_sheet = new QWidget(this);
    m_caption = new QLabel(m_sheet);
    m_pages = new PageStack(m_sheet);
    m_image = new QLabel(m_sheet);
    m_kinds->addWidget(m_slide);
    m_kinds->addWidget(m_sheet);
    auto* rows = new QVBoxLayout(m_sheet);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_sheet->setAutoFillBackground(true);
    m_sheet->setBackgroundRole(QPalette::Base);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    setCaption(m_title);
    rows->addWidget(m_caption);
    m_sheetKinds = new QStackedLayout;
    m_sheetKinds->addWidget(m_pages);
    m_sheetKinds->addWidget(m_image);
    rows->addLayout(m_sheetKinds, 1);
    m_image->setAlignment(Qt::AlignCenter);
    m_image->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    // The keys are those of the window, whoever has the focus here.
    m_pages->setFocusPolicy(Qt::NoFocus);
    m_pages->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_black = new BlackScreen(this);
}

void Projector::open() {
    if (!m_pages)
        build();
    const QScreen* here = parentWidget()->screen();
    for (QScreen* other : QGuiApplication::screens()) {
        if (other != here) {
            setGeometry(other->geometry());
            setWindowState(Qt::WindowFullScreen);
            break;
        }
    }
    if (!isFullScreen()) // a small screen has no room for all of it
        resize(usualSize.boundedTo(here->availableGeometry().size() * 0.95));
    show();
    setFocus();
    Q_EMIT resized();
    Q_EMIT opened();
}

void Projector::setScene(const Scene& scene) {
    if (!isVisible())
        return;
    if (m_session.state())
        m_slide->setScene(scene);
    Scene presented = scene;
    presented.display.presentation = true;
    presented.display.textScale = presentedScale(size());
    m_pages->setScene(presented);
    follow();
}

void Projector::follow() {
    if (!isVisible())
        return;
    if (m_session.state()) {
        m_imageTime.stop();
        return m_kinds->setCurrentWidget(m_slide);
    }
    m_kinds->setCurrentWidget(m_sheet);
    const bool once = m_shown.page().kind().onlyOnce;
    m_sheetKinds->setCurrentIndex(once ? 1 : 0);
    if (once) {
        m_imageTime.start();
        return showImage();
    }
    m_imageTime.stop();
    if (const std::string id = m_shown.id(); m_pages->id() != id)
        m_pages->open(id);
    PageRequest part;
    m_shown.page().keepView(part);
    (void)m_pages->page().showView(part); // as near as it has it
}

void Projector::showImage() {
    const QPixmap image = m_shown.page().view().grab();
    m_image->setPixmap(image.scaled(m_image->size() * devicePixelRatioF(), Qt::KeepAspectRatio,
                                    Qt::SmoothTransformation));
}

void Projector::setCaption(const QString& caption) {
    m_title = caption;
    if (!m_caption)
        return;
    m_caption->setText(caption);
    m_caption->setVisible(!caption.isEmpty());
}

void Projector::finish() {
    if (!m_pages)
        return;
    m_slide->finish();
    for (Page* page : m_pages->pages())
        page->finish();
}

void Projector::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_B && !event->modifiers())
        m_black->cover();
    else if (event->key() == Qt::Key_F11)
        setWindowState(windowState() ^ Qt::WindowFullScreen);
    else
        Q_EMIT keyPressed(event);
}

void Projector::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_pages) // who paints the window makes even hidden ones lay themselves out
        return;
    const double unit = presentedScale(size()) / presentedTextScale;
    m_caption->setFont(textFont(28 * unit, QFont::DemiBold));
    m_caption->setContentsMargins(qRound(40 * unit), qRound(12 * unit), qRound(40 * unit), 0);
    Q_EMIT resized();
}

void Projector::closeEvent(QCloseEvent* event) {
    event->accept();
    hide();
    m_imageTime.stop();
    m_pages->setScene({}); // an old run may hold gigabytes
    Q_EMIT closed();
}

void Projector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setWindowTitle(tr("HeadScope – projector"));
        // Once their parts have their own words again.
        QMetaObject::invokeMethod(
            this,
            [this] {
                for (Page* page : m_pages ? m_pages->pages() : std::vector<Page*>())
                    page->retranslated();
            },
            Qt::QueuedConnection);
    }
    QWidget::changeEvent(event);
}

} // namespace headscope
