// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "editors/tensors/tensor_table_model.h"
#include "scene/scene.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;

namespace headscope {

class AxisShapeLabel;
class MathComboBox;
class TensorTableView;

/// The left panel "Tensors": every tensor of the shown block, as it stands in the
/// experiment or in the trace, as a table of numbers. Inputs, weights, biases and masks can be
/// typed; what is computed is read only and says so.
class TensorPanel : public QWidget {
    Q_OBJECT

public:
    explicit TensorPanel(Edits& edits, QWidget* parent = nullptr);
    ~TensorPanel() override;

    /// Shows the experiment as it stands; the trace of a scene may be a moment older.
    void showExperiment();
    /// The computed tensors, the sequence, the head and the cell that is asked about.
    void setScene(const Scene& scene);

    TensorName shownTensor() const { return m_name; }
    QWidget* table() const;

Q_SIGNALS:
    void rejected(QWidget* field, const QString& sentence);
    /// The person went to a cell of the table.
    void cellActivated(headscope::TensorName name, const headscope::Cell& cell);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void retranslate();
    /// Which tensors there are, in the order of the computation.
    std::vector<TensorName> available() const;
    const Tensor* tensorOf(TensorName name) const;
    /// Where the experiment keeps the tensor of that name of the block.
    struct Place {
        std::string scope;
        TensorName name = TensorName::QueryInput;
    };
    Place placeOf(TensorName name) const;
    const Tensor* ownTensor(TensorName name) const;
    bool isEditable(TensorName name) const;
    QString titleOf(TensorName name) const;
    QString entryText(TensorName name) const;
    QString mergeKey(const Cell& cell) const;
    void fillChooser();
    void showTensor();
    void showHeads(const Tensor& tensor);
    void showMark();
    void showHint();

    void takeTyped(const QModelIndex& index, float value);
    void toggle(const QModelIndex& index);
    void clearSelected();
    void paste(const QString& text);
    void offer(const QString& undoText, const Edits::Change& change, const QString& field = {});
    void reject(QWidget* field, const QString& sentence);
    void clearError();

    Edits& m_edits;
    std::shared_ptr<const Experiment> m_shown; ///< whose tensors the table shows
    Scene m_scene;
    TensorName m_name = TensorName::QueryInput;
    Index m_head = 0;
    int m_scenePanel = -1;

    TensorTableModel m_model;
    QLabel* m_title = nullptr;
    MathComboBox* m_chooser = nullptr;
    AxisShapeLabel* m_shape = nullptr;
    QBoxLayout* m_firstRow = nullptr;
    QBoxLayout* m_secondRow = nullptr;
    QComboBox* m_heads = nullptr;
    TensorTableView* m_table = nullptr;
    QLabel* m_error = nullptr;
    QLabel* m_hint = nullptr;
};

} // namespace headscope
