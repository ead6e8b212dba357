// SPDX-License-Identifier: GPL-3.0-or-later
#include "handbook/handbook_window.h"

#include "controls/icons.h"
#include "handbook/handbook.h"
#include "handbook/handbook_browser.h"
#include "words/language.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace headscope {

namespace {

constexpr int contentsWidth = 250;
constexpr int urlRole = Qt::UserRole;

} // namespace

HandbookWindow::HandbookWindow(QWidget* window)
    : QWidget(window, Qt::Window)
    , m_back(new QToolButton(this))
    , m_forward(new QToolButton(this))
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_browser(new HandbookBrowser(this)) {
    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 8, 8, 0);
    top->addWidget(m_back);
    top->addWidget(m_forward);
    top->addWidget(m_search, 1);
    auto* side = new QWidget(this);
    auto* sideRows = new QVBoxLayout(side);
    sideRows->addLayout(top);
    sideRows->addWidget(m_list, 1);
    sideRows->setContentsMargins(8, 0, 0, 0);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(side);
    splitter->addWidget(m_browser);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({contentsWidth, usualSize.width() - contentsWidth});
    auto* rows = new QHBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(splitter);

    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &HandbookWindow::fillList);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        for (int row = 0; row < m_list->count(); ++row) {
            if (m_list->item(row)->data(urlRole).toString().isEmpty())
                continue;
            m_list->setCurrentRow(row);
            return openItem(m_list->item(row)); // also where it was the current one
        }
    });
    connect(m_list, &QListWidget::currentItemChanged, this, &HandbookWindow::openItem);
    // Again, where it is the current one while the chapter is another.
    connect(m_list, &QListWidget::itemClicked, this, &HandbookWindow::openItem);
    // source() is still the one before at that moment.
    connect(m_browser, &QTextBrowser::sourceChanged, this,
            [this](const QUrl& source) { showWhere(source.toString()); });
    connect(m_browser, &QTextBrowser::historyChanged, this, [this] {
        m_back->setEnabled(m_browser->isBackwardAvailable());
        m_forward->setEnabled(m_browser->isForwardAvailable());
    });
    connect(m_back, &QToolButton::clicked, m_browser, &QTextBrowser::backward);
    connect(m_forward, &QToolButton::clicked, m_browser, &QTextBrowser::forward);
    m_back->setEnabled(false);
    m_forward->setEnabled(false);
    retranslate();
}

void HandbookWindow::open(const QString& id) {
    const HandbookChapter* chapter = findChapter(currentLanguage(), id);
    if (!chapter)
        chapter = &handbook(currentLanguage()).front();
    m_search->clear();
    show(); // a list that has no size yet cannot scroll to the chapter
    m_browser->setSource(QUrl(chapter->url()));
    showWhere(chapter->url());
    raise();
    activateWindow();
    m_browser->setFocus();
}

void HandbookWindow::startSearch() {
    m_search->setFocus();
    m_search->selectAll();
}

QListWidgetItem* HandbookWindow::addHeading(const QString& text) {
    auto* item = new QListWidgetItem(text, m_list);
    item->setFlags(Qt::NoItemFlags);
    QFont font = m_list->font();
    font.setBold(true);
    item->setFont(font);
    return item;
}

QListWidgetItem* HandbookWindow::addChapter(const QString& text, const QString& url) {
    auto* item = new QListWidgetItem(text, m_list);
    item->setData(urlRole, url);
    return item;
}

void HandbookWindow::fillList() {
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    if (const QString words = m_search->text().trimmed(); words.isEmpty())
        showContents();
    else
        showHits(words);
    showWhere(m_browser->source().toString());
}

void HandbookWindow::showContents() {
    QString section;
    for (const HandbookChapter& chapter : handbook(currentLanguage())) {
        if (chapter.section != section)
            addHeading(section = chapter.section);
        addChapter(chapter.title, chapter.url());
    }
}

void HandbookWindow::showHits(const QString& words) {
    const std::vector<HandbookHit> hits = searchHandbook(words, currentLanguage());
    if (hits.empty())
        addHeading(tr("Nothing was found"));
    bool inOther = false;
    for (const HandbookHit& hit : hits) {
        if (hit.chapter->language != currentLanguage() && !inOther) {
            inOther = true;
            // A language is written in itself, as in the menu.
            addHeading(hit.chapter->language == Language::English ? QStringLiteral("English")
                                                                  : QStringLiteral("简体中文"));
        }
        addChapter(hit.chapter->title + u'\n' + hit.excerpt, hit.chapter->url());
    }
}

void HandbookWindow::openItem(const QListWidgetItem* item) {
    const QString url = item ? item->data(urlRole).toString() : QString();
    if (url.isEmpty())
        return;
    m_browser->setSource(QUrl(url));
    m_browser->mark(m_search->text());
}

void HandbookWindow::showWhere(const QString& url) {
    const QSignalBlocker quiet(m_list);
    m_list->setCurrentRow(-1);
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(urlRole).toString() == url) {
            m_list->setCurrentRow(row);
            m_list->scrollToItem(m_list->item(row));
        }
    }
    const HandbookChapter* const chapter = chapterAt(url);
    setWindowTitle(chapter ? tr("%1 – HeadScope handbook").arg(chapter->title) : QString());
}

void HandbookWindow::keyPressEvent(QKeyEvent* event) {
    const auto is = [event](Qt::KeyboardModifier modifier, Qt::Key key) {
        return event->modifiers() == modifier && event->key() == key;
    };
    if (is(Qt::ControlModifier, Qt::Key_F))
        startSearch();
    else if (is(Qt::AltModifier, Qt::Key_Left))
        m_browser->backward();
    else if (is(Qt::AltModifier, Qt::Key_Right))
        m_browser->forward();
    else if (event->key() != Qt::Key_Escape)
        QWidget::keyPressEvent(event);
    else if (m_search->text().isEmpty())
        close();
    else
        m_search->clear();
}

void HandbookWindow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        const QString shown = m_browser->source().fileName().section(u'.', 0, 0);
        retranslate();
        if (const HandbookChapter* chapter = findChapter(currentLanguage(), shown))
            m_browser->setSource(QUrl(chapter->url()));
    } else if (event->type() == QEvent::PaletteChange) {
        m_back->setIcon(paletteIcon(QStringLiteral("previous"), palette()));
        m_forward->setIcon(paletteIcon(QStringLiteral("next"), palette()));
    }
}

void HandbookWindow::retranslate() {
    m_back->setIcon(paletteIcon(QStringLiteral("previous"), palette()));
    m_forward->setIcon(paletteIcon(QStringLiteral("next"), palette()));
    m_back->setToolTip(tr("Back  (Alt+←)"));
    m_forward->setToolTip(tr("Forward  (Alt+→)"));
    m_back->setAccessibleName(tr("Back"));
    m_forward->setAccessibleName(tr("Forward"));
    m_search->setPlaceholderText(tr("Search in all chapters"));
    m_search->setAccessibleName(tr("Search in all chapters"));
    m_list->setAccessibleName(tr("Contents"));
    m_browser->setAccessibleName(tr("Chapter"));
    fillList();
}

} // namespace headscope
