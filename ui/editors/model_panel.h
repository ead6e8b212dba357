// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "forms/form.h"

#include <QWidget>

namespace headscope {

/// What stands around attention: the model, its layers, feed-forward network and
/// norms, positions and vocabulary. Shows an experiment and gives back intents.
class ModelPanel : public QWidget {
    Q_OBJECT

public:
    ModelPanel(Edits& edits, QWidget* parent);

    void showExperiment() { m_form.show(); }
    /// "attention alone", "encoder ×12 + positions".
    QString summary() const;

Q_SIGNALS:
    void rejected(QWidget* field, const QString& sentence);

private:
    void declareStack();
    void declareVocabulary();
    bool isStack() const;

    Edits& m_edits;
    Form m_form;
};

} // namespace headscope
