// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/tokenize_command.h"

#include "command_line.h"
#include "exit_code.h"
#include "support/visible_text.h"
#include "tokenizers/tokenizer_folder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <cstdio>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> tokenizeOptions() {
    return {
        {u"model"_s, u"the folder of the model, with the files of its tokenizer"_s, u"FOLDER"_s},
        {u"side"_s,
         u"of a model that translates, the vocabulary of the source (default) or of the target"_s,
         u"source|target"_s},
        {u"no-special"_s,
         u"without the tokens that the model wants around a text, such as [CLS] and <s>; with "
         "--decode, without any special token"_s},
        {u"pieces"_s, u"the text of each token instead of its id"_s},
        {u"decode"_s, u"back: from ids to their text"_s},
        {u"json"_s, u"JSON instead of lines"_s},
        {u"help"_s, u"this text"_s}};
}

/// What is asked of each text.
struct Task {
    Tokenizer tokenizer;
    bool special = true;
    bool pieces = false;
    bool decode = false;
    QTextStream& err;

    /// Says what was changed in the text number `number`.
    void say(const Error& remark, qint64 number) const {
        err << u"headscope: text %1: %2\n"_s.arg(number).arg(printable(remark));
    }
    Result<Encoding> encode(const QByteArray& text, qint64 number) const {
        Result<Encoding> encoding =
            tokenizer.encode({text.constData(), static_cast<std::size_t>(text.size())},
                             special ? Tokenizer::Special::Added : Tokenizer::Special::InText);
        if (encoding) {
            for (const Error& remark : encoding->remarks)
                say(remark, number);
        }
        return encoding;
    }
    /// The text of ids; those without a token are said.
    QString textOf(const std::vector<TokenId>& ids, qint64 number) const {
        for (const TokenId id : ids) {
            if (tokenizer.spelling(id).empty())
                say(makeError("no token has the id %1; it is left out", id), number);
        }
        // Qt drops U+FEFF where it begins a text.
        return QString::fromStdString('.' + tokenizer.decode(ids, !special)).mid(1);
    }
};

Error noId(const QString& word) {
    return makeError("\"%1\" is no id of a token", word.toStdString());
}

QString pieceOf(const Piece& piece) {
    return QString::fromStdString(visibleText(piece.text));
}

Result<QString> answerLine(const Task& task, const QByteArray& line, qint64 number) {
    if (task.decode) {
        std::vector<TokenId> ids;
        for (const QByteArray& word : line.simplified().split(' ')) {
            bool ok = false;
            const TokenId id = word.toInt(&ok);
            if (!ok && !word.isEmpty())
                return noId(QString::fromUtf8(word));
            if (ok)
                ids.push_back(id);
        }
        return task.textOf(ids, number);
    }
    const Result<Encoding> encoding = task.encode(line, number);
    if (!encoding)
        return encoding.error();
    QStringList words;
    for (const Piece& piece : encoding->pieces)
        words += task.pieces ? pieceOf(piece) : QString::number(piece.id);
    return words.join(task.pieces ? u'\t' : u' ');
}

/// Half of a pair of surrogates, which only JSON can write, is no character.
QByteArray utf8Of(QString text) {
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
            ++i;
        else if (text[i].isSurrogate())
            text[i] = QChar::ReplacementCharacter;
    }
    return text.toUtf8();
}

Result<QJsonValue> answerJson(const Task& task, const QJsonValue& value, qint64 number) {
    if (task.decode) {
        std::vector<TokenId> ids;
        for (const QJsonValue& each : value.toArray()) {
            if (!each.isDouble() || each.toInt(-1) < 0)
                return noId(each.toVariant().toString());
            ids.push_back(each.toInt());
        }
        return QJsonValue(task.textOf(ids, number));
    }
    if (!value.isString())
        return makeError("it is no text");
    const Result<Encoding> encoding = task.encode(utf8Of(value.toString()), number);
    if (!encoding)
        return encoding.error();
    QJsonArray list;
    for (const Piece& piece : encoding->pieces)
        list += task.pieces ? QJsonValue(pieceOf(piece)) : QJsonValue(piece.id);
    return QJsonValue(list);
}

/// Gathers lines until the list that began in them ends.
class JsonLists {
public:
    /// Whether a list is complete with that line.
    bool add(const QByteArray& line) {
        for (const char c : line) {
            if (m_inText) {
                m_inText = m_escaped || c != '"';
                m_escaped = !m_escaped && c == '\\';
            } else if (c == '"') {
                m_inText = true;
            } else if (c == '[' || c == '{') {
                ++m_depth;
            } else if (c == ']' || c == '}') {
                --m_depth;
            }
        }
        m_text += line;
        return m_depth <= 0 && !m_inText && !m_text.trimmed().isEmpty();
    }
    QByteArray take() {
        m_depth = 0;
        m_inText = false;
        return std::exchange(m_text, {});
    }
    bool isEmpty() const { return m_text.trimmed().isEmpty(); }

private:
    QByteArray m_text;
    int m_depth = 0;
    bool m_inText = false;
    bool m_escaped = false;
};

Result<QByteArray> answerList(const Task& task, const QByteArray& json, qint64& number) {
    QJsonParseError wrong;
    // QJsonDocument refuses a text that is not wholly UTF-8.
    QByteArray text = QString::fromUtf8(json).toUtf8();
    text.replace("\xEF\xBB\xBF", "\\ufeff"); // Qt drops U+FEFF where it begins a text
    const QJsonDocument document = QJsonDocument::fromJson(text, &wrong);
    if (!document.isArray())
        return makeError(
            "the standard input is no JSON list: %1",
            (wrong.error == QJsonParseError::NoError ? u"it is an object"_s : wrong.errorString())
                .toStdString());
    QJsonArray answers;
    for (const QJsonValue& value : document.array()) {
        const Result<QJsonValue> answer = answerJson(task, value, ++number);
        if (!answer)
            return makeError("text %1: %2", qint64{number}, answer.error().text());
        answers += *answer;
    }
    return QJsonDocument(answers).toJson(QJsonDocument::Compact);
}

int answerAll(const Task& task, bool isJson, QTextStream& out) {
    QFile in;
    if (!in.open(stdin, QIODevice::ReadOnly))
        return failed(task.err, makeError("cannot read the standard input"));
    qint64 number = 0;
    JsonLists lists;
    while (true) {
        QByteArray line = in.readLine();
        const bool ended = line.isEmpty();
        if (isJson) {
            const bool complete = lists.add(line);
            if (complete || (ended && !lists.isEmpty())) {
                const Result<QByteArray> answer = answerList(task, lists.take(), number);
                if (!answer)
                    return failed(task.err, answer.error());
                out << QString::fromUtf8(*answer) << '\n';
            }
        } else if (!ended) {
            if (line.endsWith('\n'))
                line.chop(1);
            if (line.endsWith('\r'))
                line.chop(1);
            const Result<QString> answer = answerLine(task, line, ++number);
            if (!answer)
                return failed(task.err,
                              makeError("line %1: %2", qint64{number}, answer.error().text()));
            out << *answer << '\n';
        }
        out.flush();
        if (out.status() != QTextStream::Ok)
            return exitFailure; // main says it
        if (ended)
            return exitDone;
    }
}

} // namespace

CommandManual tokenizeManual() {
    return {{u"tokenize --model FOLDER [OPTIONS]"_s},
            u"Cuts each line of the standard input into the tokens of a model and prints their\n"
            "ids, a line for a line, each as soon as it is known. The tokenizer is read from\n"
            "tokenizer.json, else from vocab.json and merges.txt, vocab.txt, tokenizer.model,\n"
            "or source.spm, target.spm and vocab.json.\n"
            "\n"
            "With --json the input is a list of texts, which may have several lines, and the\n"
            "output a list of lists of ids; another list may follow.\n"
            "\n"
            "--pieces puts tabs between pieces and writes out what cannot be seen: \\n, and\n"
            "\\xE2 for a byte that is only a part of a character."_s,
            tokenizeOptions()};
}

int tokenizeCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString name = u"tokenize"_s;
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, name, tokenizeManual(), arguments, out, err))
        return *ended;
    if (!parser.positionalArguments().isEmpty())
        return calledWrongly(err, name,
                             u"it reads the standard input: leave out \"%1\""_s.arg(
                                 parser.positionalArguments().constFirst()));
    const QString folder = parser.value(u"model"_s);
    if (folder.isEmpty())
        return calledWrongly(err, name, u"--model is missing: the folder of which model?"_s);
    const QString side = parser.isSet(u"side"_s) ? parser.value(u"side"_s) : u"source"_s;
    if (side != "source"_L1 && side != "target"_L1)
        return calledWrongly(err, name, u"--side takes source or target, not \"%1\""_s.arg(side));
    if (parser.isSet(u"pieces"_s) && parser.isSet(u"decode"_s))
        return calledWrongly(err, name,
                             u"--pieces does nothing with --decode, which prints texts"_s);
    Result<Tokenizer> tokenizer =
        openTokenizer(QFile::encodeName(folder).toStdString(),
                      side == "target"_L1 ? TokenizerSide::Target : TokenizerSide::Source);
    if (!tokenizer)
        return failed(err, tokenizer.error());
    const Task task{std::move(*tokenizer), !parser.isSet(u"no-special"_s),
                    parser.isSet(u"pieces"_s), parser.isSet(u"decode"_s), err};
    return answerAll(task, parser.isSet(u"json"_s), out);
}

} // namespace headscope
