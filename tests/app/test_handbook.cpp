// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook says what the program is: every command, option, key and menu entry stands in it in
// both languages, and none that is gone; its links lead somewhere; its command lines run.
#include "examples/examples.h"
#include "figure/figure.h"
#include "formats/text/matrix_text.h"
#include "handbook/handbook.h"
#include "pages/page.h"
#include "pages/registry.h"
#include "source/array_file.h"
#include "support/command_call.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/files/recent_files.h"
#include "window/frame/page_stack.h"
#include "window/window_keys.h"

#include <QDirIterator>
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

/// As the context menu of a matrix calls it; nullptr: there is none.
const char* nameOf(MatrixFormat format) {
    switch (format) {
    case MatrixFormat::Tsv: return "TSV";
    case MatrixFormat::Csv: return "CSV";
    case MatrixFormat::Latex: return "LaTeX";
    case MatrixFormat::NumPy: return "NumPy";
    }
    return nullptr;
}

/// The rows of all its tables; of those alone that tell the keys of a page.
QString tableRows(const HandbookChapter& chapter, bool ofKeys = false) {
    const QString keyTable = u"^\\| key in [^\\n]*\\n((?:\\|[^\\n]*\\n)+)"_s;
    const QString chineseKeyTable = u"^\\| [^\\n|]*中的键 [^\\n]*\\n((?:\\|[^\\n]*\\n)+)"_s;
    return ofKeys ? (all(chapter.text, keyTable) + all(chapter.text, chineseKeyTable)).join(u'\n')
                  : all(chapter.text, u"^(\\|[^\\n]*\\|)$"_s).join(u'\n');
}

/// The keys that a text names, each as KeyWords call it.
QSet<QString> keysIn(QString text) {
    text.replace(QRegularExpression(u"arrow keys|all arrows|方向键"_s), u"↑ ↓ ← →"_s);
    text.replace(u"空格"_s, u"Space"_s).replace(u"1 … 9"_s, u"1–9"_s);
    const QStringList keys =
        all(text, u"(?<![\\w+])((?:(?:Ctrl|Shift|Alt)\\+)*(?:Page Up|Page Down|Space|Enter|Esc|"
                  "Delete|Home|End|Tab|F\\d+|[A-Z]|1–9|0|[←→↑↓+−]|\\[|\\]))(?![\\w+])"_s);
    return {keys.begin(), keys.end()};
}

QSet<QString> keysOf(const QList<KeyWords>& rows) {
    QSet<QString> keys;
    for (const KeyWords& row : rows)
        keys.unite({row.keys.begin(), row.keys.end()});
    return keys;
}

/// Qt::Key_… of them, as a source writes it.
QSet<QString> namesInCode(const QSet<QString>& keys) {
    static const QHash<QString, QStringList> names{
        {u"←"_s, {u"Left"_s}},
        {u"→"_s, {u"Right"_s}},
        {u"↑"_s, {u"Up"_s}},
        {u"↓"_s, {u"Down"_s}},
        {u"+"_s, {u"Plus"_s, u"Equal"_s}},
        {u"−"_s, {u"Minus"_s}},
        {u"["_s, {u"BracketLeft"_s}},
        {u"]"_s, {u"BracketRight"_s}},
        {u"1–9"_s, {u"1"_s, u"9"_s}},
        {u"Enter"_s, {u"Enter"_s, u"Return"_s}},
        {u"Esc"_s, {u"Escape"_s}},
        {u"Delete"_s, {u"Delete"_s, u"Backspace"_s}},
    };
    QSet<QString> found;
    for (const QString& key : keys) {
        const QString last = key.size() > 1 ? key.section(u'+', -1) : key;
        for (const QString& name : names.value(last, {QString(last).remove(u' ')}))
            found << name;
    }
    return found;
}

/// The keys that the sources of a folder compare with; those of fields where something is typed
/// are everybody's.
QSet<QString> namesInSources(const QString& folder, bool below = true) {
    QSet<QString> names;
    QDirIterator files(QStringLiteral(HEADSCOPE_TEST_DATA "/../") + folder, {u"*.cpp"_s, u"*.h"_s},
                       QDir::Files,
                       below ? QDirIterator::Subdirectories : QDirIterator::NoIteratorFlags);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.fileName().endsWith(u"number_editor.cpp"_s) ||
            file.fileName().endsWith(u"window/actions.cpp"_s) || !file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        for (const QString& name : all(text, u"Qt::Key_(\\w+)"_s))
            names << name;
        if (text.contains(u"::focusNextPrevChild("_s))
            names << u"Tab"_s;
    }
    return names;
}

QString listed(const QSet<QString>& keys) {
    QStringList list(keys.begin(), keys.end());
    list.sort();
    return list.join(u", "_s);
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
    void options_of_a_command_are_its_own_data() { languages(); }
    void options_of_a_command_are_its_own();
    void every_format_has_a_chapter_data() { languages(); }
    void every_format_has_a_chapter();
    void every_key_is_there_and_none_that_is_gone();
    void keys_are_said_that_are_taken();
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
        // The same pictures, examples of the command line, measured tables, and parts.
        const auto parts = [](const HandbookChapter& chapter) {
            return all(chapter.text, u"\\(\\.\\./\\.\\./pictures/(?:zh/)?([^)]*)\\)"_s) +
                   fencedLines(chapter, u"bash"_s) +
                   all(chapter.text, u"^<!-- (measured: \\w+|end) -->$"_s) +
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

/// What the tables of the chapter of a command explain, that command takes.
void TestHandbook::options_of_a_command_are_its_own() {
    QFETCH(Language, language);
    for (const Command& command : commands()) {
        const QString name = QString::fromLatin1(command.name);
        QStringList options = optionsOf(name);
        // As its --view says.
        if (call({name, u"--help"_s})
                .out.simplified()
                .contains(u"the options of headscope paint"_s))
            options += optionsOf(u"paint"_s);
        const HandbookChapter& chapter = *findChapter(language, u"command-"_s + name);
        for (const QString& row : tableRows(chapter).split(u'\n', Qt::SkipEmptyParts)) {
            const QString first = cellsOf(row).value(0);
            for (const QString& option : all(first, u"(?<![a-z-])(--[a-z][a-z0-9-]*)"_s))
                QVERIFY2(options.contains(option),
                         qPrintable(u"%1 has a row of %2, which headscope %3 does not take"_s.arg(
                             fileOf(chapter), option, name)));
        }
    }
}

void TestHandbook::every_format_has_a_chapter() {
    QFETCH(Language, language);
    QStringList formats;
    for (const ArrayFormat& format : arrayFormats())
        formats << QString::fromUtf8(format.ending.data(), std::ssize(format.ending));
    for (const FigureEnding& each : figureEndings())
        formats << QString::fromLatin1(each.ending);
    for (int i = 0; const char* name = nameOf(MatrixFormat(i)); ++i)
        formats << QString::fromLatin1(name);
    QVERIFY(formats.size() > 16);
    QString files;
    for (const HandbookChapter& chapter : handbook(language)) {
        if (chapter.id.startsWith(u"format-"_s))
            files += chapter.text;
    }
    for (const QString& format : formats)
        QVERIFY2(!all(files, u"(?<![A-Za-z0-9])(%1)(?![A-Za-z0-9])"_s.arg(
                                 QRegularExpression::escape(format)))
                      .isEmpty(),
                 qPrintable(u"no chapter format-*.md of resources/handbook/%1 has %2"_s.arg(
                     codeOf(language), format)));
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

void TestHandbook::every_key_is_there_and_none_that_is_gone() {
    MainWindow window(findExample("ticket")->make(), lightPreferences());
    const QSet<QString> ofWindow = keysOf(WindowKeys::words());
    for (const Language language : bothLanguages) {
        const HandbookChapter& keys = *findChapter(language, u"keys"_s);
        const QSet<QString> ofMenus = keysIn(tableRows(*findChapter(language, u"menus"_s)));
        const QSet<QString> there = keysIn(tableRows(keys));
        QSet<QString> gone = there - ofWindow - ofMenus;
        const QSet<QString> missing = ofWindow - there - ofMenus;
        QVERIFY2(missing.isEmpty(), qPrintable(u"%1 lacks %2, which the window takes"_s.arg(
                                        fileOf(keys), listed(missing))));
        for (const PageEntry& entry : pageEntries()) {
            const QSet<QString> ofPage = keysOf(window.pages().find(entry.id)->keys());
            const HandbookChapter& chapter =
                *findChapter(language, QString::fromStdString(std::string(entry.id)));
            const QSet<QString> lacking = ofPage - there - keysIn(tableRows(chapter, true));
            QVERIFY2(lacking.isEmpty(), qPrintable(u"%1 and %2 lack %3, which the page takes"_s.arg(
                                            fileOf(keys), fileOf(chapter), listed(lacking))));
            const QSet<QString> more =
                keysIn(tableRows(chapter, true)) - ofPage - ofWindow - ofMenus;
            QVERIFY2(more.isEmpty(), qPrintable(u"%1 has %2, which the page does not take"_s.arg(
                                         fileOf(chapter), listed(more))));
            gone -= ofPage;
        }
        QVERIFY2(gone.isEmpty(),
                 qPrintable(u"%1 has %2, which nothing takes"_s.arg(fileOf(keys), listed(gone))));
    }
}

/// What pages and window say of their keys, in F1 and in presentation mode, is what they do.
void TestHandbook::keys_are_said_that_are_taken() {
    MainWindow window(findExample("ticket")->make(), lightPreferences());
    const QDir pages(QStringLiteral(HEADSCOPE_TEST_DATA "/../ui/pages"));
    const QSet<QString> byWindow = namesInSources(u"ui/window"_s) + namesInSources(u"ui/lessons"_s);
    const QSet<QString> byAll = namesInSources(u"ui/pages"_s, false) +
                                namesInSources(u"ui/jobs"_s) + namesInSources(u"ui/cells"_s) +
                                namesInSources(u"ui/controls"_s);
    const QSet<QString> ofWindow = namesInCode(keysOf(WindowKeys::words()));
    QSet<QString> ofPages;  // of all
    QSet<QString> ofGuests; // of those that live in the folder of another
    for (const PageEntry& entry : pageEntries()) {
        const QSet<QString> said = namesInCode(keysOf(window.pages().find(entry.id)->keys()));
        ofPages += said;
        if (!pages.exists(QLatin1String(entry.id)))
            ofGuests += said;
    }
    for (const PageEntry& entry : pageEntries()) {
        const QLatin1String id(entry.id);
        if (!pages.exists(id))
            continue;
        const QSet<QString> said = namesInCode(keysOf(window.pages().find(entry.id)->keys()));
        const QSet<QString> taken = namesInSources(u"ui/pages/"_s + id);
        const QSet<QString> unsaid = taken - said - ofGuests - ofWindow;
        QVERIFY2(unsaid.isEmpty(),
                 qPrintable(u"keys() of the page %1 does not say %2"_s.arg(id, listed(unsaid))));
        const QSet<QString> untaken = said - taken - byAll;
        QVERIFY2(untaken.isEmpty(), qPrintable(u"the page %1 says %2 and does not take it"_s.arg(
                                        id, listed(untaken))));
    }
    const QSet<QString> ofMenus =
        namesInCode(keysIn(tableRows(*findChapter(Language::English, u"menus"_s))));
    const QSet<QString> unsaid = byWindow - ofWindow - ofPages - ofMenus;
    QVERIFY2(unsaid.isEmpty(), qPrintable(u"WindowKeys::words() does not say "_s + listed(unsaid)));
    const QSet<QString> untaken = ofWindow - byWindow - ofMenus;
    QVERIFY2(untaken.isEmpty(),
             qPrintable(u"WindowKeys::words() says %1, which the window does not take"_s.arg(
                 listed(untaken))));
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
