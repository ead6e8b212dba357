// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

namespace headscope {

class SegmentedControl;

/// A page that shows one state or, as a mode of it, two states beside each other.
class ComparingPage : public Page {
    Q_OBJECT

public:
    ComparingPage(QWidget* parent, const PageKind& kind);

    bool isComparing() const { return m_comparing; }
    /// While the page is hidden, how it is to be shown next.
    void setComparing(bool on);
    PageParts parts() const override;
    QList<KeyWords> keys() const override;
    /// P keeps the state as it stands as A.
    bool handleKey(const QKeyEvent& event) override;
    void retranslated() override;
    void keepView(PreparedView& view) const override;
    Status showView(const PageRequest& view) override;

Q_SIGNALS:
    /// Who goes to another such page goes on comparing there.
    void comparingSet(bool on);

protected:
    void shownChanged(bool shown) override;
    /// isComparing() says something else now; show() follows.
    virtual void comparingChanged() = 0;

private:
    QWidget* m_header;
    SegmentedControl* m_mode;
    bool m_comparing = false;
};

} // namespace headscope
