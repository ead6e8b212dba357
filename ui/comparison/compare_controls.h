// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/compare_text.h"
#include "scene/intent.h"

#include <QObject>
#include <QRectF>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;
class QWidget;

namespace headscope {

/// What chooses the two states of a comparison, on whatever page: the menus of A and B, the edits
/// between them, pins. They are children of the view, which says where they stand.
class CompareControls : public QObject {
    Q_OBJECT

public:
    explicit CompareControls(QWidget* view);

    /// The menus of the scene's comparison.
    void setScene(const Scene& scene);
    void setEdits(const std::vector<CompareEdit>& edits);
    struct Places {
        QRectF edits; ///< a line of them, up to the pin
        QRectF pin;
        QRectF choiceA;
        QRectF swap;
        QRectF choiceB;
    };
    void place(const Places& places, double textScale);
    void retranslate();
    /// The menus of A and B.
    QComboBox& choice(bool isB) const { return *(isB ? m_choiceB : m_choiceA); }

Q_SIGNALS:
    void asked(const headscope::Intent& intent);

private:
    void fillChoices();
    void fillChoice(QComboBox& box, const Compared::Side& side, std::vector<ComparedSide>& sides);
    void choose(bool isB, int place);
    void fillPins();
    void renamePin(const StateChoice& pin);
    void placeEdits(const QRectF& line, int right);
    std::vector<QWidget*> widgets() const;

    QWidget* m_view;
    std::shared_ptr<const Compared> m_compared;
    QComboBox* m_choiceA;
    QComboBox* m_choiceB;
    QToolButton* m_swap;
    QPushButton* m_pin;
    QToolButton* m_pinList;
    QMenu* m_pins;
    QToolButton* m_more; ///< the edits that have no room
    QMenu* m_moreEdits;
    struct EditRow {
        QCheckBox* taken;
        QLabel* alone;
    };
    std::vector<EditRow> m_edits;
    std::vector<ComparedSide> m_sidesA; ///< what the entries of the menus stand for
    std::vector<ComparedSide> m_sidesB;
};

} // namespace headscope
