// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"
#include "support/test_program.h"

#include <QtTest>
#include <rapidcheck.h>

using namespace headscope;

Q_DECLARE_METATYPE(TokenList)

class TestTokens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tokens_of_a_text_data();
    void tokens_of_a_text();
    void text_of_tokens_data();
    void text_of_tokens();
    void property_text_reads_back();
    void property_parsing_never_gives_an_empty_token();
};

void TestTokens::tokens_of_a_text_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<TokenList>("tokens");
    const auto row = [](const char* name, const char* text, const TokenList& tokens) {
        QTest::newRow(name) << QString::fromUtf8(text) << tokens;
    };
    row("split_at_spaces", "我 请 李雷", {"我", "请", "李雷"});
    row("many_spaces_are_one", "  a \t b\r\nc  ", {"a", "b", "c"});
    row("the_wide_space_of_chinese_input", "我\u3000请", {"我", "请"});
    row("the_no_break_space", "a\u00A0b", {"a", "b"});
    row("brackets_hold_a_token_together", "[我] [New York] ticket", {"我", "New York", "ticket"});
    row("brackets_need_no_space_between", "[我][请]李雷", {"我", "请", "李雷"});
    row("inner_brackets_belong_to_the_token", "[[CLS]] a [[SEP]]", {"[CLS]", "a", "[SEP]"});
    row("a_backslash_takes_the_next_character", "[\\[] [a\\\\b]", {"[", "a\\b"});
    row("an_open_bracket_is_a_character", "[我 请", {"[我", "请"});
    row("a_closing_bracket_is_a_character", "a] ]", {"a]", "]"});
    row("a_bracket_inside_a_word_is_a_character", "f[x] y", {"f[x]", "y"});
    row("empty_brackets_are_no_token", "[] a", {"a"});
    row("nothing", "", {});
    row("only_spaces", " \n ", {});
}

void TestTokens::tokens_of_a_text() {
    QFETCH(QString, text);
    QFETCH(TokenList, tokens);
    QCOMPARE(parseTokens(text.toStdString()), tokens);
}

void TestTokens::text_of_tokens_data() {
    QTest::addColumn<TokenList>("tokens");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const TokenList& tokens, const char* text) {
        QTest::newRow(name) << tokens << QString::fromUtf8(text);
    };
    row("plain_words_need_no_brackets", {"我", "请"}, "我 请");
    row("a_space_needs_them", {"New York", "a"}, "[New York] a");
    row("a_leading_bracket_needs_them", {"[CLS]"}, "[[CLS]]");
    row("an_odd_bracket_is_escaped", {"[ a"}, "[\\[ a]");
    row("a_later_bracket_needs_none", {"a]", "f[x]"}, "a] f[x]");
}

void TestTokens::text_of_tokens() {
    QFETCH(TokenList, tokens);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(tokensText(tokens)), text);
    QCOMPARE(parseTokens(tokensText(tokens)), tokens);
}

void TestTokens::property_text_reads_back() {
    QVERIFY(rc::check("tokens survive their text", [] {
        const auto character = rc::gen::elementOf(std::vector<std::string>{
            "a", "我", " ", "[", "]", "\\", "\t", "\u3000", "é", "\n", "]["});
        const auto token =
            rc::gen::map(rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(character)),
                         [](const std::vector<std::string>& parts) {
                             std::string text;
                             for (const std::string& part : parts)
                                 text += part;
                             return text;
                         });
        const auto tokens = *rc::gen::container<TokenList>(token);
        RC_ASSERT(parseTokens(tokensText(tokens)) == tokens);
    }));
}

void TestTokens::property_parsing_never_gives_an_empty_token() {
    QVERIFY(rc::check("any bytes give tokens, none of them empty, and their text reads back", [] {
        const auto text = *rc::gen::arbitrary<std::string>();
        const TokenList tokens = parseTokens(text);
        for (const std::string& token : tokens)
            RC_ASSERT(!token.empty());
        RC_ASSERT(parseTokens(tokensText(tokens)) == tokens);
    }));
}

HEADSCOPE_TEST(TestTokens, QCoreApplication)
#include "test_tokens.moc"
