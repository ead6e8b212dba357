// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "editors/mask_file.h"
#include "experiment/experiment.h"
#include "forms/form.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headscope {

class FileReading;

/// The masks, each on or off, all of which hold together; what a row shows that has
/// no key left; and dropout. Shows an experiment and gives back intents.
class MaskPanel : public QWidget {
    Q_OBJECT

public:
    MaskPanel(Edits& edits, QWidget* parent);

    /// Shows what stands now; a question about a file ends where its mask is gone.
    void showExperiment();
    /// The one that is asked first: whoever shows it lays it out.
    QWidget& causal() const { return *m_causal; }
    /// "causal + padding", "none".
    QString summary() const;
    /// What reads files for it; without one it reads them at once.
    void setReading(FileReading& reading) { m_reading = &reading; }

public Q_SLOTS:
    /// Reads a mask from a .npy file; asks below the field where it looks inverted.
    void readFile(const QString& path);

Q_SIGNALS:
    void rejected(QWidget* field, const QString& sentence);

private:
    void declarePlaces(QVBoxLayout* rows);
    void declareFile(QVBoxLayout* rows);
    void declareRows(QVBoxLayout* rows);
    void showDoubt();
    void revealDoubt();
    void chooseFile();
    QString doubtWords(MaskDoubt doubt) const;
    QString fullyMaskedNote(FullyMasked how) const;

    FileReading* m_reading = nullptr;
    Edits& m_edits;
    Form m_form;
    /// The file whose meaning is asked about, and what it made of the experiment.
    std::optional<MaskFile> m_doubted;
    std::shared_ptr<const Experiment> m_afterFile;

    QWidget* m_causal = nullptr;
    FormField* m_file = nullptr;
    QLabel* m_doubt = nullptr;
    QPushButton* m_turn = nullptr;
    QPushButton* m_keep = nullptr;
    QLabel* m_error = nullptr;
};

} // namespace headscope
