// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/compare_picture.h"

#include "examples/examples.h"
#include "options/run_options.h"
#include "source/array_file.h"

#include <QFile>

namespace headscope {

using namespace Qt::StringLiterals;

Result<ComparedSide> comparedSide(const QString& name) {
    ComparedSide side;
    if (findExample(name.toStdString()))
        side.state = std::string(stateOfExample) + name.toStdString();
    else if (name.endsWith(u".headscope"_s, Qt::CaseInsensitive) ||
             arrayFormatOf(name.toStdString()))
        side.state = std::string(stateOfFile) + QFile::encodeName(name).toStdString();
    else
        return makeError(HEADSCOPE_MESSAGE("Message", "--compare takes FILE.headscope or an "
                                                      "example, not \"%1\"; examples are %2"),
                         name.toStdString(), exampleNames());
    return side;
}

} // namespace headscope
