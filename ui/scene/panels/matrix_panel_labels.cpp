// SPDX-License-Identifier: GPL-3.0-or-later
// What stands at the rows and columns of a panel.
#include "scene/panels/matrix_panel.h"
#include "support/visible_text.h"
#include "type/fonts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QHash>
#include <QStringEncoder>

#include <algorithm>
#include <array>
#include <mutex>

namespace headscope {

namespace {

constexpr QChar leftToRight = u'\u200E'; // the direction of what the word begins
constexpr QChar firstStrongIsolate = u'\u2068';
constexpr QChar popIsolate = u'\u2069';

/// A word that reads from right to left keeps that to itself: in "שלום → עולם" the query would
/// stand at the right else, and a number beside it would come apart.
QString isolated(const QString& word) {
    const bool turns = std::ranges::any_of(word, [](QChar letter) {
        return letter.direction() == QChar::DirR || letter.direction() == QChar::DirAL;
    });
    return turns ? leftToRight + QString(firstStrongIsolate) + word + popIsolate : word;
}

/// Of "👩‍❤️‍👨" a font for emoji has one sign;
/// what asks for colours between the joiners would fall to another font, and the sign would come
/// apart.
QString joinedSigns(QString text) {
    return text.replace(QStringLiteral("\uFE0F\u200D"), QStringLiteral("\u200D"));
}

constexpr QChar enclosingKeycap = u'\u20E3';

/// The one sign that fonts for emoji have for the keycap of a digit or of #, out of the private
/// use of Android; 0: there is none.
char32_t keycapOf(QChar letter) {
    return letter == u'#'                     ? 0xFE82C
           : letter == u'0'                   ? 0xFE837
           : letter >= u'1' && letter <= u'9' ? 0xFE82E + (letter.unicode() - u'1')
                                              : 0;
}

bool fontHasKeycaps() {
    if (!qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        return false; // who has no fonts draws nothing
    static const bool has = QFontMetricsF(colourFont(16)).inFontUcs4(keycapOf(u'1'));
    return has;
}

/// Of "1️⃣" a digit would be found in one font and its cap in another: one sign for both, where
/// a font has it.
QString withKeycaps(QString text) {
    if (!text.contains(enclosingKeycap) || !fontHasKeycaps())
        return text;
    for (qsizetype cap = 0; (cap = text.indexOf(enclosingKeycap, cap)) > 0;) {
        const qsizetype digit = cap - (text[cap - 1] == u'\uFE0F' ? 2 : 1);
        const char32_t sign = digit >= 0 ? keycapOf(text[digit]) : 0;
        if (sign != 0)
            text.replace(digit, cap + 1 - digit, QString::fromUcs4(&sign, 1));
        cap = sign != 0 ? digit + 2 : cap + 1;
    }
    return text;
}

/// A token at a matrix: a space before it belongs to the text, not to the label.
QString labelOf(const std::string& token) {
    const QString label = withKeycaps(joinedSigns(QString::fromStdString(visibleText(token))));
    return label.size() > 1 && label.startsWith(u' ') ? label.mid(1) : label;
}

QStringList makeTokenLabels(const TokenList& tokens, Index count) {
    QHash<QString, int> occurrences;
    for (const std::string& token : tokens)
        ++occurrences[labelOf(token)];
    QStringList labels;
    labels.reserve(count);
    for (Index i = 0; i < count; ++i) {
        if (i >= static_cast<Index>(tokens.size())) {
            labels << QStringLiteral("·");
            continue;
        }
        const QString token = labelOf(tokens[static_cast<std::size_t>(i)]);
        labels << isolated(occurrences[token] > 1
                               ? QStringLiteral("%1 (%2)").arg(token, QString::number(i + 1))
                               : token);
    }
    return labels;
}

/// The labels of long sentences, as they were made last: every view asks for them with every
/// scene, and 4,096 take 3 ms to make.
class LongLabels {
public:
    QStringList of(const TokenList& tokens, Index count) {
        const std::lock_guard lock(m_mutex);
        const auto found = std::ranges::find_if(m_cached, [&](const CachedLabels& cached) {
            return cached.labels.size() == count && cached.tokens == tokens;
        });
        if (found != m_cached.end())
            return found->labels;
        m_next = (m_next + 1) % m_cached.size();
        return (m_cached[m_next] = {tokens, makeTokenLabels(tokens, count)}).labels;
    }

private:
    struct CachedLabels {
        TokenList tokens;
        QStringList labels;
    };
    std::mutex m_mutex;
    std::array<CachedLabels, 4> m_cached; ///< queries and keys, before and after an edit
    std::size_t m_next = 0;
};

QStringList tokenLabels(const TokenList& tokens, Index count) {
    constexpr Index longSentence = 256;
    if (count < longSentence)
        return makeTokenLabels(tokens, count);
    static LongLabels kept;
    return kept.of(tokens, count);
}

} // namespace

QString spanText(const CellSpan& part, Index queries, Index keys) {
    return QCoreApplication::translate("MatrixPanel", "queries %1–%2 of %3, keys %4–%5 of %6")
        .arg(part.firstRow + 1)
        .arg(part.endRow)
        .arg(queries)
        .arg(part.firstColumn + 1)
        .arg(part.endColumn)
        .arg(keys);
}

QString writtenLabel(QString text) {
    constexpr QChar high(0xDBBA); // half of each of these signs
    if (!text.contains(high))
        return text;
    for (const char16_t digit : u"#0123456789") {
        const char32_t sign = keycapOf(digit);
        if (sign != 0)
            text.replace(QString::fromUcs4(&sign, 1),
                         QString(QChar(digit)) + u'\uFE0F' + enclosingKeycap);
    }
    return text;
}

QString bareLabel(const QString& label) {
    QString bare = writtenLabel(label);
    for (const QChar mark : {leftToRight, firstStrongIsolate, popIsolate})
        bare.remove(mark);
    return bare;
}

QString visibleLabel(const QString& text) {
    const QString opening = QString(leftToRight) + firstStrongIsolate;
    QString shown;
    const auto add = [&shown](const QString& part) {
        QStringEncoder utf8(
            QStringEncoder::Utf8,
            QStringEncoder::Flag::Stateless); // unlike toUtf8(), not '?' for half a pair
        shown += QString::fromStdString(visibleText(QByteArray(utf8(part)).toStdString()));
    };
    qsizetype done = 0;
    for (;;) {
        const qsizetype begin = text.indexOf(opening, done);
        const qsizetype end = begin < 0 ? -1 : text.indexOf(popIsolate, begin);
        if (end < 0)
            break;
        add(text.mid(done, begin - done));
        shown += opening;
        add(text.mid(begin + opening.size(), end - begin - opening.size()));
        shown += popIsolate;
        done = end + 1;
    }
    add(text.mid(done));
    return joinedSigns(writtenLabel(std::move(shown)));
}

QStringList axisLabels(const AxisTokens& tokens, Axis axis, Index sequence, Index count) {
    const bool keys = axis == Axis::Key;
    if (keys || axis == Axis::Query || axis == Axis::Sequence) {
        const auto& lists = keys ? *tokens.keys : *tokens.queries;
        const auto place = static_cast<std::size_t>(std::max<Index>(sequence, 0));
        if (place < lists.size() && !lists[place].empty()) {
            if (axis == Axis::Sequence && count == 1 && lists[place].size() > 1)
                return {QCoreApplication::translate("Axis", "all tokens")};
            return tokenLabels(lists[place], count);
        }
    }
    if (axis == Axis::Vocabulary && tokens.vocabulary &&
        static_cast<Index>(tokens.vocabulary->size()) == count)
        return tokenLabels(*tokens.vocabulary, count);
    QStringList labels;
    labels.reserve(count);
    for (Index i = 0; i < count; ++i)
        labels << QString::number(i + 1);
    return labels;
}

Axis tokenSide(TensorName name, Axis axis) {
    return axis == Axis::Sequence && countsKeys(name) ? Axis::Key : axis;
}

QStringList rowLabels(const AxisTokens& tokens, const MatrixPanel& panel, Index sequence) {
    return axisLabels(tokens, tokenSide(panel.name, panel.matrix.axes()[0]), sequence,
                      panel.matrix.size(0));
}

QStringList columnLabels(const AxisTokens& tokens, const MatrixPanel& panel, Index sequence) {
    return axisLabels(tokens, tokenSide(panel.name, panel.matrix.axes()[1]), sequence,
                      panel.matrix.size(1));
}

} // namespace headscope
