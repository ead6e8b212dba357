// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/shapes_command.h"

#include "command_line.h"
#include "exit_code.h"
#include "formats/text/torch_print.h"
#include "head_shapes/code_lines.h"
#include "head_shapes/wrong_way.h"
#include "options/option_words.h"
#include "options/shapes_options.h"
#include "words/statements.h"

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> shapesOptions() {
    return journeyOptions() + QList<QCommandLineOption>{
                                  {u"path"_s,
                                   u"split, merge or side-by-side (the textbook's way); "
                                   "without it split, then merge"_s,
                                   u"PATH"_s},
                                  {u"wrong"_s, u"also what comes out without the transpose"_s},
                                  {u"help"_s, u"this text"_s},
                              };
}

QString axesText(const Tensor& tensor) {
    QStringList names;
    for (const Axis axis : tensor.axes())
        names += QString::fromUtf8(axisName(axis));
    return u'[' + names.join(u", "_s) + u']';
}

void printStep(QTextStream& out, const Journey& journey, std::size_t index) {
    const LayoutStep& step = journey[index];
    const Tensor& tensor = step.tensor;
    out << QString::fromStdString(stepName(journey, index)) << "  " << axesText(tensor) << '\n'
        << "  shape " << QString::fromStdString(shapeText(tensor.shape())) << "  strides "
        << QString::fromStdString(shapeText(tensor.strides()))
        << "  contiguous: " << (tensor.isContiguous() ? "yes" : "no")
        << "  copied: " << qint64{step.copiedBytes} << " bytes\n"
        << "  " << QString::fromStdString(codeText(codeLine(journey, index, CodeDialect::PyTorch)))
        << '\n'
        << QString::fromStdString(torchText(tensor)) << "\n\n";
}

void printJourney(QTextStream& out, const QString& title, const Journey& journey, bool wrong) {
    out << "== " << title << " ==\n\n";
    for (std::size_t i = 0; i < journey.steps().size(); ++i)
        printStep(out, journey, i);
    if (!wrong)
        return;
    const Journey mistake = wrongJourney(journey, wrongWays(journey).front());
    const MisplaceCount count = countMisplaced(journey, mistake);
    out << "== " << title << ", wrong: without the transpose ==\n\n"
        << qint64{count.misplaced()} << " of " << qint64{count.elements}
        << " elements are misplaced, " << qint64{count.wrongHead}
        << " of them in the wrong head\n\n";
    printStep(out, mistake, mistake.lastStep());
}

} // namespace

CommandManual shapesManual() {
    return {{u"shapes [--example arange] [OPTIONS]"_s, u"shapes FILE.headscope [OPTIONS]"_s,
             u"shapes --model FOLDER --text TEXT [OPTIONS]"_s,
             u"shapes --shape 2,3,6 --heads 3 [OPTIONS]"_s,
             u"shapes --query FILE.npy --weights FILE.safetensors --heads H [OPTIONS]"_s},
            u"Prints every step of splitting and merging heads: its name, axes, shape,\n"
            "strides, whether it is contiguous, how many bytes were copied, the line of\n"
            "PyTorch, and the tensor as PyTorch prints it."_s,
            shapesOptions()};
}

int shapesCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString name = u"shapes"_s;
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, name, shapesManual(), arguments, out, err))
        return *ended;
    std::optional<LayoutPath> path;
    OptionReader reader(parser);
    reader.choice("path", path);
    if (!reader.status())
        return calledWrongly(err, name, printable(reader.status().error()));

    const Call call{name, parser};
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, name, printable(useful.error()));
    bool couldNot = false;
    const Result<LoadedJourneys> loaded = loadJourneys(call, couldNot);
    if (!loaded)
        return couldNot ? failed(err, loaded.error())
                        : calledWrongly(err, name, printable(loaded.error()));
    const bool wrong = parser.isSet(u"wrong"_s);
    const QString block = blockTitle(loaded->blocks.get());
    const QString suffix = block.isEmpty() ? block : u", "_s + block;
    if (!path || path == LayoutPath::Split)
        printJourney(out, u"split"_s + suffix, loaded->split, wrong);
    if ((!path || path == LayoutPath::Merge) && loaded->merge)
        printJourney(out, u"merge"_s + suffix, *loaded->merge, wrong);
    if (path == LayoutPath::SideBySide) {
        if (!loaded->sideBySide)
            return calledWrongly(err, name, u"without a sequence axis nothing lies side by side"_s);
        printJourney(out, u"side by side"_s + suffix, *loaded->sideBySide, wrong);
    }
    return exitDone;
}

} // namespace headscope
