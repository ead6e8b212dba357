// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/lines/lines_picture.h"

#include <QCoreApplication>

namespace headscope {

/// What the Lines page says: composed here once, for title, figure and who cannot see.
class LinesWords {
    Q_DECLARE_TR_FUNCTIONS(Lines)

public:
    /// "机票 looks at 6 of 10 keys", "4 queries look at 北京"; nobody is asked: how many lines.
    static QString title(const LinesPicture& picture, const AskedToken* asked);
    /// A word as it stands in a sentence, with what it means: "“机票” (ticket)".
    static QString word(const LinesPicture& picture, LinesSide side, Index token);
    /// The labels as a figure writes them where glosses would take the room of numbers: marked as
    /// in the window.
    static QStringList printed(const QStringList& labels, const QStringList& words);
    /// "9 of 143 lines, attention weights"
    static QString subtitle(const LinesPicture& picture, const AskedToken* asked);
    /// Of more tokens than have all their lines: which are in view, and what is left out.
    static QString seenWords(const LinesPicture& picture);
    /// Which part of the whole a figure draws, and what is left out.
    static QString partWords(const LinesPicture& picture);
    /// What the slider stands for.
    static QString kept(int percent);
    static QString queryHeader();
    static QString keyHeader();
    static QString namesHeader();
    static QString held(LinesSide side);
    static QString count(LinesSide side);
    static QString weight();
    static QString fixedScale();
    static QString masked();
    /// What a figure has no room for.
    static QString numbersLeftOut(int heads);
    static QString tokensLeftOut();
    static QString titleCut();
    static QString onlyQueries();
    /// "head 3"
    static QString ofTrack(const LinesTrack& track);
    /// What a number of the table is: "机票 looks at 订了 with 0.9304, head 3".
    static QString number(const LinesPicture& picture, const LinesTrack& track, Index query,
                          Index key);

private:
    static QString leavingWords(const LinesPicture& picture);
};

} // namespace headscope
