// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "commands/worksheet_command.h"
#include "exit_code.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "options/export_options.h"
#include "options/shapes_options.h"
#include "support/tensor_files.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

#include <random>

#include <sys/stat.h>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

/// Seeded: the same lines on every machine. HEADSCOPE_HOSTILE_LINES and
/// HEADSCOPE_HOSTILE_SEED ask for more of them, or for others.
int numberFrom(const char* variable, int otherwise) {
    bool ok = false;
    const int number = qEnvironmentVariableIntValue(variable, &ok);
    return ok ? number : otherwise;
}

class Generator {
public:
    Generator(const QString& folder, unsigned seed)
        : m_random(seed) {
        const auto path = [&folder](const char* name) {
            return folder + u'/' + QLatin1String(name);
        };
        m_inputs << path("q.npy") << path("w.safetensors") << path("mask.npy");
        const auto filled = [](const Shape& shape) {
            return Tensor::filled(shape, Axes(shape.size(), Axis::Feature), 0.5F);
        };
        (void)writeNpy(m_inputs[0].toStdString(), filled({2, 3, 4}));
        (void)writeSafetensors(m_inputs[1].toStdString(), {{"in_proj_weight", filled({12, 4})},
                                                           {"out_proj.weight", filled({4, 4})}});
        (void)writeNpy(m_inputs[2].toStdString(), filled({3, 3}));
        m_target = path("target.npy");
        Tensor target = Tensor::filled({10, 10}, Axes(2, Axis::Feature), 0.1F);
        (void)writeNpy(m_target.toStdString(), target);
        damage(path("bad"));
        QDir().mkdir(path("folder.npy"));
        ::mkfifo(QFile::encodeName(path("pipe.png")).constData(), 0600);
        m_inputs << path("folder.npy") << path("missing.npy") << u"/dev/zero"_s
                 << u"/proc/self/mem"_s << u""_s << path("a\u202Eb\n.npy");
        m_outputs << path("out.png") << path("out.svg") << path("out.pdf") << path("out.gif")
                  << path("out") << u"/dev/full"_s << path("pipe.png") << path("folder.npy")
                  << path("none/x.png") << path("\u202Egnp.png/x.svg") << u""_s << u"/"_s
                  << u"/proc/x.gif"_s;
    }

    QStringList line() {
        static const QList<std::pair<QString, QList<QCommandLineOption>>> commandOptions = {
            {u"run"_s, problemOptions() + extra({"weight-layout", "out"})},
            {u"heads"_s, problemOptions()},
            {u"export"_s, exportOptions()},
            {u"shapes"_s, journeyOptions() + extra({"path", "wrong"})},
            {u"worksheet"_s, worksheetManual().options},
            {u"animate"_s,
             journeyOptions() + extra({"out", "view", "path", "from", "to", "no-wrong", "colour",
                                       "dialect", "element", "fps", "once", "theme", "language"})},
            {u"paint"_s, extra({"example", "target", "d-k", "positions", "sequence", "head", "rate",
                                "largest-weight", "seed", "out"})}};
        const auto& [command, options] = pick(commandOptions);
        QStringList arguments = {command};
        // Most lines are nearly right, else all of them would end at the first check.
        if (below(4) > 0)
            arguments << sensible(command);
        for (int i = below(5); i > 0; --i) {
            const QCommandLineOption& option = pick(options);
            const QString name = option.names().constFirst();
            if (below(10) == 0) {
                arguments << pick(m_words);
            } else if (option.valueName().isEmpty() || below(20) == 0) {
                arguments << u"--"_s + name;
            } else {
                const QString value = valueFor(name, option.valueName());
                if (below(2) == 0)
                    arguments << u"--"_s + name << value;
                else
                    arguments << u"--%1=%2"_s.arg(name, value);
            }
        }
        if (command == "animate"_L1) // its frames would take most of the time
            arguments << u"--from=view"_s << u"--to=view"_s << u"--size=480x360"_s << u"--fps=1"_s;
        if (command == "paint"_L1)
            arguments << u"--starts=2"_s << u"--steps=20"_s;
        return arguments;
    }

private:
    int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }
    template <class Item> const Item& pick(const QList<Item>& list) {
        return list[below(static_cast<int>(list.size()))];
    }

    static QList<QCommandLineOption> extra(std::initializer_list<const char*> names) {
        QList<QCommandLineOption> options;
        for (const char* name : names)
            options << QCommandLineOption(QLatin1String(name), {}, u"VALUE"_s);
        return options;
    }

    /// Copies of the inputs, cut short or with a few bytes changed.
    void damage(const QString& start) {
        for (int i = 0; i < 24; ++i) {
            QFile whole(m_inputs[i % 3]);
            if (!whole.open(QIODevice::ReadOnly))
                continue;
            QByteArray bytes = whole.readAll();
            if (below(2) == 0)
                bytes.truncate(below(static_cast<int>(bytes.size())));
            for (int change = below(6); change > 0 && !bytes.isEmpty(); --change)
                bytes[below(static_cast<int>(bytes.size()))] = static_cast<char>(below(256));
            const QString path =
                start + QString::number(i) + m_inputs[i % 3].mid(m_inputs[i % 3].lastIndexOf(u'.'));
            QFile file(path);
            if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size())
                m_damaged << path;
        }
    }

    QStringList sensible(const QString& command) {
        QStringList arguments;
        if (below(2) == 0)
            arguments << u"--query"_s << m_inputs[0] << u"--weights"_s << m_inputs[1]
                      << u"--heads"_s << u"2"_s;
        else
            arguments << u"--example"_s << pick(m_examples);
        if (command == "paint"_L1)
            arguments << u"--target"_s << (below(2) == 0 ? m_inputs[2] : m_target);
        if (command != "shapes"_L1 && command != "heads"_L1)
            arguments << u"--out"_s
                      << m_outputs[command == "run"_L1 || command == "paint"_L1 ? 4
                                   : command == "animate"_L1                    ? 3
                                   : command == "worksheet"_L1                  ? 2
                                                                                : below(3)];
        return arguments;
    }

    QString valueFor(const QString& name, const QString& kind) {
        if (below(4) == 0)
            return pick(m_words);
        if (name == "out"_L1)
            return pick(m_outputs);
        if (kind.contains(".npy"_L1) || kind.contains(".safetensors"_L1))
            return below(2) == 0 ? pick(m_inputs) : pick(m_damaged);
        if (name == "example"_L1)
            return pick(m_examples);
        return pick(m_numbers);
    }

    std::mt19937 m_random;
    QStringList m_inputs;
    QString m_target; ///< a painting of ten words
    QStringList m_damaged;
    QStringList m_outputs;
    const QStringList m_examples = {u"ticket"_s,       u"arange"_s, u"one-row"_s,
                                    u"fully-masked"_s, u"cross"_s,  u"causal-padding"_s};
    const QStringList m_numbers = {u"0"_s,       u"1"_s,
                                   u"2"_s,       u"-1"_s,
                                   u"3"_s,       u"1e9"_s,
                                   u"nan"_s,     u"inf"_s,
                                   u"-0"_s,      u"0x10"_s,
                                   u"99999"_s,   u"9223372036854775807"_s,
                                   u"1e-45"_s,   u"18446744073709551616"_s,
                                   u"0.5"_s,     u"2147483648"_s,
                                   u"1-99999"_s, u"1,1,1-3"_s,
                                   u"2,3,6"_s,   u"999999,999999,999999"_s,
                                   u"4,4"_s,     u"1600x900"_s};
    const QStringList m_words = {u""_s,
                                 u" "_s,
                                 u"-"_s,
                                 u"--"_s,
                                 u"-x"_s,
                                 u"causal"_s,
                                 u"all"_s,
                                 u"value,output"_s,
                                 u"scores"_s,
                                 u"encoder/0/self_attention"_s,
                                 u"\u202Etxt.exe"_s,
                                 u"a\nb"_s,
                                 u"\u001B[31mred"_s,
                                 u"\u0007"_s,
                                 QString(QChar(0xD800)),
                                 u"%1 %2 %s %n"_s,
                                 u"../../../../etc/passwd"_s,
                                 QString(5000, u'x'),
                                 u"机票"_s,
                                 u"<b>x</b>"_s};
};

/// What is wrong with the way in which a command ended; empty: nothing.
QString complaint(int status, const QString& out, const QString& err) {
    if (status != exitDone && status != exitFailure && status != exitUsage)
        return u"status %1"_s.arg(status);
    for (const QChar character : err) {
        if (character != u'\n' && (character.category() == QChar::Other_Control ||
                                   character.category() == QChar::Other_Format))
            return u"a raw U+%1"_s.arg(character.unicode(), 4, 16);
    }
    const QStringList lines = err.split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        if (!line.startsWith("headscope"_L1) && !line.startsWith("See: headscope"_L1))
            return u"a strange line"_s;
    }
    if (status == exitDone)
        return out.isEmpty() ? u"done without a word"_s : QString();
    if (!out.isEmpty() || lines.isEmpty())
        return u"failed with a result, or without a sentence"_s;
    // Questions about files may stand before the sentence that says why it ended.
    const bool pointsToHelp = lines.constLast().startsWith("See: "_L1);
    if (pointsToHelp != (status == exitUsage) || lines.size() < (pointsToHelp ? 2 : 1))
        return u"not one sentence"_s;
    return {};
}

} // namespace

class TestHostileCommandLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_line_ends_in_one_sentence();
};

void TestHostileCommandLines::every_line_ends_in_one_sentence() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    Generator generator(folder.path(),
                        static_cast<unsigned>(numberFrom("HEADSCOPE_HOSTILE_SEED", 8)));
    std::array<int, 3> ended{};
    for (int i = numberFrom("HEADSCOPE_HOSTILE_LINES", 300); i > 0; --i) {
        const QStringList arguments = generator.line();
        QString output;
        QString error;
        QTextStream out(&output);
        QTextStream err(&error);
        if (qEnvironmentVariableIsSet("HEADSCOPE_HOSTILE_TELL"))
            qInfo("%s", qPrintable(arguments.join(u'|')));
        const int status = runCommandLine(arguments, out, err);
        const QString wrong = complaint(status, output, error);
        QVERIFY2(wrong.isEmpty(),
                 qPrintable(wrong + u": "_s + arguments.join(u'|') + u"\n"_s + error));
        ++ended[static_cast<std::size_t>(status)];
    }
    // Lines of all three kinds were among them.
    for (const int count : ended)
        QVERIFY2(count > 5,
                 qPrintable(u"%1 did right, %2 failed, %3 were not understood"_s.arg(ended[0])
                                .arg(ended[1])
                                .arg(ended[2])));
}

HEADSCOPE_TEST(TestHostileCommandLines, QApplication)
#include "test_hostile_command_lines.moc"
