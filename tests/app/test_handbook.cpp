// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook says what the program is: every command, option, key and menu entry stands in it in
// both languages, and none that is gone; its links lead somewhere; its command lines run.
#include "examples/examples.h"
#include "handbook/handbook.h"
#include "pages/page.h"
#include "pages/registry.h"
#include "support/command_call.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/files/recent_files.h"
#include "window/frame/page_stack.h"

#include <QMenuBar>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr Language bothLanguages[] = {Language::English, Language::Chinese};

QString codeOf(Language language) {
    return language == Language::English ? u"en"_s : u"zh"_s;
}

/// Where to write what is missing: "resources/handbook/zh/menus.md".
QString fileOf(const HandbookChapter& chapter) {
    return u"resources/handbook/%1/%2.md"_s.arg(codeOf(chapter.language), chapter.id);
}

/// Every place where the pattern holds, what its first group caught.
QStringList all(const QString& text, const QString& pattern) {
    static QHash<QString, QRegularExpression> known;
    QRegularExpression& expression = known[pattern];
    if (expression.pattern().isEmpty())
        expression =
            QRegularExpression(pattern, QRegularExpression::MultilineOption |
                                            QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto each = expression.globalMatch(text); each.hasNext();)
        found << each.next().captured(1);
    return found;
}

/// The lines of its fenced blocks of that kind.
QStringList fencedLines(const HandbookChapter& chapter, const QString& kind) {
    QStringList lines;
    for (const QString& block : all(chapter.text, u"^```%1\\n(.*?)^```"_s.arg(kind)))
        lines += block.split(u'\n', Qt::SkipEmptyParts);
    return lines;
}

/// The options that --help of a command names.
QStringList optionsOf(const QString& command) {
    const QString help = call({command, u"--help"_s}).out;
    return all(help.mid(help.indexOf(u"\nOptions:"_s)), u"^  (--[a-z0-9-]+)"_s);
}

/// All options that there are, before a command too.
QSet<QString> everyOption() {
    QSet<QString> options;
    for (const QCommandLineOption& option : programManual().options)
        options << "--"_L1 + option.names().constFirst();
    for (const Command& command : commands()) {
        for (const QString& option : optionsOf(QString::fromLatin1(command.name)))
            options << option;
    }
    return options;
}

/// As people read it: no letter to press, no number before it, no key behind it.
QString readable(QString text) {
    text = text.section(u'\t', 0, 0);
    text.remove(QRegularExpression(u"\\(&.\\)"_s));
    text.remove(QRegularExpression(u"^&?[0-9]+  "_s)); // of a lesson
    return text.remove(u'&').trimmed();
}

struct MenuEntry {
    QString text;
    QStringList keys; ///< as "Ctrl+Shift+Z"
};

void addEntries(const QMenu& menu, std::vector<MenuEntry>& entries) {
    for (const QAction* action : menu.actions()) {
        if (action->isSeparator())
            continue;
        MenuEntry entry{readable(action->text()), {}};
        for (const QKeySequence& key : action->shortcuts())
            entry.keys << key.toString(QKeySequence::PortableText);
        if (action->text().contains(u'\t') && !action->text().endsWith(u"✓"_s))
            entry.keys << action->text().section(u'\t', 1);
        entries.push_back(entry);
        if (action->menu() && !qobject_cast<RecentFiles*>(action->menu()))
            addEntries(*action->menu(), entries);
    }
}

/// All entries of all menus of a window in that language, those of pages too.
std::vector<MenuEntry> menuEntries(Language language) {
    useLanguage(language);
    Preferences preferences = lightPreferences();
    preferences.language = language;
    MainWindow window(findExample("ticket")->make(), preferences);
    window.setRemembering(false);
    window.settle();
    std::vector<MenuEntry> entries;
    for (const QAction* menu : window.menuBar()->actions()) {
        if (menu->menu())
            addEntries(*menu->menu(), entries);
    }
    for (const Page* page : window.pages().pages()) {
        for (const QAction* action : page->parts().actions)
            entries.push_back({readable(action->text()), {}});
    }
    useLanguage(Language::English);
    return entries;
}

QStringList cellsOf(const QString& row) {
    QStringList cells;
    for (const QString& cell : row.mid(1, row.size() - 2).split(u'|'))
        cells << cell.trimmed();
    return cells;
}

/// The chapter and those that it sends its reader to for more.
QString withLinked(const HandbookChapter& chapter) {
    QString text = chapter.text;
    for (const QString& id : all(chapter.text, u"\\]\\(([a-z-]+)\\.md\\)"_s)) {
        if (const HandbookChapter* linked = findChapter(chapter.language, id))
            text += linked->text;
    }
    return text;
}

} // namespace

class TestHandbook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void both_languages_have_the_same_chapters();
    void every_file_is_a_chapter_data();
    void every_file_is_a_chapter();
    void every_page_has_a_chapter();
    void links_and_pictures_are_there_data() { languages(); }
    void links_and_pictures_are_there();
    void every_option_of_every_command_is_explained_data();
    void every_option_of_every_command_is_explained();
    void no_option_is_named_that_is_gone_data() { languages(); }
    void no_option_is_named_that_is_gone();
    void every_menu_entry_and_key_is_there_data() { languages(); }
    void every_menu_entry_and_key_is_there();
    void no_menu_entry_is_there_that_is_gone_data() { languages(); }
    void no_menu_entry_is_there_that_is_gone();
    void command_lines_run();
    void files_that_it_names_are_there_data() { languages(); }
    void files_that_it_names_are_there();
    void the_readme_is_short();

private:
    static void languages() {
        QTest::addColumn<Language>("language");
        QTest::newRow("en") << Language::English;
        QTest::newRow("zh") << Language::Chinese;
    }
};

void TestHandbook::both_languages_have_the_same_chapters() {
    const auto english = handbook(Language::English);
    const auto chinese = handbook(Language::Chinese);
    QCOMPARE(chinese.size(), english.size());
    QVERIFY(english.size() > 40);
    QString section;
    QString chineseSection;
    for (std::size_t i = 0; i < english.size(); ++i) {
        QCOMPARE(chinese[i].id, english[i].id);
        // A heading of the contents begins at the same chapter.
        QCOMPARE(chinese[i].section != chineseSection, english[i].section != section);
        section = english[i].section;
        chineseSection = chinese[i].section;
        for (const HandbookChapter* chapter : {&english[i], &chinese[i]})
            QVERIFY2(!chapter->title.isEmpty() && chapter->text.size() > 100,
                     qPrintable(fileOf(*chapter)));
        // The same pictures, examples of the command line, and parts.
        const auto parts = [](const HandbookChapter& chapter) {
            return all(chapter.text, u"\\(\\.\\./\\.\\./pictures/([^)]*)\\)"_s) +
                   fencedLines(chapter, u"bash"_s) +
                   QStringList(all(chapter.text, u"^(##) "_s).size(), u"##"_s);
        };
        QVERIFY2(parts(chinese[i]) == parts(english[i]), qPrintable(fileOf(chinese[i])));
    }
}

void TestHandbook::every_file_is_a_chapter_data() {
    languages();
}

void TestHandbook::every_file_is_a_chapter() {
    QFETCH(Language, language);
    const QStringList files =
        QDir(u":/handbook/"_s + codeOf(language)).entryList({u"*.md"_s}, QDir::Files);
    QCOMPARE(files.size(), std::ssize(handbook(language)));
    for (const QString& file : files)
        QVERIFY2(findChapter(language, file.chopped(3)), qPrintable(file));
}

void TestHandbook::every_page_has_a_chapter() {
    for (const Language language : bothLanguages) {
        for (const PageEntry& entry : pageEntries())
            QVERIFY2(
                findChapter(language, QString::fromLatin1(entry.id.data(), std::ssize(entry.id))),
                entry.id.data());
        for (const QString& other : {u"compare"_s, u"lessons"_s}) // that openHandbook() knows
            QVERIFY(findChapter(language, other));
    }
}

void TestHandbook::links_and_pictures_are_there() {
    QFETCH(Language, language);
    static const QRegularExpression code(u"`[^`\\n]*`"_s); // which may look like a link
    for (const HandbookChapter& chapter : handbook(language)) {
        for (const QString& target :
             all(QString(chapter.text).remove(code), u"\\]\\(([^)]*)\\)"_s)) {
            const QUrl url = QUrl(chapter.url()).resolved(QUrl(target));
            QVERIFY2(QFile::exists(u':' + url.path()),
                     qPrintable(fileOf(chapter) + u" has a link to "_s + target));
        }
    }
}

void TestHandbook::every_option_of_every_command_is_explained_data() {
    QTest::addColumn<QString>("command");
    for (const Command& command : commands())
        QTest::newRow(command.name) << QString::fromLatin1(command.name);
}

void TestHandbook::every_option_of_every_command_is_explained() {
    QFETCH(QString, command);
    const QStringList options = optionsOf(command);
    QVERIFY(!options.isEmpty());
    for (const Language language : bothLanguages) {
        const HandbookChapter* chapter = findChapter(language, u"command-"_s + command);
        QVERIFY2(chapter, qPrintable(u"no chapter command-"_s + command));
        const QString text = withLinked(*chapter);
        for (const QString& option : options)
            QVERIFY2(
                !all(text, u"(%1)(?![a-z0-9-])"_s.arg(option)).isEmpty(),
                qPrintable(u"%1, or what it links to, does not explain %2 of headscope %3"_s.arg(
                    fileOf(*chapter), option, command)));
        QVERIFY(findChapter(language, u"command-line"_s)
                    ->text.contains(u"command-%1.md"_s.arg(command)));
    }
}

void TestHandbook::no_option_is_named_that_is_gone() {
    QFETCH(Language, language);
    QSet<QString> known = everyOption();
    // Of the tests, the benchmarks and the monkey.
    for (const QString& other : {u"--preset"_s, u"--blas"_s, u"--seeds"_s, u"--seconds"_s})
        known << other;
    for (const HandbookChapter& chapter : handbook(language)) {
        QString text = chapter.text;
        for (const QString& block : all(text, u"(^```sh\\n.*?^```)"_s)) // of other programs, too
            text.remove(block);
        for (const QString& line : fencedLines(chapter, u"sh"_s)) {
            if (line.startsWith(u"headscope "_s))
                text += u'\n' + line;
        }
        for (const QString& option : all(text, u"(?<![a-z-])(--[a-z][a-z0-9-]*)"_s))
            QVERIFY2(known.contains(option), qPrintable(u"%1 names %2, which nothing takes"_s.arg(
                                                 fileOf(chapter), option)));
        // "headscope WORD" is a command.
        for (const QString& word : all(text, u"(?<![.a-z-])headscope ([a-z]+)(?![a-z0-9./])"_s))
            QVERIFY2(std::ranges::any_of(commands(),
                                         [&](const Command& command) {
                                             return word == QLatin1String(command.name);
                                         }),
                     qPrintable(fileOf(chapter) + u": headscope "_s + word));
    }
}

void TestHandbook::every_menu_entry_and_key_is_there() {
    QFETCH(Language, language);
    const HandbookChapter& menus = *findChapter(language, u"menus"_s);
    QString everything;
    for (const HandbookChapter& chapter : handbook(language))
        everything += chapter.text;
    const QStringList rows = all(menus.text, u"^(\\|[^\\n]*\\|)$"_s);
    for (const MenuEntry& entry : menuEntries(language)) {
        QVERIFY2(everything.contains(entry.text),
                 qPrintable(u"no chapter has the menu entry “%1”"_s.arg(entry.text)));
        if (entry.keys.isEmpty())
            continue;
        const auto row = std::ranges::find(
            rows, entry.text, [](const QString& each) { return cellsOf(each).value(0); });
        QVERIFY2(row != rows.end(),
                 qPrintable(u"%1 has no row “%2”"_s.arg(fileOf(menus), entry.text)));
        QStringList written = cellsOf(*row).value(1).split(u", "_s, Qt::SkipEmptyParts);
        QStringList keys = entry.keys;
        written.sort();
        keys.sort();
        QVERIFY2(written == keys, qPrintable(u"%1, “%2”: the keys are %3"_s.arg(
                                      fileOf(menus), entry.text, keys.join(u", "_s))));
    }
}

void TestHandbook::no_menu_entry_is_there_that_is_gone() {
    QFETCH(Language, language);
    const HandbookChapter& menus = *findChapter(language, u"menus"_s);
    QSet<QString> texts;
    for (const MenuEntry& entry : menuEntries(language))
        texts << entry.text;
    for (const QString& row : all(menus.text, u"^(\\|[^\\n]*\\|)$"_s)) {
        const QStringList cells = cellsOf(row);
        if (cells.size() != 3 || cells[0].startsWith(u'-') || cells[1] == u"key"_s ||
            cells[1] == u"键"_s)
            continue;
        QVERIFY2(texts.contains(cells[0]),
                 qPrintable(u"%1 has “%2”, which no menu has"_s.arg(fileOf(menus), cells[0])));
    }
}

void TestHandbook::command_lines_run() {
    const QTemporaryDir folder;
    QSet<QString> done;
    for (const Language language : bothLanguages) {
        for (const HandbookChapter& chapter : handbook(language)) {
            for (const QString& line : fencedLines(chapter, u"bash"_s)) {
                if (done.contains(line))
                    continue;
                done << line;
                QStringList words = QProcess::splitCommand(line);
                QVERIFY2(words.size() > 1 && words.takeFirst() == u"headscope"_s, qPrintable(line));
                QProcess process;
                process.setWorkingDirectory(folder.path());
                startProgram(process, words);
                const Outcome outcome = outcomeOf(process);
                QVERIFY2(outcome.status == 0,
                         qPrintable(u"%1: %2\n%3"_s.arg(fileOf(chapter), line, outcome.err)));
            }
        }
    }
    QVERIFY(done.size() > 40);
}

void TestHandbook::files_that_it_names_are_there() {
    QFETCH(Language, language);
    const QDir root(QStringLiteral(HEADSCOPE_TEST_DATA "/.."));
    static const QRegularExpression path(
        u"^(core|ui|app|tests|resources|\\.ci)/[A-Za-z0-9_./-]*$"_s);
    for (const HandbookChapter& chapter : handbook(language)) {
        for (const QString& code : all(chapter.text, u"`([^`\\n]*)`"_s)) {
            if (path.match(code).hasMatch())
                QVERIFY2(root.exists(code), qPrintable(fileOf(chapter) + u" names "_s + code));
        }
        // The map names folders.
        if (chapter.id == u"house"_s) {
            for (const QString& room : {u"core"_s, u"ui"_s}) {
                for (const QString& folder :
                     QDir(root.filePath(room)).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                    QVERIFY2(
                        chapter.text.contains(u"`%1/%2`"_s.arg(room, folder)),
                        qPrintable(u"%1 does not name %2/%3"_s.arg(fileOf(chapter), room, folder)));
            }
        }
    }
}

void TestHandbook::the_readme_is_short() {
    const QDir root(QStringLiteral(HEADSCOPE_TEST_DATA "/.."));
    QFile file(root.filePath(u"README.md"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    QVERIFY2(content.size() <= 10 * 1024, "README.md is longer than 10 kB: the handbook has room");
    const QString text = QString::fromUtf8(content);
    for (const QString& target : all(text, u"\\]\\(([^)]*)\\)"_s))
        QVERIFY2(root.exists(target), qPrintable(target));
    for (const Command& command : commands())
        QVERIFY2(text.contains(u"headscope %1"_s.arg(QLatin1String(command.name))), command.name);
    const QSet<QString> known = everyOption();
    for (const QString& option : all(text, u"(?<![a-z-])(--[a-z][a-z0-9-]*)"_s))
        QVERIFY2(known.contains(option) || option == u"--preset"_s, qPrintable(option));
}

HEADSCOPE_TEST(TestHandbook, QApplication)
#include "test_handbook.moc"
