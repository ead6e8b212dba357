// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"
#include "forms/form.h"
#include "scene/intent.h"
#include "source/source.h"

#include <QWidget>

class QListWidgetItem;

namespace headscope {

class ClickList;
class ContinuePanel;
class HeadsOffPanel;
class TokenEdit;

/// The setup of a trained model: which it is, the text that it reads, what it says of the next
/// word (or of one that is masked), and how the text goes on. It gives back the model with another
/// text.
class TrainedModelPanel : public QWidget {
    Q_OBJECT

public:
    explicit TrainedModelPanel(QWidget* parent = nullptr);

    /// nullptr: there is none. `run` is that of the source, nullptr where it is not there yet;
    /// `target` the token that its heads are asked about, nothing: the likeliest.
    void show(const ModelSourcePointer& source, const std::shared_ptr<const Run>& run,
              std::optional<Index> target);
    using QWidget::show;
    /// The keyboard goes to the text, all of which is selected; textTyped() says when what takes
    /// its place has an end.
    void awaitText();
    /// How the text goes on.
    ContinuePanel& continuation() { return *m_continue; }

Q_SIGNALS:
    /// Edits of one field follow each other.
    void edited(const QString& undoText, const headscope::ModelSourcePointer& next,
                const QString& field);
    void asked(const headscope::Intent& intent);
    void textTyped();

private:
    void declareText();
    void setText(TokenEdit& edit, const std::string& text);
    void showSource();
    void showText();
    void showNextWords();
    /// How the token that is asked about fares with heads off; empty where all are on.
    QString changeText() const;
    void propose();
    void take(const QListWidgetItem* item);

    ModelSourcePointer m_shown;
    std::shared_ptr<const Run> m_run;
    std::optional<Index> m_askedToken;
    std::shared_ptr<const OpenModel> m_listed; ///< whose next words are listed
    bool m_showing = false;
    Form m_form;
    QLabel* m_model;
    TokenEdit* m_text;
    TokenEdit* m_target;
    FormField* m_textField;
    QLabel* m_nextTitle;
    ClickList* m_next;
    HeadsOffPanel* m_off;
    ContinuePanel* m_continue;
    QLabel* m_remarks;
};

} // namespace headscope
