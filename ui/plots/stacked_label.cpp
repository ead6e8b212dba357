// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/stacked_label.h"

#include <algorithm>

namespace headscope {

namespace {

/// Characters that are as wide as they are high.
bool isWide(QChar c) {
    constexpr char16_t firstWide = 0x2E80;
    return c >= firstWide && !c.isSurrogate();
}

} // namespace

QStringList stackedLines(const QString& label) {
    QStringList lines;
    QString run;
    const auto endRun = [&] {
        if (!run.isEmpty())
            lines << run;
        run.clear();
    };
    for (const QChar c : label) {
        if (isWide(c)) {
            endRun();
            lines << QString(c);
        } else if (c.isSpace()) {
            endRun();
        } else {
            run += c;
        }
    }
    endRun();
    return lines;
}

bool canStack(const QStringList& labels) {
    constexpr qsizetype longestRun = 4; // "(12)"
    bool anyWide = false;
    for (const QString& label : labels) {
        for (const QString& line : stackedLines(label)) {
            anyWide = anyWide || isWide(line.front());
            if (line.size() > longestRun)
                return false;
        }
    }
    return anyWide;
}

double stackedHeight(const QStringList& labels, double pixels) {
    qsizetype most = 0;
    for (const QString& label : labels)
        most = std::max(most, stackedLines(label).size());
    return static_cast<double>(most) * stackedPitch(pixels);
}

} // namespace headscope
