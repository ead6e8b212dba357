// SPDX-License-Identifier: GPL-3.0-or-later
// Every string of the interface has a translation: the strings are collected
// anew from the sources, and none may be without one.
#include "support/test_program.h"
#include "words/language.h"

#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

using namespace headscope;

namespace {

struct Message {
    QString context;
    QString source;
    QStringList translations;
    bool unfinished = false;
};

/// One form, or one for each number.
QStringList formsOf(QXmlStreamReader& xml) {
    QStringList forms;
    QString text;
    while (!xml.atEnd() && !(xml.isEndElement() && xml.name() == QLatin1String("translation"))) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
            forms << xml.readElementText();
        else if (xml.isCharacters())
            text += xml.text();
    }
    return forms.isEmpty() ? QStringList{text} : forms;
}

std::vector<Message> messagesOf(const QString& path) {
    QFile file(path);
    std::vector<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            messages.push_back({context, {}, {}, false});
        else if (xml.name() == QLatin1String("source"))
            messages.back().source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation")) {
            messages.back().unfinished =
                xml.attributes().value(QLatin1String("type")) == QLatin1String("unfinished");
            messages.back().translations = formsOf(xml);
        }
    }
    return messages;
}

/// The literals that stand in a translation macro, "Context: text", as the compiler reads them.
QStringList markedLiterals(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString source = QString::fromUtf8(file.readAll());
    static const QRegularExpression marked(QStringLiteral(
        R"re(\b(?:QT_TRANSLATE_NOOP|HEADSCOPE_MESSAGE)\(\s*"(\w+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)[,)])re"));
    static const QRegularExpression piece(QStringLiteral(R"re("((?:[^"\\]|\\.)*)")re"));
    QStringList found;
    for (auto each = marked.globalMatch(source); each.hasNext();) {
        const QRegularExpressionMatch macro = each.next();
        QString text;
        for (auto part = piece.globalMatch(macro.captured(2)); part.hasNext();)
            text += part.next().captured(1);
        text.replace(QStringLiteral("\\\""), QStringLiteral("\""));
        found << macro.captured(1) + QStringLiteral(": ") + text;
    }
    return found;
}

/// What matches, in order of the alphabet.
QStringList allIn(const QString& text, const QString& pattern) {
    QStringList found;
    const QRegularExpression expression(pattern);
    for (auto it = expression.globalMatch(text); it.hasNext();)
        found << it.next().captured();
    found.sort();
    return found;
}

/// What a translation of `source` lacks or has too much; empty where it says the same.
QString strayIn(const QString& source, const QString& translation, const QString& places) {
    const auto differ = [&](const QString& pattern, const QString& left, const QString& right) {
        return allIn(left, pattern) != allIn(right, pattern);
    };
    if (differ(places, source, translation))
        return QStringLiteral("other places for arguments");
    QString english = source;
    QString other = translation;
    const QRegularExpression place(places);
    english.remove(place);
    other.remove(place);
    if (differ(QStringLiteral("[0-9]+([.,][0-9]+)*"), english, other))
        return QStringLiteral("other numbers");
    // lupdate guesses what it does not know, and marks that: "89 mm {85 ?}".
    if (differ(QStringLiteral("[{}]"), english, other) || other.contains(QStringLiteral("?}")))
        return QStringLiteral("marks of an unfinished translation");
    return {};
}

/// Every text of a lesson that is there in both languages.
void collectPairs(const QJsonValue& value, std::vector<std::pair<QString, QString>>& pairs) {
    if (value.isArray()) {
        for (const QJsonValue& each : value.toArray())
            collectPairs(each, pairs);
    }
    const QJsonObject object = value.toObject();
    if (object.contains(QLatin1String("en")) && object.contains(QLatin1String("zh")))
        pairs.emplace_back(object[QLatin1String("en")].toString(),
                           object[QLatin1String("zh")].toString());
    for (const QJsonValue& each : object)
        collectPairs(each, pairs);
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_string_of_the_interface_has_a_translation_data();
    void every_string_of_the_interface_has_a_translation();
    void every_marked_literal_is_collected();
    void translations_keep_places_and_numbers();
    void lessons_keep_places_and_numbers();
    void what_is_left_over_is_found();
    void language_switches_at_run_time();
};

void TestTranslations::every_string_of_the_interface_has_a_translation_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("chinese") << QStringLiteral("headscope_zh_CN.ts");
    QTest::newRow("english_plurals") << QStringLiteral("headscope_en.ts");
}

void TestTranslations::every_string_of_the_interface_has_a_translation() {
    QFETCH(QString, file);
    const QString root = QStringLiteral(HEADSCOPE_TEST_DATA "/..");
    QTemporaryDir copy;
    for (const QString& name :
         {QStringLiteral("headscope_zh_CN.ts"), QStringLiteral("headscope_en.ts")})
        QVERIFY(QFile::copy(root + QStringLiteral("/resources/translations/") + name,
                            copy.filePath(name)));
    QProcess update;
    update.start(root + QStringLiteral("/resources/translations/update"), {copy.path()});
    QVERIFY(update.waitForFinished(60000));
    const QByteArray said = update.readAllStandardError() + update.readAllStandardOutput();
    // A class that it cannot find gets its strings under a name that nobody asks for.
    QVERIFY2(update.exitCode() == 0 && said.isEmpty(), said.constData());
    const std::vector<Message> messages = messagesOf(copy.filePath(file));
    QVERIFY(!messages.empty());
    QStringList missing;
    for (const Message& message : messages) {
        if (message.unfinished || message.translations.join(QString()).trimmed().isEmpty())
            missing << message.context + QStringLiteral(": ") + message.source;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("%1 without a translation:\n%2")
                                               .arg(missing.size())
                                               .arg(missing.join(u'\n'))));
}

// lupdate passes over a macro that it does not understand, such as one inside
// tr(), without a word: the text then stays English in every language.
void TestTranslations::every_marked_literal_is_collected() {
    const QString root = QStringLiteral(HEADSCOPE_TEST_DATA "/..");
    QSet<QString> collected;
    for (const Message& message :
         messagesOf(root + QStringLiteral("/resources/translations/headscope_zh_CN.ts")))
        collected << message.context + QStringLiteral(": ") + message.source;
    int marked = 0;
    QStringList missing;
    for (const QString& room : {QStringLiteral("/core"), QStringLiteral("/ui")}) {
        QDirIterator files(root + room, {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            for (const QString& literal : markedLiterals(path)) {
                ++marked;
                if (!collected.contains(literal))
                    missing << QFileInfo(path).fileName() + QStringLiteral(": ") + literal;
            }
        }
    }
    QVERIFY(marked > 0);
    QVERIFY2(
        missing.isEmpty(),
        qPrintable(
            QStringLiteral("%1 not collected:\n%2").arg(missing.size()).arg(missing.join(u'\n'))));
}

void TestTranslations::translations_keep_places_and_numbers() {
    QStringList wrong;
    int checked = 0;
    for (const QString& name :
         {QStringLiteral("headscope_zh_CN.ts"), QStringLiteral("headscope_en.ts")}) {
        for (const Message& message :
             messagesOf(QStringLiteral(HEADSCOPE_TEST_DATA "/../resources/translations/") + name)) {
            for (qsizetype form = 0; form < message.translations.size(); ++form) {
                const QString& translation = message.translations[form];
                QString source = message.source;
                // "one box": the form for one may say it in words.
                if (message.translations.size() > 1 && form == 0 &&
                    !translation.contains(QStringLiteral("%n")))
                    source.remove(QStringLiteral("%n"));
                const QString stray = strayIn(source, translation, QStringLiteral("%[0-9n]"));
                ++checked;
                if (!stray.isEmpty())
                    wrong << QStringLiteral("%1: %2 → %3").arg(stray, source, translation);
            }
        }
    }
    QVERIFY(checked > 1000);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestTranslations::lessons_keep_places_and_numbers() {
    QStringList wrong;
    int checked = 0;
    QDirIterator files(QStringLiteral(HEADSCOPE_TEST_DATA "/../resources/lessons"),
                       {QStringLiteral("*.json")});
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        std::vector<std::pair<QString, QString>> pairs;
        collectPairs(QJsonDocument::fromJson(file.readAll()).object(), pairs);
        for (const auto& [english, chinese] : pairs) {
            ++checked;
            // Which expressions stand in a sentence is the language's; what they point at is not.
            const QString expression = QStringLiteral("\\{[^{}]*\\}");
            QString plain = english;
            QString other = chinese;
            plain.remove(QRegularExpression(expression));
            other.remove(QRegularExpression(expression));
            const QString stray = strayIn(plain, other, QStringLiteral("\\]\\([^)]*\\)"));
            if (!stray.isEmpty())
                wrong << QStringLiteral("%1: %2 → %3").arg(stray, english, chinese);
        }
    }
    QVERIFY(checked > 100);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestTranslations::what_is_left_over_is_found() {
    const QString places = QStringLiteral("%[0-9n]");
    const auto is = [&](const char* source, const char* translation) {
        return strayIn(QString::fromUtf8(source), QString::fromUtf8(translation), places).isEmpty();
    };
    QVERIFY(is("one column, 85 mm", "单栏，85 毫米"));
    QVERIFY(!is("one column, 85 mm", "单栏，89 毫米"));
    QVERIFY(!is("one column, 85 mm", "单栏，89 毫米 {85 ?}"));
    QVERIFY(!is("one column", "单栏 {栏?}"));
    QVERIFY(!is("%1 of %2", "%1"));
    QVERIFY(!is("%1 of %2", "%1 %1 %2"));
}

void TestTranslations::language_switches_at_run_time() {
    useLanguage(Language::English);
    const QString english = QCoreApplication::translate("headscope::Actions", "&File");
    useLanguage(Language::Chinese);
    const QString chinese = QCoreApplication::translate("headscope::Actions", "&File");
    QCOMPARE(english, QStringLiteral("&File"));
    QVERIFY(chinese.contains(QStringLiteral("文件")));
    useLanguage(Language::English);
    QCOMPARE(QCoreApplication::translate("headscope::Actions", "&File"), english);
}

HEADSCOPE_TEST(TestTranslations, QApplication)
#include "test_translations.moc"
