// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QTabBar;

namespace headscope {

class SegmentedControl;

/// The views of the tabs. The first shows the heads of attention and the matrices of
/// other blocks.
enum class View : std::uint8_t { Heads, Shapes, Layers };
/// Whether the view has something to show of the block: heads to split, several
/// attentions to compare.
bool hasView(const Scene& scene, View view);

/// The row over the view: which view, which of the stage's tensors, values in
/// cells, and whether rows are queries or keys.
class ViewHeader : public QWidget {
    Q_OBJECT

public:
    explicit ViewHeader(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    View currentView() const;
    /// Nothing happens where that view has nothing to show.
    void setCurrentView(View view);
    /// Whether numbers fit into the cells as they are; where not, the choice waits.
    void setValuesFit(bool fit);
    /// What the step of the Shapes view does; at the right of the tabs.
    void setSentence(const QString& sentence);

Q_SIGNALS:
    void viewChosen(headscope::View view);
    void tensorChosen(std::size_t tensor);
    void valuesToggled(bool shown);
    void rowsAreKeysChosen(bool rowsAreKeys);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();

    void nameTabs();
    void showControls();
    void explainValues();

    bool m_hadScene = false;
    ScopeKind m_kind = ScopeKind::Attention;
    QTabBar* m_tabs;
    SegmentedControl* m_tensor;
    QCheckBox* m_values;
    SegmentedControl* m_orientation;
    QLabel* m_sentence;
    bool m_severalTensors = false;
    bool m_pairs = false; ///< the stage has queries and keys
};

} // namespace headscope
