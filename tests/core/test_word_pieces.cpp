// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/word_pieces.h"
#include "support/test_program.h"

#include <QtTest>
#include <rapidcheck.h>

using namespace headscope;

class TestWordPieces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pieces_are_joined_data();
    void pieces_are_joined();
    void unmarked_tokens_are_words();
};

void TestWordPieces::pieces_are_joined_data() {
    QTest::addColumn<TokenList>("tokens");
    QTest::addColumn<QString>("read"); // | where a word starts, · where it goes on
    QTest::newRow("byte_level") << TokenList{"I", "Ġwant", "Ġto", "Ġdec", "ode", "."}
                                << QStringLiteral("|I|want|to|dec·ode·.");
    QTest::newRow("sentence_piece")
        << TokenList{"<s>", "▁b", "all", ",", "▁", "x"} << QStringLiteral("|<s>|b·all·,|␣·x");
    QTest::newRow("word_piece") << TokenList{"[CLS]", "un", "##aff", "##able", "words", "[SEP]"}
                                << QStringLiteral("|[CLS]|un·aff·able|words|[SEP]");
    QTest::newRow("behind_special") << TokenList{"<s>", "a", " b", "<|end|>", "c", " d"}
                                    << QStringLiteral("|<s>|a|b|<|end|>|c|d");
    QTest::newRow("words") << TokenList{"我", "请", "cat", "##", ","}
                           << QStringLiteral("|我|请|cat|##|,");
    QTest::newRow("nothing") << TokenList{} << QString();
}

void TestWordPieces::pieces_are_joined() {
    QFETCH(TokenList, tokens);
    QFETCH(QString, read);
    QString said;
    for (const WordPiece& piece : wordPieces(tokens))
        said += (piece.startsWord ? u'|' : QChar(0xB7)) + QString::fromStdString(piece.text);
    QCOMPARE(said, read);
    QCOMPARE(hasPieces(wordPieces(tokens)), read.contains(QChar(0xB7)));
}

void TestWordPieces::unmarked_tokens_are_words() {
    QVERIFY(rc::check("letters alone stay as they are", [] {
        const auto tokens =
            *rc::gen::container<TokenList>(rc::gen::nonEmpty(rc::gen::string<std::string>()));
        TokenList letters;
        for (const std::string& token : tokens) {
            std::string kept;
            for (const char c : token)
                kept += static_cast<char>('a' + (static_cast<unsigned char>(c) % 26));
            letters.push_back(kept);
        }
        const auto pieces = wordPieces(letters);
        RC_ASSERT(pieces.size() == letters.size());
        RC_ASSERT(!hasPieces(pieces));
        for (std::size_t i = 0; i < letters.size(); ++i)
            RC_ASSERT(pieces[i].text == letters[i]);
    }));
}

HEADSCOPE_TEST(TestWordPieces, headscope::testing::NoApplication)
#include "test_word_pieces.moc"
