// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_words.h"

#include "words/numbers/number_format.h"
#include "words/quoted_word.h"
#include "words/stage_text.h"
#include "words/statements.h"

#include <algorithm>

namespace headscope {

QString LinesWords::word(const LinesPicture& picture, LinesSide side, Index token) {
    const bool query = side == LinesSide::Query;
    const QString label = (query ? picture.queryLabels : picture.keyLabels).value(token);
    const QString drawn = (query ? picture.queryWords : picture.keyWords).value(token);
    const qsizetype gloss = drawn.indexOf(u' ', label.size());
    return quotedWord(label, token, gloss < 0 ? QString() : drawn.mid(gloss + 1));
}

QString LinesWords::title(const LinesPicture& picture, const AskedToken* asked) {
    if (!asked && picture.hasOnlyAsked())
        return tr("Point at a token to see its lines");
    if (!asked && (picture.askedOnly || picture.part))
        return tr("%n line(s) between the tokens in view", nullptr,
                  static_cast<int>(picture.lines.size()));
    const int lines = static_cast<int>(picture.lines.size());
    if (!asked && lines == 0)
        return tr("No line is left to draw");
    if (!asked) {
        const QString ofWhat = picture.hiddenCount > 0 ? tr("what is left of every row")
                               : picture.silentRows    ? tr("every row that looks at a key")
                                                       : tr("every row");
        const bool selfLeftOut = picture.self && !picture.choice.toItself;
        const QString sentence =
            selfLeftOut ? tr("%n line(s) and those to itself hold %1 % of %2", nullptr, lines)
                        : tr("%n line(s) hold %1 % of %2", nullptr, lines);
        return sentence.arg(picture.percent).arg(ofWhat);
    }
    const QString token = word(picture, asked->side, asked->token);
    if (asked->side == LinesSide::Key)
        return tr("%n queries look at %1", nullptr, static_cast<int>(asked->others)).arg(token);
    if (asked->possible == 0 && picture.hiddenCount == 0)
        return tr("%1 may look at no key").arg(token);
    return tr("%1 looks at %2 of %n keys", nullptr, static_cast<int>(asked->possible))
        .arg(token)
        .arg(asked->others);
}

QStringList LinesWords::printed(const QStringList& labels, const QStringList& words) {
    QStringList all = labels;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (const QString marked = all[i] + u'*'; words.value(i) == marked)
            all[i] = marked;
    }
    return all;
}

QString LinesWords::subtitle(const LinesPicture& picture, const AskedToken* asked) {
    const QString tensor = statementOf(*picture.stage->trace, nullptr, picture.stage->name).title;
    QStringList said;
    if (asked && picture.hasOnlyAsked())
        said << tr("%n line(s) of this token alone, %1", nullptr,
                   static_cast<int>(asked->lines.size()))
                    .arg(tensor);
    else if (asked)
        said << tr("%1 of %n lines, %2", nullptr, static_cast<int>(picture.lines.size()))
                    .arg(asked->lines.size())
                    .arg(tensor);
    else
        said << tensor;
    if (picture.heads == LinesHeads::Mean)
        said << tr("mean of all heads");
    if (picture.hiddenCount > 0)
        said << (picture.choice.hidden.renormalised
                     ? tr("without %n key(s), rows renormalised to 1", nullptr,
                          static_cast<int>(picture.hiddenCount))
                     : tr("without %n key(s), rows not renormalised", nullptr,
                          static_cast<int>(picture.hiddenCount)));
    if (picture.self && !picture.choice.toItself)
        said << tr("lines of a token to itself are not drawn");
    if (picture.part)
        said << partWords(picture);
    else if (picture.askedOnly && picture.seen.second > 0)
        said << seenWords(picture);
    const int percent = asked ? asked->percent : picture.percent;
    if (percent < picture.choice.percent)
        said << tr("%1 % of a row instead of %2 %: more would be over %3 lines")
                    .arg(percent)
                    .arg(picture.choice.percent)
                    .arg(qulonglong{asked && picture.askedOnly ? mostLinesOfOne : mostLines});
    return said.join(QStringLiteral(" · "));
}

QString LinesWords::seenWords(const LinesPicture& picture) {
    const Index count = std::max(picture.queries, picture.keys);
    const auto [first, end] = picture.seen;
    if (picture.hasOnlyAsked())
        return tr("zoom in to %1 tokens for all lines").arg(qint64{mostTokensAtOnce});
    const QString seen = tr("tokens %1–%2 of %3 in view")
                             .arg(qint64{first + 1})
                             .arg(qint64{std::min(end, count)})
                             .arg(qint64{count});
    return seen + leavingWords(picture);
}

QString LinesWords::leavingWords(const LinesPicture& picture) {
    if (picture.leaving == 0)
        return {};
    return QStringLiteral(" · ") +
           tr("%n more line(s) lead out of view", nullptr, static_cast<int>(picture.leaving));
}

QString LinesWords::partWords(const LinesPicture& picture) {
    return spanText(*picture.part, picture.whole.first, picture.whole.second) +
           leavingWords(picture);
}

QString LinesWords::kept(int percent) {
    return tr("smallest set of keys that holds %1 % of a row").arg(percent);
}

QString LinesWords::queryHeader() {
    return tr("query →");
}

QString LinesWords::keyHeader() {
    return tr("→ key");
}

QString LinesWords::namesHeader() {
    return tr("query ↓");
}

QString LinesWords::held(LinesSide side) {
    return side == LinesSide::Query ? tr("held") : tr("received");
}

QString LinesWords::count(LinesSide side) {
    return side == LinesSide::Query ? tr("keys") : tr("queries");
}

QString LinesWords::weight() {
    return tr("weight");
}

QString LinesWords::fixedScale() {
    return tr("fixed scale");
}

QString LinesWords::masked() {
    return tr("masked");
}

QString LinesWords::numbersLeftOut(int heads) {
    return tr("the numbers of %n head(s) have no room beside the others", nullptr, heads);
}

QString LinesWords::tokensLeftOut() {
    return tr("there is no room to write every token: the others have their lines only");
}

QString LinesWords::titleCut() {
    return tr("title or subtitle is too long for the page and was cut");
}

QString LinesWords::onlyQueries() {
    return tr("With so many weights only a query can be asked.");
}

QString LinesWords::ofTrack(const LinesTrack& track) {
    return track.head < 0 ? tr("mean of all heads") : tr("head %1").arg(track.head + 1);
}

QString LinesWords::number(const LinesPicture& picture, const LinesTrack& track, Index query,
                           Index key) {
    const QString head = ofTrack(track);
    return tr("%1 looks at %2 with %3, %4")
        .arg(word(picture, LinesSide::Query, query), word(picture, LinesSide::Key, key),
             cellStatement(picture.panel(track), query, key), head);
}

} // namespace headscope
