// SPDX-License-Identifier: GPL-3.0-or-later
#include "characters/characters.h"
#include "measures/word_pieces.h"
#include "support/file_bytes.h"
#include "support/test_program.h"
#include "tokenizers/pattern.h"
#include "tokenizers/tokenizer_folder.h"
#include "tokenizers/tokenizer_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <limits>
#include <rapidcheck.h>

using namespace headscope;

namespace {

const QString tokenizerFolder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/tokenizers");

std::string tokenizerPath(const char* name) {
    return (tokenizerFolder + u'/' + QLatin1String(name)).toStdString();
}

Tokenizer tokenizerOf(const char* name) {
    Result<Tokenizer> tokenizer = openTokenizer(tokenizerPath(name));
    if (!tokenizer)
        qFatal("%s", tokenizer.error().text().c_str());
    return std::move(*tokenizer);
}

/// A text, and what the library of the tokenizer makes of it (make_tokenizers.py).
struct TokenizerCase {
    std::string text;
    std::vector<TokenId> ids;
    std::optional<std::string> decoded;
};

std::vector<TokenizerCase> casesOf(const QString& name) {
    QByteArray json = QByteArray::fromStdString(testing::fileBytes(tokenizerPath("cases.json")));
    json.replace("\xEF\xBB\xBF", "\\ufeff"); // Qt drops U+FEFF where it begins a text
    std::vector<TokenizerCase> cases;
    for (const QJsonValue& row : QJsonDocument::fromJson(json).object()[name].toArray()) {
        TokenizerCase each{row[0].toString().toStdString(), {}, {}};
        for (const QJsonValue& id : row[1].toArray())
            each.ids.push_back(id.toInt());
        if (row[2].isString())
            each.decoded = row[2].toString().toStdString();
        cases.push_back(std::move(each));
    }
    return cases;
}

/// Any text of code points, many of them of kinds that tokenizers look at.
rc::Gen<std::string> anyText() {
    const auto anyCode = rc::gen::oneOf(
        rc::gen::inRange(0, 0x80), rc::gen::inRange(0x80, 0xD800),
        rc::gen::inRange(0xE000, 0x110000),
        rc::gen::element(0x20, 0x20, 0x0A, 0x0D, 0x300, 0x200D, 0x1F642, 0x3000, 0x180E, 0x2581));
    return rc::gen::map(rc::gen::container<std::vector<int>>(anyCode),
                        [](const std::vector<int>& codes) {
                            QString text;
                            for (const int each : codes) {
                                const auto code = static_cast<char32_t>(each);
                                text += QString::fromUcs4(&code, 1);
                            }
                            return text.toStdString();
                        });
}

std::string withModel(const std::string& members) {
    return R"({"model":{"type":"WordLevel","vocab":{"a":0,"<unk>":1},"unk_token":"<unk>"},)" +
           members + "}";
}

} // namespace

class TestWordPieces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pieces_are_joined_data();
    void pieces_are_joined();
    void unmarked_tokens_are_words();
    void ids_are_those_of_the_library_data();
    void ids_are_those_of_the_library();
    void later_characters_are_of_their_kind_data();
    void later_characters_are_of_their_kind();
    void kinds_of_all_characters_hold_the_later_ones();
    void every_text_comes_back_from_its_bytes();
    void a_piece_is_what_it_was_made_of();
    void tokens_one_by_one_give_the_text();
    void a_part_of_a_character_is_bytes();
    void pieces_of_a_word_touch();
    void special_tokens_are_what_was_asked_for();
    void what_is_no_utf8_is_replaced_and_said();
    void both_sides_of_a_translation_have_their_vocabulary();
    void newer_ways_of_llama_put_one_space_in_front();
    void a_tokenizer_that_is_not_understood_says_why_data();
    void a_tokenizer_that_is_not_understood_says_why();
    void folders_without_a_tokenizer_say_what_is_needed_data();
    void folders_without_a_tokenizer_say_what_is_needed();
    void texts_that_take_too_long_are_refused_data();
    void texts_that_take_too_long_are_refused();
    void damaged_files_are_refused_or_read();
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

void TestWordPieces::ids_are_those_of_the_library_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"gpt2", "roberta", "patterns", "fallback", "bert", "bert_cased",
                             "llama", "marian", "unigram", "words"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestWordPieces::ids_are_those_of_the_library() {
    QFETCH(QString, name);
    const Tokenizer tokenizer = tokenizerOf(name.toLatin1().constData());
    const std::vector<TokenizerCase> cases = casesOf(name);
    QVERIFY(cases.size() > 10);
    for (const TokenizerCase& each : cases) {
        const Result<Encoding> encoding = tokenizer.encode(each.text);
        QVERIFY2(encoding.ok(), each.text.c_str());
        QVERIFY2(encoding->ids() == each.ids, each.text.c_str());
        if (each.decoded)
            QCOMPARE(QString::fromStdString(tokenizer.decode(each.ids)),
                     QString::fromStdString(*each.decoded));
    }
}

void TestWordPieces::later_characters_are_of_their_kind_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* name, const char32_t* text, const QString& expression,
                        std::initializer_list<const char32_t*> found) {
        QStringList all;
        for (const char32_t* const one : found)
            all.append(QString::fromUcs4(one));
        QTest::newRow(name) << expression << QString::fromUcs4(text) << all;
    };
    // Outlined digits (16.0), digits of Kawi (15.0), a letter of Todhri (16.0), a mark of Kawi.
    row("numbers", U"a\U0001CCF1\U00011F50b1", QStringLiteral("\\p{N}+"),
        {U"\U0001CCF1\U00011F50", U"1"});
    row("digits", U"a\U0001CCF1b1", QStringLiteral("\\d"), {U"\U0001CCF1", U"1"});
    row("no digit", U"\U0001CCF1b1", QStringLiteral("\\D"), {U"b"});
    row("letters", U"a\U000105C0\U0001CCF1", QStringLiteral("\\p{L}+"), {U"a\U000105C0"});
    row("a letter by its name", U"a\U000105C0", QStringLiteral("\\p{Lo}|\\p{N}"), {U"\U000105C0"});
    row("no letter", U"a\U000105C0\U0001CCF1", QStringLiteral("\\P{L}"), {U"\U0001CCF1"});
    row("no letter, otherwise", U"a\U000105C0\U0001CCF1", QStringLiteral("\\p{^L}"),
        {U"\U0001CCF1"});
    row("marks", U"a\U00011F00b", QStringLiteral("[\\p{M}x]"), {U"\U00011F00"});
    row("of words, numbers", U"\u00BD\u215B", QStringLiteral("\\w+"), {U"\u00BD"});
    row("of words", U"a\U000105C0\U0001CCF1 -", QStringLiteral("\\w+"), {U"a\U000105C0\U0001CCF1"});
    row("neither", U"\U000105C0?\U0001CCF1", QStringLiteral("[^\\s\\p{L}\\p{N}]+"), {U"?"});
    row("no letter, in a class", U"a\U000105C0\U0001CCF1-", QStringLiteral("[\\P{L}a]+"),
        {U"a", U"\U0001CCF1-"});
    row("no digit, in a class", U"\U0001CCF1b1", QStringLiteral("[\\D]"), {U"b"});
    row("no category", U"a1pN", QStringLiteral("\\pN"), {U"pN"});
    row("of a script", U"a\u4E2D\U000105C0", QStringLiteral("\\p{Han}+"), {U"\u4E2D"});
}

void TestWordPieces::later_characters_are_of_their_kind() {
    QFETCH(QString, expression);
    QFETCH(QString, text);
    QFETCH(QStringList, found);
    const Result<Pattern> pattern = Pattern::ofExpression(expression.toStdString());
    QVERIFY2(pattern, pattern ? "" : pattern.error().text().c_str());
    const std::string bytes = text.toStdString();
    const auto matches = pattern->matches(bytes);
    QVERIFY(matches);
    QStringList texts;
    for (const Pattern::Match& match : *matches)
        texts.append(QString::fromStdString(bytes.substr(match.begin, match.end - match.begin)));
    QCOMPARE(texts, found);
}

void TestWordPieces::kinds_of_all_characters_hold_the_later_ones() {
    for (const std::uint32_t digit : {0x1CCF1U, 0x11F50U})
        QVERIFY(characters::isNumber(digit) && characters::isOfWord(digit));
    for (const std::uint32_t ofWord : {0x105C0U, 0x11F00U, 0x323AFU}) // letters and a mark
        QVERIFY(!characters::isNumber(ofWord) && characters::isOfWord(ofWord));
    for (const std::uint32_t other : {0x1FAE9U, 0x323B0U, 0x10D6EU}) // a symbol, none, a dash
        QVERIFY(!characters::isNumber(other) && !characters::isOfWord(other));
}

void TestWordPieces::every_text_comes_back_from_its_bytes() {
    const Tokenizer tokenizer = tokenizerOf("gpt2");
    QVERIFY(rc::check("byte-level BPE loses nothing", [&tokenizer] {
        const std::string text = *anyText();
        const Result<Encoding> encoding = tokenizer.encode(text);
        RC_ASSERT(encoding.ok());
        RC_ASSERT(encoding->remarks.empty());
        RC_ASSERT(tokenizer.decode(encoding->ids()) == text);
    }));
    const Tokenizer fallback = tokenizerOf("fallback");
    QVERIFY(rc::check("BPE with bytes for what is unknown loses no text but its spelling of spaces",
                      [&fallback] {
                          const std::string text = *anyText();
                          std::string spaced = text;
                          for (std::size_t at = 0; (at = spaced.find("\u2581", at)) != spaced.npos;)
                              spaced.replace(at, 3, " ");
                          const auto encoding = fallback.encode(text, Tokenizer::Special::InText);
                          RC_ASSERT(encoding.ok());
                          RC_ASSERT(fallback.decode(encoding->ids()) == spaced);
                      }));
}

void TestWordPieces::a_piece_is_what_it_was_made_of() {
    const Tokenizer tokenizer = tokenizerOf("gpt2");
    QVERIFY(rc::check("pieces lie side by side and are the bytes of their ranges", [&tokenizer] {
        const std::string text = *anyText();
        const Encoding encoding = tokenizer.encode(text).value();
        std::size_t end = 0;
        std::size_t word = 0;
        for (const Piece& piece : encoding.pieces) {
            RC_ASSERT(piece.range.begin == end);
            RC_ASSERT(text.substr(piece.range.begin, piece.range.end - piece.range.begin) ==
                      piece.text);
            RC_ASSERT(piece.word == word || piece.word == word + 1);
            end = piece.range.end;
            word = piece.word;
        }
        RC_ASSERT(end == text.size());
    }));
    for (const char* name : {"roberta", "patterns", "fallback", "bert", "bert_cased", "llama",
                             "marian", "unigram", "words"}) {
        const Tokenizer other = tokenizerOf(name);
        QVERIFY(rc::check("ranges go forward within the text", [&other] {
            const std::string text = *anyText();
            std::size_t begin = 0;
            const Encoding encoding = other.encode(text).value();
            for (const Piece& piece : encoding.pieces) {
                RC_ASSERT(begin <= piece.range.begin);
                RC_ASSERT(piece.range.begin <= piece.range.end);
                RC_ASSERT(piece.range.end <= text.size());
                begin = piece.range.begin;
            }
        }));
    }
}

void TestWordPieces::tokens_one_by_one_give_the_text() {
    for (const char* name : {"gpt2", "fallback", "bert", "llama", "unigram"}) {
        const Tokenizer tokenizer = tokenizerOf(name);
        for (const TokenizerCase& each : casesOf(QLatin1String(name))) {
            TokenTextStream stream(tokenizer);
            std::string text;
            for (const TokenId id : each.ids)
                text += stream.add(id);
            QCOMPARE(QString::fromStdString(text),
                     QString::fromStdString(tokenizer.decode(each.ids)));
        }
    }
    TokenTextStream stream(tokenizerOf("gpt2"));
    const std::vector<TokenId> face = tokenizerOf("gpt2").encode("🙂").value().ids();
    QCOMPARE(face.size(), std::size_t{4});
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(stream.add(face[i]), std::string());
    QCOMPARE(stream.add(face[3]), std::string("🙂"));
}

void TestWordPieces::a_part_of_a_character_is_bytes() {
    for (const char* name : {"gpt2", "fallback"}) {
        const Encoding encoding =
            tokenizerOf(name).encode("🙂", Tokenizer::Special::InText).value();
        std::string bytes;
        for (const Piece& piece : encoding.pieces) {
            if (piece.range.begin < piece.range.end && piece.text != " ")
                bytes += piece.text;
        }
        QCOMPARE(bytes, std::string("🙂"));
        QCOMPARE(encoding.pieces.back().text, std::string("\x82"));
        QCOMPARE(encoding.pieces.back().range, (TextRange{3, 4}));
        QCOMPARE(tokenizerOf(name).decode(std::vector{encoding.pieces.back().id}),
                 std::string("\uFFFD"));
    }
}

void TestWordPieces::pieces_of_a_word_touch() {
    const auto said = [](const char* name, const char* text) {
        std::string all;
        const Encoding encoding = tokenizerOf(name).encode(text).value();
        for (const Piece& piece : encoding.pieces)
            all += (piece.touches ? "+" : "|") + std::to_string(piece.word) + piece.text;
        return QString::fromStdString(all);
    };
    QCOMPARE(said("bert", "Unaffable heads, words"),
             QStringLiteral("|0[CLS]|1una+1ffa+1ble|2heads+3,|4words|5[SEP]"));
    QCOMPARE(said("gpt2", "the word.\n"), QStringLiteral("|0t+0he|1 word+2.|3\n"));
    QCOMPARE(tokenizerOf("bert").encode("heads words").value().words(), std::size_t{4});
    QCOMPARE(Encoding().words(), std::size_t{0});
}

void TestWordPieces::special_tokens_are_what_was_asked_for() {
    const Tokenizer bert = tokenizerOf("bert");
    const auto spelled = [&bert](const char* text, Tokenizer::Special special) {
        QStringList words;
        const Encoding encoding = bert.encode(text, special).value();
        for (const Piece& piece : encoding.pieces)
            words << QString::fromStdString(std::string(bert.spelling(piece.id)) +
                                            (piece.inserted  ? "*"
                                             : piece.special ? "!"
                                                             : ""));
        return words.join(u' ');
    };
    using Special = Tokenizer::Special;
    QCOMPARE(spelled("the [MASK]", Special::Added), QStringLiteral("[CLS]* the [MASK]! [SEP]*"));
    QCOMPARE(spelled("the [MASK]", Special::InText), QStringLiteral("the [MASK]!"));
    QCOMPARE(spelled("the [MASK]", Special::AreLetters), QStringLiteral("the [ m ##a ##s ##k ]"));
    QVERIFY(bert.isSpecial(*bert.idOf("[MASK]")));
    QVERIFY(!bert.isSpecial(*bert.idOf("the")));
    QCOMPARE(bert.firstToken(), bert.idOf("[CLS]"));
    QVERIFY(!tokenizerOf("gpt2").firstToken());
    QCOMPARE(bert.decode(bert.encode("the [MASK]").value().ids(), true), std::string("the"));
    QVERIFY(!bert.idOf("nothing of that kind"));
    QVERIFY(bert.spelling(std::numeric_limits<TokenId>::max()).empty());
    TokenId end = 0;
    while (!bert.spelling(end).empty())
        ++end;
    QVERIFY(end > *bert.idOf("the")); // the first id that is none has no spelling
    QCOMPARE(bert.spelling(-1), std::string_view());
    // What stands before a mask with a space belongs to it.
    const Encoding masked = tokenizerOf("roberta").encode("the  <mask>").value();
    QCOMPARE(masked.pieces[masked.pieces.size() - 2].range, (TextRange{3, 11}));
}

void TestWordPieces::what_is_no_utf8_is_replaced_and_said() {
    const Tokenizer tokenizer = tokenizerOf("gpt2");
    const Encoding encoding = tokenizer.encode("a\xED\xA0\x80 b\xFF").value();
    QCOMPARE(tokenizer.decode(encoding.ids()), std::string("a\uFFFD b\uFFFD"));
    QCOMPARE(encoding.remarks.size(), std::size_t{1});
    QCOMPARE(
        encoding.remarks.front().text(),
        std::string("the text is no UTF-8 at byte 2 (such places: 2); U+FFFD stands there now"));
    QCOMPARE(encoding.pieces.back().range.end, std::uint32_t{7});
}

void TestWordPieces::both_sides_of_a_translation_have_their_vocabulary() {
    const Result<Tokenizer> target = openTokenizer(tokenizerPath("marian"), TokenizerSide::Target);
    QVERIFY(target.ok());
    const Tokenizer source = tokenizerOf("marian");
    for (const char* const word : {"</s>", "▁the"})
        QVERIFY2(source.idOf(word) && target->idOf(word) == source.idOf(word), word);
    const std::vector<TokenId> ids = target->encode("the words").value().ids();
    QCOMPARE(ids.back(), *source.idOf("</s>"));
    QCOMPARE(target->decode(ids, true), std::string("the words"));
    // Which language is wanted stands in front as a token of its own.
    QCOMPARE(source.encode(">>xx<< the").value().ids().front(), *source.idOf(">>xx<<"));
    // What vocab.json has not got is unknown, and none of the ids of the .spm.
    QCOMPARE(source.encode("ж").value().ids()[1], *source.idOf("<unk>"));
}

void TestWordPieces::newer_ways_of_llama_put_one_space_in_front() {
    const QTemporaryDir folder;
    const std::string model = testing::fileBytes(tokenizerPath("llama/tokenizer.model"));
    const auto spelled = [&](const char* config, const char* text) {
        testing::putFile(testing::pathIn(folder, "tokenizer.model"), model);
        testing::putFile(testing::pathIn(folder, "tokenizer_config.json"), config);
        const Result<Tokenizer> tokenizer = openTokenizer(folder.path().toStdString());
        std::string all;
        for (const TokenId id : tokenizer.value().encode(text).value().ids())
            all += std::string(tokenizer.value().spelling(id)) + '|';
        return QString::fromStdString(all);
    };
    QCOMPARE(spelled("{}", "a</s>a"), QStringLiteral("<s>|\u2581a|</s>|\u2581a|"));
    QCOMPARE(spelled(R"({"legacy":false})", "a</s>a"), QStringLiteral("<s>|\u2581a|</s>|a|"));
    QCOMPARE(spelled(R"({"legacy":false,"add_prefix_space":false})", "a</s>a"),
             QStringLiteral("<s>|a|</s>|a|"));
    QCOMPARE(spelled(R"({"add_bos_token":false,"add_eos_token":true})", "a"),
             QStringLiteral("\u2581a|</s>|"));
}

void TestWordPieces::a_tokenizer_that_is_not_understood_says_why_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& json, const QString& said) {
        QTest::newRow(name) << QByteArray::fromStdString(json) << said;
    };
    const auto members = [&row](const char* name, const char* json, const QString& said) {
        row(name, withModel(json), said);
    };
    row("no_json", "{", QStringLiteral("cut off"));
    row("no_model", "{}", QStringLiteral("no member “model”"));
    row("list", "[1]", QStringLiteral("no member “model”"));
    row("model_is_a_number", R"({"model":3})", QStringLiteral("“model” must be an object"));
    row("other_model", R"({"model":{"type":"Morse"}})", QStringLiteral("“Morse”"));
    row("empty", R"({"model":{"type":"BPE","vocab":{},"merges":[]}})", QStringLiteral("is empty"));
    row("fraction", R"({"model":{"type":"BPE","vocab":{"a":1.5},"merges":[]}})",
        QStringLiteral("“a” of the vocabulary has no whole number"));
    row("below_zero", R"({"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}})",
        QStringLiteral("has the id -1"));
    row("huge_id", R"({"model":{"type":"BPE","vocab":{"a":18446744073709551615},"merges":[]}})",
        QStringLiteral("“a” has the id"));
    row("long_token",
        R"({"model":{"type":"BPE","vocab":{")" + std::string(5000, 'a') + R"(":0},"merges":[]}})",
        QStringLiteral("id 0 has 5000 bytes"));
    row("merge_of_three", R"({"model":{"type":"BPE","vocab":{"a":0},"merges":["a a a"]}})",
        QStringLiteral("the merge number 1 of the tokenizer, “a a a”"));
    row("merge_without_result", R"({"model":{"type":"BPE","vocab":{"a":0},"merges":[["a","a"]]}})",
        QStringLiteral("of “a” and “a”"));
    row("dropout", R"({"model":{"type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.1}})",
        QStringLiteral("dropout"));
    row("no_unknown", R"({"model":{"type":"WordPiece","vocab":{"a":0}}})",
        QStringLiteral("“[UNK]” is not in the vocabulary"));
    row("no_pair", R"({"model":{"type":"Unigram","vocab":[["a"]],"unk_id":0}})",
        QStringLiteral("no pair of a text and a number"));
    row("unknown_id", R"({"model":{"type":"Unigram","vocab":[["a",0]],"unk_id":7}})",
        QStringLiteral("“model.unk_id” must be a whole number from 0 to 0"));
    members("normalizer", R"("normalizer":{"type":"Rot13"})", QStringLiteral("normalizer “Rot13”"));
    members("wrong_kind", R"("normalizer":{"type":"Prepend","prepend":3})",
            QStringLiteral("“normalizer.prepend” must be a short text, but is number"));
    members("charsmap", R"("normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAA"})",
            QStringLiteral("precompiled_charsmap"));
    members("pre_tokenizer", R"("pre_tokenizer":{"type":"UnicodeScripts"})",
            QStringLiteral("pre-tokenizer “UnicodeScripts”"));
    members("behavior",
            R"("pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Eaten"})",
            QStringLiteral("“Eaten”"));
    members("pattern",
            R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a"},"behavior":"Isolated"})",
            QStringLiteral("“(a” is no pattern"));
    members(
        "class_in_class",
        R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"[a[b]]"},"behavior":"Isolated"})",
        QStringLiteral("would mean something else"));
    members(
        "verb",
        R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(*UTF)a"},"behavior":"Isolated"})",
        QStringLiteral("would mean something else"));
    row("long_pattern",
        withModel(R"("pre_tokenizer":{"type":"Split","behavior":"Isolated","pattern":{"Regex":")" +
                  std::string(5000, 'a') + R"("}})"),
        QStringLiteral("must be a short text"));
    members("post_processor", R"("post_processor":{"type":"Postcard"})",
            QStringLiteral("“Postcard”"));
    members("template_without_text",
            R"("post_processor":{"type":"TemplateProcessing","single":[],"special_tokens":{}})",
            QStringLiteral("has it 0 times"));
    members(
        "template_without_token",
        R"("post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]"}}]})",
        QStringLiteral("“[X]”"));
    members("bert_processing", R"("post_processor":{"type":"BertProcessing","cls":["a","b"]})",
            QStringLiteral("“post_processor.cls” must be a token and its id"));
    members("decoder", R"("decoder":{"type":"Enigma"})", QStringLiteral("decoder “Enigma”"));
    members("same_id", R"("added_tokens":[{"id":5,"content":"x"},{"id":5,"content":"y"}])",
            QStringLiteral("“x” and “y” have the same id, 5"));
    members("far_id", R"("added_tokens":[{"id":4611686018427387904,"content":"x"}])",
            QStringLiteral("“added_tokens.id” must be a whole number"));
    std::string nested;
    for (int i = 0; i < 100; ++i)
        nested += R"({"type":"Lowercase"},)";
    nested.pop_back();
    row("many_steps",
        withModel(R"("normalizer":{"type":"Sequence","normalizers":[)" + nested + "]}"),
        QStringLiteral("must be a list of 64 objects at most"));
}

void TestWordPieces::a_tokenizer_that_is_not_understood_says_why() {
    QFETCH(QByteArray, json);
    QFETCH(QString, said);
    const Result<Tokenizer> tokenizer = parseTokenizer(json.toStdString());
    QVERIFY(!tokenizer.ok());
    const QString text = QString::fromStdString(tokenizer.error().text());
    QVERIFY2(text.contains(said), qPrintable(text));
    QVERIFY(!text.contains(u'\n'));
}

void TestWordPieces::folders_without_a_tokenizer_say_what_is_needed_data() {
    QTest::addColumn<QStringList>("files"); ///< a name, then its content
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QStringList& files, const char* said) {
        QTest::newRow(name) << files << QString::fromUtf8(said);
    };
    const QString vocab = QStringLiteral("vocab.json");
    const QString merges = QStringLiteral("merges.txt");
    const QString spm = QStringLiteral("tokenizer.model");
    const QString config = QStringLiteral("tokenizer_config.json");
    row("nothing", {}, "holds no tokenizer: tokenizer.json");
    row("half_of_a_pair", {vocab, QStringLiteral("{}")}, "holds no tokenizer");
    row("git_lfs",
        {spm, QStringLiteral("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")},
        "git-lfs pointer");
    row("no_model", {spm, QStringLiteral("nothing of that kind")},
        "tokenizer.model: this is no model of SentencePiece");
    row("empty_model", {spm, QString()}, "tokenizer.model: this is no model of SentencePiece");
    row("other_class",
        {spm, QString(), config, QStringLiteral("{\"tokenizer_class\":\"XLMRobertaTokenizer\"}")},
        "“XLMRoberta”");
    row("config_is_a_list", {spm, QString(), config, QStringLiteral("[]")}, "must be an object");
    row("clip",
        {vocab, QStringLiteral("{}"), merges, QString(), config,
         QStringLiteral("{\"tokenizer_class\":\"CLIPTokenizer\"}")},
        "“CLIP”");
    row("damaged_merges",
        {vocab, QStringLiteral("{\"a\":0}"), merges, QStringLiteral("#version: 0.2\na  b\n")},
        "merges.txt: the merge number 1");
    row("other_merges", {vocab, QStringLiteral("{\"a\":0}"), merges, QStringLiteral("a b\n")},
        "merges.txt: the merge number 1, of “a” and “b”");
    row("no_unknown", {QStringLiteral("vocab.txt"), QStringLiteral("a\nb\n")},
        "vocab.txt: the unknown token");
    row("broken_json", {QStringLiteral("tokenizer.json"), QStringLiteral("{\"model\":")},
        "tokenizer.json: the JSON text ends");
    row("folder", {QStringLiteral("tokenizer.json"), QStringLiteral("/")}, "it is a directory");
}

void TestWordPieces::folders_without_a_tokenizer_say_what_is_needed() {
    QFETCH(QStringList, files);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    for (qsizetype i = 0; i + 1 < files.size(); i += 2) {
        const std::string path = testing::pathIn(folder, files[i].toUtf8().constData());
        if (files[i + 1] == QLatin1String("/"))
            QVERIFY(QDir().mkdir(QString::fromStdString(path)));
        else
            QVERIFY(testing::putFile(path, files[i + 1].toStdString()));
    }
    const Result<Tokenizer> tokenizer = openTokenizer(folder.path().toStdString());
    QVERIFY(!tokenizer.ok());
    const QString text = QString::fromStdString(tokenizer.error().text());
    QVERIFY2(text.contains(said), qPrintable(text));
    QVERIFY(!openTokenizer(folder.filePath(QStringLiteral("missing")).toStdString()).ok());
}

void TestWordPieces::texts_that_take_too_long_are_refused_data() {
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("said");
    QTest::newRow("pattern_explodes")
        << QByteArray(
               R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?:a+)+[bc]"},"behavior":"Isolated"})")
        << QStringLiteral("takes too long for this text");
    QTest::newRow("pattern_goes_round")
        << QByteArray(
               R"j("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?R)"},"behavior":"Isolated"})j")
        << QStringLiteral("takes too long for this text");
    QByteArray doubled;
    QByteArray levels;
    for (int i = 0; i < 40; ++i) {
        doubled += R"({"type":"Replace","pattern":{"String":"a"},"content":"aa"},)";
        levels += R"({"type":"ByteLevel","add_prefix_space":false,"use_regex":false},)";
    }
    doubled.chop(1);
    levels.chop(1);
    QTest::newRow("text_doubles")
        << QByteArray(R"("normalizer":{"type":"Sequence","normalizers":[)" + doubled + "]}")
        << QStringLiteral("more than 64 times as long");
    QTest::newRow("bytes_double")
        << QByteArray(R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[)" + levels + "]}")
        << QStringLiteral("more than 64 times as long");
}

void TestWordPieces::texts_that_take_too_long_are_refused() {
    QFETCH(QByteArray, members);
    QFETCH(QString, said);
    const Result<Tokenizer> tokenizer = parseTokenizer(withModel(members.toStdString()));
    QVERIFY2(tokenizer.ok(), tokenizer.ok() ? "" : tokenizer.error().text().c_str());
    const Result<Encoding> encoding = tokenizer->encode(std::string(60, 'a') + " \u00E9");
    QVERIFY(!encoding.ok());
    const QString text = QString::fromStdString(encoding.error().text());
    QVERIFY2(text.contains(said), qPrintable(text));
}

void TestWordPieces::damaged_files_are_refused_or_read() {
    for (const char* name :
         {"patterns/tokenizer.json", "unigram/tokenizer.json", "llama/tokenizer.model"}) {
        const std::string whole = testing::fileBytes(tokenizerPath(name));
        const QTemporaryDir folder;
        const std::string file = std::string(name).substr(std::string_view(name).find('/') + 1);
        QVERIFY(rc::check("a few changed bytes", [&] {
            std::string bytes = whole;
            const auto places = *rc::gen::container<std::vector<int>>(
                rc::gen::inRange(0, static_cast<int>(whole.size())));
            for (const int place : places)
                bytes[static_cast<std::size_t>(place)] = *rc::gen::arbitrary<char>();
            if (*rc::gen::arbitrary<bool>())
                bytes.resize(
                    static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(bytes.size()))));
            RC_ASSERT(testing::putFile(testing::pathIn(folder, file.c_str()), bytes));
            const Result<Tokenizer> tokenizer = openTokenizer(folder.path().toStdString());
            if (!tokenizer) {
                RC_ASSERT(!tokenizer.error().text().empty());
                return;
            }
            const Result<Encoding> encoding = tokenizer->encode("the heads look at words 🙂");
            if (encoding)
                (void)tokenizer->decode(encoding->ids());
        }));
    }
}

HEADSCOPE_TEST(TestWordPieces, headscope::testing::NoApplication)
#include "test_word_pieces.moc"
