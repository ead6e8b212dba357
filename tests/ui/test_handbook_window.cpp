// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook in its window: what opens it and where, search, keys, language, theme, pictures.
#include "examples/examples.h"
#include "handbook/handbook.h"
#include "handbook/handbook_browser.h"
#include "handbook/handbook_window.h"
#include "support/answer_dialog.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/appearance.h"
#include "window/frame/page_stack.h"

#include <QAbstractTextDocumentLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextTable>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

HandbookWindow& openedFor(MainWindow& window) {
    window.findChild<Actions*>()->handbook->trigger();
    return *window.findChild<HandbookWindow*>();
}

HandbookBrowser& browserOf(const HandbookWindow& handbook) {
    return *handbook.findChild<HandbookBrowser*>();
}

QString shownChapter(const HandbookWindow& handbook) {
    return browserOf(handbook).source().path();
}

/// The widths of the pictures of the shown chapter, as they are painted.
QList<int> pictureWidths(const HandbookWindow& window) {
    QList<int> widths;
    QTextDocument& document = *browserOf(window).document();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QTextCharFormat format = each.fragment().charFormat();
            if (!format.isImageFormat())
                continue;
            const QUrl name(format.toImageFormat().name());
            const auto picture =
                document.resource(QTextDocument::ImageResource, name).value<QPixmap>();
            widths << qRound(picture.width() / picture.devicePixelRatio());
        }
    }
    return widths;
}

} // namespace

class TestHandbookWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void cleanup() { useLanguage(Language::English); }
    void it_opens_on_the_page_in_front_data();
    void it_opens_on_the_page_in_front();
    void asking_twice_opens_it();
    void the_keyboard_finds_and_leaves();
    void the_search_knows_every_chapter();
    void it_follows_the_language_and_the_theme();
    void pictures_are_no_wider_than_the_text();
    void no_word_of_a_table_is_broken();
    void no_mark_of_markdown_is_left();
    void its_place_is_remembered();
};

void TestHandbookWindow::it_opens_on_the_page_in_front_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("page");
    for (const char* page : {"heads", "steps", "shapes", "lines", "text", "train", "paint"})
        QTest::newRow(page) << u"ticket"_s << QString::fromLatin1(page);
    QTest::newRow("layers") << u"stack"_s << u"layers"_s;
    QTest::newRow("norm") << u"norms"_s << u"norm"_s;
}

void TestHandbookWindow::it_opens_on_the_page_in_front() {
    QFETCH(QString, example);
    QFETCH(QString, page);
    const auto window = shownWindow(findExample(example.toStdString())->source());
    if (page != u"norm"_s)
        window->showPage(page.toStdString());
    window->settle();
    QCOMPARE(QString::fromStdString(window->pages().id()), page);
    HandbookWindow& handbook = openedFor(*window);
    QVERIFY(handbook.isVisible());
    QCOMPARE(shownChapter(handbook), u"/handbook/en/%1.md"_s.arg(page));
    QVERIFY(!handbook.findChild<QListWidget*>()->selectedItems().isEmpty());
    // It stays one window, and goes where the reader is.
    QVERIFY(window->openLesson(u"which-axis"_s));
    window->settle();
    QCOMPARE(&openedFor(*window), &handbook);
    QCOMPARE(shownChapter(handbook), u"/handbook/en/lessons.md"_s);
}

void TestHandbookWindow::asking_twice_opens_it() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->showPage("lines");
    QTimer again;
    connect(&again, &QTimer::timeout, this, [] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            QTest::keyClick(box, Qt::Key_F1);
    });
    again.start(20);
    QTest::keyClick(window.get(), Qt::Key_F1);
    again.stop();
    const auto* handbook = window->findChild<HandbookWindow*>();
    QVERIFY(handbook && handbook->isVisible());
    QCOMPARE(shownChapter(*handbook), u"/handbook/en/lines.md"_s);

    // Asked once, it says what it said.
    const auto other = shownWindow(findExample("ticket")->make());
    AnswerDialog once(u"OK"_s);
    QTest::keyClick(other.get(), Qt::Key_F1);
    QCOMPARE(once.seen(), u"What am I looking at?"_s);
    QVERIFY(!other->findChild<HandbookWindow*>());
}

void TestHandbookWindow::the_keyboard_finds_and_leaves() {
    const auto window = shownWindow(findExample("ticket")->make());
    HandbookWindow& handbook = openedFor(*window);
    QLineEdit& search = *handbook.findChild<QLineEdit*>();
    const int contents = handbook.findChild<QListWidget*>()->count();
    QTest::keyClick(&browserOf(handbook), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(handbook.focusWidget() == &search);
    QTest::keyClicks(&search, u"--renormalise"_s);
    QVERIFY(handbook.findChild<QListWidget*>()->count() < contents);
    QTest::keyClick(&search, Qt::Key_Return);
    QVERIFY(shownChapter(handbook) != u"/handbook/en/heads.md"_s);
    QVERIFY(browserOf(handbook).toPlainText().contains(u"--renormalise"_s));
    QVERIFY(!browserOf(handbook).extraSelections().isEmpty());
    QTest::keyClick(&handbook, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shownChapter(handbook), u"/handbook/en/heads.md"_s);
    QTest::keyClick(&handbook, Qt::Key_Right, Qt::AltModifier);
    QVERIFY(shownChapter(handbook) != u"/handbook/en/heads.md"_s);
    QTest::keyClick(&search, Qt::Key_Escape);
    QVERIFY(handbook.isVisible() && search.text().isEmpty());
    QCOMPARE(handbook.findChild<QListWidget*>()->count(), contents);
    QTest::keyClick(&browserOf(handbook), Qt::Key_Escape);
    QVERIFY(!handbook.isVisible());
    QVERIFY(window->isVisible());
}

void TestHandbookWindow::the_search_knows_every_chapter() {
    const auto ids = [](const std::vector<HandbookHit>& hits, Language language) {
        QStringList found;
        for (const HandbookHit& hit : hits) {
            if (hit.chapter->language == language)
                found << hit.chapter->id;
        }
        return found;
    };
    QVERIFY(searchHandbook(u"  "_s, Language::English).empty());
    QVERIFY(searchHandbook(u"qwertzuiop"_s, Language::English).empty());
    const auto masks = searchHandbook(u"masks"_s, Language::English);
    QCOMPARE(ids(masks, Language::English).value(0), u"masks"_s); // the title goes before
    QCOMPARE(searchHandbook(u"MASKS"_s, Language::English), masks);
    // All words, wherever they stand.
    const auto both =
        ids(searchHandbook(u"dropout worksheet"_s, Language::English), Language::English);
    for (const QString& id : both) {
        const QString& text = findChapter(Language::English, id)->plain;
        QVERIFY(text.contains(u"dropout"_s, Qt::CaseInsensitive));
        QVERIFY(text.contains(u"worksheet"_s, Qt::CaseInsensitive));
    }
    // A word of the other language finds its chapters, which stand behind those of this one.
    const auto chinese = searchHandbook(u"掩码"_s, Language::English);
    QVERIFY(ids(chinese, Language::Chinese).contains(u"masks"_s));
    bool other = false;
    for (const HandbookHit& hit : searchHandbook(u"NaN"_s, Language::Chinese)) {
        other = other || hit.chapter->language == Language::English;
        QCOMPARE(hit.chapter->language == Language::English, other);
        QVERIFY(hit.excerpt.contains(u"NaN"_s, Qt::CaseInsensitive));
    }
    QVERIFY(other);
}

void TestHandbookWindow::it_follows_the_language_and_the_theme() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->showPage("shapes");
    HandbookWindow& handbook = openedFor(*window);
    const QString english = handbook.windowTitle();
    window->setLanguage(Language::Chinese);
    QTRY_COMPARE(shownChapter(handbook), u"/handbook/zh/shapes.md"_s);
    QVERIFY(handbook.windowTitle() != english);
    window->setLanguage(Language::English);
    QTRY_COMPARE(shownChapter(handbook), u"/handbook/en/shapes.md"_s);
    const auto page = [&] {
        return browserOf(handbook).grab().toImage().pixelColor(4, 4).lightness();
    };
    QVERIFY(page() > 200);
    window->findChild<Appearance*>()->setTheme(ThemeChoice::Dark);
    QTRY_VERIFY(page() < 80);
    QCOMPARE(shownChapter(handbook), u"/handbook/en/shapes.md"_s);
    window->findChild<Appearance*>()->setTheme(ThemeChoice::Light);
}

void TestHandbookWindow::pictures_are_no_wider_than_the_text() {
    const auto window = shownWindow(findExample("ticket")->make());
    HandbookWindow& handbook = openedFor(*window);
    for (const int width : {1000, 640, 1300}) {
        handbook.resize(width, 700);
        QCoreApplication::processEvents();
        browserOf(handbook).grab();
        const QList<int> widths = pictureWidths(handbook);
        QVERIFY(!widths.isEmpty());
        for (const int picture : widths)
            QVERIFY2(picture > 100 && picture <= browserOf(handbook).viewport()->width(),
                     qPrintable(
                         u"%1 of %2"_s.arg(picture).arg(browserOf(handbook).viewport()->width())));
        QVERIFY(browserOf(handbook).document()->idealWidth() <=
                browserOf(handbook).viewport()->width());
    }
}

void TestHandbookWindow::no_word_of_a_table_is_broken() {
    HandbookBrowser browser;
    browser.resize(900, 700);
    browser.show();
    int tables = 0;
    for (const Language language : {Language::English, Language::Chinese}) {
        for (const HandbookChapter& chapter : handbook(language)) {
            browser.setSource(QUrl(chapter.url()));
            const QTextDocument& document = *browser.document();
            (void)document.documentLayout()->documentSize(); // all of it has its lines
            for (const QTextFrame* frame : document.rootFrame()->childFrames()) {
                const auto* table = qobject_cast<const QTextTable*>(frame);
                if (!table)
                    continue;
                ++tables;
                for (int column = 0; column < table->columns(); ++column) {
                    const QTextBlock heading =
                        table->cellAt(0, column).firstCursorPosition().block();
                    const QString text = heading.text();
                    for (int i = 0; i + 1 < heading.layout()->lineCount(); ++i) {
                        const QTextLine line = heading.layout()->lineAt(i);
                        const int end = line.textStart() + line.textLength();
                        QVERIFY2(!text[end - 1].isLetter() || !text[end].isLower(),
                                 qPrintable(chapter.url() + u": "_s + text));
                    }
                }
            }
        }
    }
    QVERIFY(tables > 40);
}

void TestHandbookWindow::no_mark_of_markdown_is_left() {
    // Between Chinese words a star behind a punctuation mark ends no emphasis.
    static const QRegularExpression left(u"\\*\\S[^*]*\\*|\\]\\(|<!--"_s);
    HandbookBrowser browser;
    int read = 0;
    for (const Language language : {Language::English, Language::Chinese}) {
        for (const HandbookChapter& chapter : handbook(language)) {
            browser.setSource(QUrl(chapter.url()));
            QVERIFY2(!chapter.plain.contains(u"<!--"_s), qPrintable(chapter.url())); // the search
            const QTextDocument& document = *browser.document();
            for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
                for (auto each = block.begin(); !each.atEnd(); ++each) {
                    if (each.fragment().charFormat().fontFixedPitch())
                        continue; // code
                    const QString text = each.fragment().text();
                    QVERIFY2(!left.match(text).hasMatch(),
                             qPrintable(chapter.url() + u": "_s + text));
                    ++read;
                }
            }
        }
    }
    QVERIFY(read > 2000);
}

void TestHandbookWindow::its_place_is_remembered() {
    {
        const auto window = shownWindow(findExample("ticket")->make());
        HandbookWindow& handbook = openedFor(*window);
        handbook.resize(777, 555);
        window->setRemembering(true);
        window->remember();
        window->setRemembering(false);
    }
    MainWindow window(findExample("ticket")->make(), loadPreferences());
    window.setRemembering(false);
    QCOMPARE(openedFor(window).size(), QSize(777, 555));
}

HEADSCOPE_TEST(TestHandbookWindow, QApplication)
#include "test_handbook_window.moc"
