// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the masks.
#include "controls/controls.h"
#include "controls/field_row.h"
#include "editors/mask_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace headscope {

void MaskPanel::retranslate() {
    nameCheck(m_causal, tr("Causal mask"), tr("A query may attend to the keys up to its own place."));
    nameCheck(m_padding, tr("Padding"),
              tr("Nobody may attend to the empty places behind a shorter sequence."));
    nameCheck(m_window, tr("Window"),
              tr("A query may attend only to keys less than so many places away."));
    nameCheck(m_prefix, tr("Prefix"),
              tr("All may attend to the first so many keys; later ones are seen up to the query's "
                 "own place."));
    nameCheck(m_painted, tr("Painted"),
              tr("What you allow cell by cell: M in the picture, or the table of M below. It "
                 "takes over what causal, window and prefix allow now."));
    nameCheck(m_added, tr("Added"),
              tr("A float mask that is added to the scaled scores, read from a .npy file; −∞ "
                 "forbids a pair."));
    const auto nameNumber = [](QSpinBox* box, const QString& name, const QString& explanation) {
        box->setAccessibleName(name);
        box->setToolTip(explanation);
    };
    nameNumber(m_windowSize, tr("Size of the window"),
               tr("1 is the query's own place alone; 2 adds one neighbour on each side."));
    nameNumber(m_prefixLength, tr("Length of the prefix"),
               tr("How many keys at the beginning everybody may attend to."));
    m_file->setText(tr("From a file…"));
    m_file->setAccessibleName(tr("Read a mask from a file"));
    m_file->setToolTip(tr("A .npy file [query, key]: bool means “may attend”, float is added to "
                          "the scaled scores."));
    m_turn->setText(tr("Turn it round"));
    m_turn->setAccessibleName(tr("Turn the mask round"));
    m_turn->setToolTip(tr("Exchanges “may attend” and “may not attend” in what was read."));
    m_keep->setText(tr("Keep it"));
    m_keep->setAccessibleName(tr("Keep the mask as it is"));
    m_keep->setToolTip(tr("The file means what it says; the question goes away."));
    m_alignmentRow->setTexts(
        tr("Alignment"), tr("Alignment of causal masks"),
        tr("Where the queries stand among the keys if there are not as many: the first at the "
           "first (upper left), or the last at the last (lower right, as with a cache)."));
    setEntries<CausalAlignment>(m_alignment, {{tr("upper left"), CausalAlignment::UpperLeft},
                                              {tr("lower right"), CausalAlignment::LowerRight}});
    m_fullyMaskedRow->setTexts(tr("Empty rows"), tr("Fully masked rows"),
                               tr("What the weights of a query are that may attend to nothing."));
    setEntries<FullyMasked>(m_fullyMasked, {{tr("zeros"), FullyMasked::Zeros},
                                            {tr("NaN"), FullyMasked::NaN},
                                            {tr("uniform"), FullyMasked::Uniform}});
    m_dropoutRow->setTexts(
        tr("Dropout"), tr("Dropout"),
        tr("The probability that a weight is set to 0; the others are divided by "
           "1 − p, so a row need not sum to 1 any more."));
    showMasks();
    showDoubt();
}

QString MaskPanel::summary() const {
    const auto now = m_edits.now();
    QStringList parts;
    if (now->causal)
        parts << tr("causal");
    if (m_padding->isVisibleTo(this) && now->maskPadding)
        parts << tr("padding");
    if (now->window)
        parts << tr("window %1").arg(*now->window);
    if (now->prefix)
        parts << tr("prefix %1").arg(*now->prefix);
    if (now->mayAttend)
        parts << tr("painted");
    if (now->additiveMask)
        parts << tr("added");
    if (now->config.dropout > 0)
        parts << tr("dropout %1")
                     .arg(QString::number(static_cast<double>(now->config.dropout), 'g', 2));
    return parts.isEmpty() ? tr("none") : parts.join(QStringLiteral(" + "));
}

QString MaskPanel::doubtWords(MaskDoubt doubt) const {
    switch (doubt) {
    case MaskDoubt::EmptyRow:
        return tr("Here true means “may attend”. Read so, some query may attend to nothing; turned "
                  "round, every query has a key. Does true mean “masked” in this file?");
    case MaskDoubt::UpperTriangle:
        return tr("Here true means “may attend”. Read so, every query sees just the keys after "
                  "it. Does true mean “masked” in this file?");
    case MaskDoubt::ZerosAndOnes:
        return tr("This float mask holds only 0 and 1, which are added to the scores. Are they "
                  "meant as “may not attend” and “may attend”?");
    }
    return {};
}

} // namespace headscope
