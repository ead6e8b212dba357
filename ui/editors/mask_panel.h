// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/field_guard.h"
#include "editors/edits.h"
#include "editors/mask_file.h"
#include "experiment/experiment.h"
#include "support/result.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headscope {

class FieldRow;

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
    QCheckBox& causal() const { return *m_causal; }
    /// "causal + padding", "none".
    QString summary() const;
    /// What reads files for it; without one it reads them at once.
    void setReading(FileReading& reading) { m_reading = &reading; }

public Q_SLOTS:
    /// Reads a mask from a .npy file; asks below the field where it looks inverted.
    void readFile(const QString& path);

Q_SIGNALS:
    void rejected(QWidget* field, const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectFields();
    void retranslate();
    void showMasks();
    void showDoubt();
    void revealDoubt();
    void chooseFile();
    void propose(QWidget* field, const QString& text, const Edits::Change& change,
                 const QString& name = {});
    void refuse(QWidget* field, const Error& error);
    QString doubtWords(MaskDoubt doubt) const;

    FileReading* m_reading = nullptr;
    Edits& m_edits;
    FieldGuard* m_guard;
    /// The file whose meaning is asked about, and what it made of the experiment.
    std::optional<MaskFile> m_doubted;
    std::shared_ptr<const Experiment> m_afterFile;

    QCheckBox* m_causal = nullptr;
    QComboBox* m_alignment = nullptr;
    FieldRow* m_alignmentRow = nullptr;
    QCheckBox* m_padding = nullptr;
    QCheckBox* m_window = nullptr;
    QSpinBox* m_windowSize = nullptr;
    QCheckBox* m_prefix = nullptr;
    QSpinBox* m_prefixLength = nullptr;
    QCheckBox* m_painted = nullptr;
    QCheckBox* m_added = nullptr;
    QPushButton* m_file = nullptr;
    QLabel* m_doubt = nullptr;
    QPushButton* m_turn = nullptr;
    QPushButton* m_keep = nullptr;
    QComboBox* m_fullyMasked = nullptr;
    FieldRow* m_fullyMaskedRow = nullptr;
    QLabel* m_fullyMaskedNote = nullptr;
    QDoubleSpinBox* m_dropout = nullptr;
    FieldRow* m_dropoutRow = nullptr;
    QLabel* m_error = nullptr;
};

} // namespace headscope
