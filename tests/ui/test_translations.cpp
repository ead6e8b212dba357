// SPDX-License-Identifier: GPL-3.0-or-later
// Every string of the interface has a translation: the strings are collected
// anew from the sources, and none may be without one.
#include "support/test_program.h"
#include "window/language.h"

#include <QApplication>
#include <QDirIterator>
#include <QFile>
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
            messages.back().translations
                << xml.readElementText(QXmlStreamReader::IncludeChildElements);
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

QSet<QString> placeholdersOf(const QString& text) {
    QSet<QString> found;
    static const QRegularExpression pattern(QStringLiteral("%[0-9n]"));
    for (auto it = pattern.globalMatch(text); it.hasNext();)
        found << it.next().captured();
    return found;
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_string_of_the_interface_has_a_translation_data();
    void every_string_of_the_interface_has_a_translation();
    void every_marked_literal_is_collected();
    void placeholders_survive_translation();
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
    QVERIFY2(update.exitCode() == 0, update.readAllStandardError().constData());
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

void TestTranslations::placeholders_survive_translation() {
    const auto messages = messagesOf(
        QStringLiteral(HEADSCOPE_TEST_DATA "/../resources/translations/headscope_zh_CN.ts"));
    for (const Message& message : messages) {
        for (const QString& translation : message.translations)
            QVERIFY2(placeholdersOf(translation) == placeholdersOf(message.source),
                     qPrintable(message.source + QStringLiteral(" → ") + translation));
    }
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
