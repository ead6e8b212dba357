// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/scroll_around.h"

#include <QEvent>
#include <QLayout>
#include <QScrollArea>

#include <algorithm>

namespace headscope {

namespace {

/// The area asks how high its content is in a width that is some pixels wider than what its
/// scroll bar leaves: what has a line more in these lay over what follows.
class WholeHeight : public QObject {
public:
    explicit WholeHeight(QWidget& content)
        : QObject(&content)
        , m_content(content) {
        content.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool asks = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
        if (asks && m_content.layout())
            keep(*m_content.layout());
        return QObject::eventFilter(watched, event);
    }

private:
    void keep(const QLayout& rows) {
        const bool wraps = rows.hasHeightForWidth();
        if (wraps)
            m_content.setMinimumHeight(
                std::max(m_content.heightForWidth(m_content.width()), rows.minimumSize().height()));
        else if (m_wrapped) // with the last line that wrapped its height goes, too
            m_content.setMinimumHeight(0);
        m_wrapped = wraps;
    }

    QWidget& m_content;
    bool m_wrapped = false;
};

} // namespace

void keepWholeHeight(QWidget& widget) {
    new WholeHeight(widget);
}

void scrollAround(QScrollArea& area, QWidget& content, ScrollWays ways) {
    area.setWidget(&content);
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setFocusPolicy(Qt::NoFocus);
    keepWholeHeight(content);
    if (ways == ScrollWays::UpAndDown)
        area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

} // namespace headscope
