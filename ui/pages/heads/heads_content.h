// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_painter.h"
#include "scene/intent.h"
#include "scene/prepared_stage.h"
#include "words/asked_words.h"
#include "words/learnt_words.h"
#include "words/token_words.h"
#include "words/word_notes.h"

#include <QCoreApplication>

namespace headscope {

/// Whether both show the same tensor of the same block.
inline bool isSameStage(const Selection& a, const Selection& b) {
    return a.scope == b.scope && a.stage == b.stage && a.tensor == b.tensor;
}

/// The words at one side of the matrices of a stage.
struct HeadsSide {
    QStringList labels; ///< of the rows, or columns, of the tensor
    SideWords words;    ///< the same as they stand at the enlarged matrix
    WordNotes notes;    ///< what they mean, and whose numbers were not learnt

    /// What is written there: nobody writes places beside the words in presentation, where words
    /// that are their places are written themselves.
    const QStringList& written(bool presented) const {
        return presented && words.positioned && words.words.value(0).isEmpty() ? labels
                                                                               : words.words;
    }
};

/// Every head of the chosen stage, one of them enlarged, and what is said of them, wherever it
/// lies: a function of the scene and of the head that is previewed.
class HeadsContent {
    Q_DECLARE_TR_FUNCTIONS(Heads)

public:
    HeadsContent() = default;
    /// Empty where the scene shows no tensor.
    explicit HeadsContent(const Scene& scene, std::optional<int> preview = std::nullopt);

    /// One in which another cell may be asked for, another head enlarged, and all else is as in the
    /// one before.
    void setScene(const Scene& scene) { m_scene = scene; }
    /// The panel that is enlarged in the place of the chosen one; nothing: that one.
    void setPreview(std::optional<int> panel) { m_preview = panel; }
    std::optional<int> preview() const { return m_preview; }
    const Scene& scene() const { return m_scene; }
    const DisplayOptions& display() const { return m_scene.display; }
    bool isPresented() const { return m_scene.display.presentation; }

    bool isEmpty() const { return m_panels.empty(); }
    const std::vector<MatrixPanel>& panels() const { return m_panels; }
    const MatrixPanel& panel(int i) const { return m_panels[static_cast<std::size_t>(i)]; }
    const PreparedPanel& prepared(int panel) const {
        return m_prepared->panels[static_cast<std::size_t>(panel)];
    }
    const CellColours& colours(int panel) const {
        return m_colours[static_cast<std::size_t>(panel)];
    }
    /// The panel that is enlarged: the previewed one, else the chosen one.
    int shownPanel() const;
    const MatrixPanel& shown() const { return panel(shownPanel()); }
    /// The same with what was taken of it, for as long as anybody holds it.
    std::shared_ptr<const PreparedPanel> sharedShown() const {
        return {m_prepared, &prepared(shownPanel())};
    }
    /// Rows and columns of all panels; nothing while there are none.
    Shape shape() const { return isEmpty() ? Shape{} : m_panels.front().matrix.shape(); }
    const HeadsSide& rows() const { return m_rows; }
    const HeadsSide& columns() const { return m_columns; }
    /// The same as they are drawn: what stands above the matrix and beside it.
    const HeadsSide& across() const { return m_scene.isTurned() ? m_rows : m_columns; }
    const HeadsSide& down() const { return m_scene.isTurned() ? m_columns : m_rows; }
    bool isQueryKey() const { return isQueryKeyStage(m_scene.selection.stage); }
    /// Whether rows and columns are summed up: of weights.
    bool hasSums() const;
    /// Of a tensor whose columns are those of several heads; else 0.
    Index columnsOfHead() const;
    /// What the colours of the enlarged panel stand for; nothing while nothing is shown.
    std::optional<ValueScale> range() const;

    /// The enlarged one with the words at its axes; nothing while there is none.
    std::optional<LabelledMatrix> matrix() const;
    /// "Head 1", "Mean of the heads", "Attention weights".
    QString titleOf(const MatrixPanel& panel) const;
    /// What stands beside the title: block, tensor and formula; the first that has room.
    QStringList subtitles() const;
    /// What rows and columns of the matrix are, where rows are queries. Markup.
    std::pair<QString, QString> axisWords() const;
    /// What the sums below the matrix are of: "Σ column", or of the queries that stand there.
    QString titleOfSumsBelow() const;
    /// The ends of the colour bar.
    std::pair<QString, QString> rangeTexts() const;
    /// What is written beside the colour bar, as far as it has room; the last may not be left out.
    QStringList rangeWords() const;
    /// The number of a panel at the asked cell; empty where none is asked.
    QString askedValue(const MatrixPanel& panel) const;
    /// What presentation mode says of the asked cell; empty where none is asked.
    AskedWords askedWords() const;
    /// All of a cell in one sentence, as it is spoken.
    QString describe(const PanelCell& cell) const;

    /// What a head has learnt: nothing where it is no head, has learnt nothing, or nothing may be
    /// said of it now.
    std::optional<HeadLearnt> finding(const MatrixPanel& panel) const;
    /// Whether what a head has learnt is said of the numbers that are drawn: shares are of weights.
    static bool isClaimedOf(const MatrixPanel& panel);
    /// What the shown head has learnt, or what the example says as long as that is true.
    QString note() const;

    /// The head of a model that a panel is of; nothing where it is of none.
    std::optional<HeadPlace> headOf(const MatrixPanel& panel) const;
    bool isOff(const MatrixPanel& panel) const;

    /// Whether the panels have that cell.
    bool has(const PanelCell& cell) const;
    /// Whether a number can be typed there in the place of the computed one.
    bool mayType(const PanelCell& cell) const;
    /// Whether numbers of this stage can be typed at all.
    bool mayTypeSomewhere() const;
    /// Why not, a sentence; empty where one can.
    QString whyNotTyped(const PanelCell& cell) const;
    bool isTyped(const PanelCell& cell) const;
    TypedNumber typedNumberOf(const PanelCell& cell) const;

private:
    Scene m_scene;
    std::optional<int> m_preview;
    std::shared_ptr<const PreparedStage> m_prepared;
    std::vector<MatrixPanel> m_panels; ///< the first of those; summaries only where asked for
    std::vector<CellColours> m_colours;
    HeadsSide m_rows;
    HeadsSide m_columns;
    QString m_note; ///< the example's sentence, as long as it is true
};

} // namespace headscope
