// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation.h"

#include "type/math_text.h"
#include "words/numbers/number_format.h"

namespace headscope {

namespace {

QString fullOf(const ShownNumber& number) {
    return number.full.isEmpty() ? number.text : number.full;
}

QString lineOf(const DerivationRow& row) {
    QString label = withoutMarkup(row.label);
    const auto full = [&](std::size_t i) { return fullOf(row.numbers[i]); };
    switch (row.kind) {
    case DerivationRow::Kind::Equation:
    case DerivationRow::Kind::Position: return label + QStringLiteral(" = ") + full(0);
    case DerivationRow::Kind::Term:
        return (label.isEmpty() ? QString() : label + u'\t') +
               QStringLiteral("%1 × %2 = %3").arg(full(0), full(1), full(2));
    case DerivationRow::Kind::Key: {
        QString line = (row.asked ? QStringLiteral("> ") : QString()) + label;
        for (std::size_t i = 0; i < row.numbers.size(); ++i)
            line += u'\t' + full(i);
        if (!row.outside.isEmpty())
            line += u'\t' + row.outside;
        return line;
    }
    case DerivationRow::Kind::Components: {
        QStringList numbers;
        for (std::size_t i = 0; i < row.numbers.size(); ++i)
            numbers += full(i);
        return u'[' + numbers.join(QStringLiteral(", ")) + u']';
    }
    case DerivationRow::Kind::Note: return label;
    case DerivationRow::Kind::Unfold:
    case DerivationRow::Kind::Text: // every token stands in the row
    case DerivationRow::Kind::Chart: return {};
    }
    return {};
}

} // namespace

QStringList termsOf(const Scene& scene, const UnfoldAction& component, PanelCache& cache) {
    Unfolding only;
    only.component[static_cast<std::size_t>(component.projection)] = component.component;
    QStringList lines;
    for (const DerivationSection& section : derivationOf(scene, only, cache).sections) {
        if (section.rows.empty() || !section.rows.front().action ||
            section.rows.front().action->projection != component.projection)
            continue;
        for (const DerivationRow& row : section.rows) {
            if (row.kind == DerivationRow::Kind::Term)
                lines += QStringLiteral("%1 × %2 = %3")
                             .arg(row.numbers[0].text, row.numbers[1].text, row.numbers[2].text);
            else if (row.kind == DerivationRow::Kind::Equation && !row.strong)
                lines += withoutMarkup(row.label) + u' ' + row.numbers[0].text;
        }
    }
    return lines;
}

QString plainText(const Derivation& derivation, LongRow longRow) {
    if (derivation.isEmpty())
        return {};
    QString text;
    if (!derivation.block.isEmpty())
        text += derivation.block + u'\n';
    if (derivation.badge)
        text += QStringLiteral("[%1] ").arg(derivation.badge->text);
    text += withoutMarkup(derivation.title.join(u' ')) + u'\n';
    text += fullOf(derivation.result) + u' ' + withoutMarkup(derivation.caption) + u'\n';
    for (const DerivationSection& section : derivation.sections) {
        text += u'\n';
        QString title = withoutMarkup(section.title);
        if (!section.remark.isEmpty())
            title += QStringLiteral("  ") + withoutMarkup(section.remark);
        if (section.value)
            title += QStringLiteral(" = ") + fullOf(*section.value);
        if (!title.isEmpty())
            text += title + u'\n';
        for (const DerivationRow& row : section.rows) {
            const QString line = lineOf(row);
            if (!line.isEmpty())
                text += line + u'\n';
        }
    }
    if (derivation.chart && longRow == LongRow::Whole) {
        text += u'\n';
        const RowOfKeys& row = *derivation.chart;
        for (std::size_t key = 0; key < row.weights.size(); ++key)
            text += QStringLiteral("%1\t%2\t%3\n")
                        .arg(row.labels.value(static_cast<qsizetype>(key)).simplified(),
                             fullText(row.scores[key]), fullText(row.weights[key]));
    }
    return text;
}

} // namespace headscope
