// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include "formats/target_check.h"

#include <QFile>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// ".png, .svg or .pdf".
QString listOf(const QStringList& words) {
    if (words.size() < 2)
        return words.join(QString());
    return words.mid(0, words.size() - 1).join(u", "_s) + u" or "_s + words.constLast();
}

} // namespace

std::string Output::fileName() const {
    return QFile::encodeName(path).toStdString();
}

Result<Output> readOutput(const QCommandLineParser& parser, const QStringList& endings) {
    const Output output{endings, parser.value(u"out"_s)};
    if (output.path.isEmpty() && endings.isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "--out is missing: where should the files go?"));
    if (output.path.isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "--out is missing: a file that ends in %1 is needed"),
            listOf(endings).toStdString());
    const bool fits = std::ranges::any_of(endings, [&output](const QString& ending) {
        return output.path.endsWith(ending, Qt::CaseInsensitive);
    });
    if (endings.isEmpty() || fits || output.path.startsWith("/dev/"_L1))
        return output;
    return makeError(HEADSCOPE_MESSAGE("Message", "--%1 takes %2, not \"%3\""), "out",
                     "a name that ends in " + listOf(endings).toStdString(),
                     output.path.toStdString());
}

Status checkOutput(const Output& output) {
    return output.endings.isEmpty() ? checkFolderTarget(output.fileName())
                                    : checkFileTarget(output.fileName());
}

} // namespace headscope
