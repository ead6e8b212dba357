// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/result.h"
#include "support/test_program.h"
#include "support/visible_text.h"

#include <QtTest>

using namespace headscope;

class TestVisibleText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hidden_characters_are_written_out_data();
    void hidden_characters_are_written_out();
    void every_hidden_character_of_unicode_is_written_out();
    void a_long_text_is_cut_once();
    void names_in_messages_are_visible();
};

void TestVisibleText::hidden_characters_are_written_out_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, QByteArray text, QByteArray shown) {
        QTest::newRow(name) << std::move(text) << std::move(shown);
    };
    row("plain", "scores.npy", "scores.npy");
    row("other_scripts", "机票 \xF0\x9F\x98\x80 é", "机票 \xF0\x9F\x98\x80 é");
    row("an_emoji_of_several", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7",
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7");
    row("right_to_left_override", "a\xE2\x80\xAEgnp.exe", "a\\u202Egnp.exe");
    row("isolate", "\xE2\x81\xA6x\xE2\x81\xA9", "\\u2066x\\u2069");
    row("line_separator",
        "a\xE2\x80\xA8"
        "b",
        "a\\u2028b");
    row("line_feed", "a\nb\r\tc", "a\\nb\\r\\tc");
    row("escape_sequence", "\x1B[31mred", "\\u001B[31mred");
    row("c1_control",
        "\xC2\x9B"
        "31m",
        "\\u009B31m");
    row("zero", QByteArray("a\0b", 3), "a\\u0000b");
    row("tag", "\xF3\xA0\x80\x81", "\\U0E0001");
    row("no_utf_8", "a\xFF\xC3", "a\\xFF\\xC3");
    row("overlong", "\xC0\xAF", "\\xC0\\xAF");
    row("half_a_pair", "\xED\xA0\x80", "\\xED\\xA0\\x80");
    row("beyond_unicode", "\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80");
    row("not_a_character", "\xEF\xBF\xBE\xEF\xBF\xBF", "\\uFFFE\\uFFFF");
    row("not_a_character_of_another_plane", "\xF0\x9F\xBF\xBE", "\\U01FFFE");
    row("not_a_character_of_the_middle", "\xEF\xB7\x90", "\\uFDD0");
    row("longer_than_it_has_to_be", "\xE0\x80\xAF\xF0\x80\x80\xAF",
        "\\xE0\\x80\\xAF\\xF0\\x80\\x80\\xAF");
    row("backslash", "a\\u202Eb", "a\\u202Eb");
}

void TestVisibleText::hidden_characters_are_written_out() {
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, shown);
    const std::string once = visibleText(text.toStdString());
    QCOMPARE(QByteArray::fromStdString(once), shown);
    QCOMPARE(visibleText(once), once);
}

/// Qt's table of Unicode is the other source.
void TestVisibleText::every_hidden_character_of_unicode_is_written_out() {
    int hidden = 0;
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        const QChar::Category category = QChar::category(code);
        if (category == QChar::Other_Surrogate)
            continue;
        const bool joiner = code == 0x200C || code == 0x200D;
        const bool isHidden =
            !joiner &&
            (category == QChar::Other_Control || category == QChar::Other_Format ||
             category == QChar::Separator_Line || category == QChar::Separator_Paragraph);
        const std::u32string characters = {U'x', code}; // alone, U+FEFF says the order of bytes
        const std::string text = QString::fromUcs4(characters.data(), 2).toStdString();
        const bool changed = visibleText(text) != text;
        hidden += isHidden ? 1 : 0;
        // More may be written out than this Qt knows of (Unicode grows), never less.
        if (isHidden || category != QChar::Other_NotAssigned)
            QVERIFY2(changed == isHidden, qPrintable(QString::number(code, 16)));
    }
    QVERIFY(hidden > 150);
}

void TestVisibleText::a_long_text_is_cut_once() {
    const std::string path(4096, 'x');
    QCOMPARE(visibleText(path), path);
    const std::string cut = visibleText(std::string(100000, '\n'));
    QVERIFY(cut.size() < 4200);
    QVERIFY(cut.ends_with("…"));
    QCOMPARE(visibleText(cut), cut);
}

void TestVisibleText::names_in_messages_are_visible() {
    const std::string name = "a\xE2\x80\xAE"
                             "b";
    QCOMPARE(makeError("cannot read %1: %2", name, 3).text(),
             std::string("cannot read a\\u202Eb: 3"));
}

HEADSCOPE_TEST(TestVisibleText, QCoreApplication)
#include "test_visible_text.moc"
