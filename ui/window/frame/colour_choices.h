// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "scene/scene.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace headscope {

/// At the colour bar of the shown picture: its map, its range, square roots; each of them where
/// it does something there. Shows the state it is given; choices come out as signals.
class ColourChoices : public QWidget {
    Q_OBJECT

public:
    explicit ColourChoices(QWidget* parent = nullptr);

    void setDisplay(const DisplayOptions& display);
    /// Goes where the page has its colour bar, and offers what counts there.
    void setPlace(const ColourPlace& place);

Q_SIGNALS:
    void mapChosen(headscope::ColourMap map);
    void rangeChosen(const headscope::RangeChoice& choice);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void nameRanges();
    /// A question in a window of its own, whose answer is chosen.
    void askForRange();

    ColourPlace m_place;
    RangeChoice m_shown;
    QComboBox* m_map;
    QComboBox* m_range;
    QToolButton* m_root; ///< small values are told apart
    QStringList m_rangeNames;
};

} // namespace headscope
