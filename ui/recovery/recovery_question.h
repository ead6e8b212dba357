// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "recovery/recovery_content.h"
#include "recovery/recovery_slot.h"

#include <QDialog>

namespace headscope {

/// What a window that did not end properly left.
struct LeftExperiment {
    std::unique_ptr<RecoverySlot> slot;
    Result<RecoveryContent> content;
};

/// Takes and reads all that was left in the folder, oldest first.
std::vector<LeftExperiment> leftIn(const QString& folder);

/// The one question of the next start: what is there, and what shall become of it?
class RecoveryQuestion : public QDialog {
    Q_OBJECT

public:
    enum class Answer { Recover, Discard, Later };

    explicit RecoveryQuestion(const std::vector<LeftExperiment>& left, QWidget* parent = nullptr);

    /// Later, unless a button was pressed.
    Answer answer() const { return m_answer; }

private:
    Answer m_answer = Answer::Later;
};

} // namespace headscope
