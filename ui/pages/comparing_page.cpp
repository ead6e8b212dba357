// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/comparing_page.h"

#include "controls/segmented_control.h"
#include "pages/page_request.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>

#include <utility>

namespace headscope {

ComparingPage::ComparingPage(QWidget* parent, const PageKind& kind)
    : Page(parent, kind)
    , m_header(new QWidget(parent))
    , m_mode(new SegmentedControl(m_header)) {
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_mode);
    m_header->hide();
    ComparingPage::retranslated();
    connect(m_mode, &SegmentedControl::chosen, this, [this](int mode) { setComparing(mode == 1); });
}

void ComparingPage::retranslated() {
    m_mode->setChoices({tr("one state"), tr("compare")});
    m_mode->setToolTip(tr("Two states beside each other: what did my edit do?"));
}

PageParts ComparingPage::parts() const {
    PageParts around;
    around.header = m_header;
    around.wide = m_comparing;
    return around;
}

QList<KeyWords> ComparingPage::keys() const {
    return {{{QStringLiteral("P")}, tr("keep the state as A of a comparison")},
            {{QStringLiteral("A")}, tr("while pressed, A in the place of B")}};
}

void ComparingPage::setComparing(bool on) {
    if (std::exchange(m_comparing, on) == on)
        return;
    m_mode->setCurrent(on ? 1 : 0);
    const bool hadFocus = view().isAncestorOf(QApplication::focusWidget()) ||
                          m_header->isAncestorOf(QApplication::focusWidget());
    if (isShown())
        Q_EMIT asked(want::Compare{on});
    comparingChanged();
    Q_EMIT comparingSet(on);
    if (!isShown())
        return;
    show(scene());
    if (hadFocus)
        keyboard().setFocus();
    Q_EMIT changed();
}

bool ComparingPage::handleKey(const QKeyEvent& event) {
    if (event.key() != Qt::Key_P || scene().isEmpty())
        return false;
    Q_EMIT asked(want::Pin{});
    Q_EMIT said(m_comparing ? tr("Pinned as A.")
                            : tr("Pinned as A: compare shows what changes from here on."));
    return true;
}

void ComparingPage::keepView(PreparedView& view) const {
    if (const auto& compared = scene().compared; m_comparing && compared)
        view.compared = {compared->a.side, compared->b.side};
}

Status ComparingPage::showView(const PageRequest& view) {
    setComparing(view.compared.has_value());
    if (!view.compared)
        return Done{};
    Q_EMIT asked(want::CompareSide{false, view.compared->a});
    Q_EMIT asked(want::CompareSide{true, view.compared->b});
    return Done{};
}

void ComparingPage::shownChanged(bool shown) {
    // What is not looked at is not computed.
    if (m_comparing)
        Q_EMIT asked(want::Compare{shown});
}

} // namespace headscope
