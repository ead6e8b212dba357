// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forms/form.h"
#include "source/file_attention.h"
#include "source/source.h"

#include <QWidget>

namespace headscope {

/// How an axis order is said: "layers 4 × heads 4 × query 8 × key 8"; without sizes where arrays
/// differ in them.
QString axesSentence(const FileAttention& attention, const ArrayAxes& axes);

/// The setup of an attention that was computed elsewhere: what the file is, how it is read, its
/// words, and what is not as in an attention. It gives back the attention with another choice.
class AttentionPanel : public QWidget {
    Q_OBJECT

public:
    explicit AttentionPanel(QWidget* parent = nullptr);

    /// nullptr: there is none. `run` is that of the attention, nullptr where it is not there yet.
    void show(const FileAttentionPointer& attention, const std::shared_ptr<const Run>& run,
              Index sequence);
    using QWidget::show;

Q_SIGNALS:
    /// Edits of one field follow each other.
    void edited(const QString& undoText, const headscope::FileAttentionPointer& next,
                const QString& field);
    /// A field was left: what comes is a step of its own.
    void fieldLeft();

private:
    enum class Side : std::uint8_t { Queries, Keys };

    FormField& declareTokens(Side side);
    void declareReading();
    /// The attention with that change, where it can be read so.
    Status edit(const EditName& name, const std::function<void(FileAttention&)>& change);
    Status nameTokens(Side side, const TokenList& tokens, const EditName& name);
    TokenList tokensOfSide(Side side) const;
    std::vector<ArrayAxes> readings() const;
    void showNotes();
    /// Of what is shown; counted anew only where other numbers are.
    const AttentionDoubts& doubts();
    bool hasOtherKeys() const;

    Form m_form;
    FileAttentionPointer m_shown;
    std::shared_ptr<const Run> m_run;
    FileAttentionPointer m_doubted; ///< that the doubts are of
    AttentionDoubts m_doubts;
    Index m_sequence = 0;
    bool m_showing = false;
    QLabel* m_file;
    QLabel* m_remarks;
};

} // namespace headscope
