// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/snug_scroll_area.h"
#include "editors/setup_panel.h"
#include "scene/intent.h"

namespace headscope {

class Actions;
class AttentionPanel;
class BeginHere;
class ContinuePanel;
class Edits;
class FileReading;
class TensorPanel;
class TrainedModelPanel;
class Workspace;
struct Preferences;

/// The editors of what the document is: setup and tensors of an experiment, or the panel of an
/// attention from a file or of a trained model; under them the doors to begin with.
class EditorColumn : public YieldingColumn {
    Q_OBJECT

public:
    /// `reading`: of files with masks.
    EditorColumn(Workspace& workspace, Edits& edits, Preferences& preferences,
                 const Actions& actions, FileReading& reading);

    SetupPanel& setup() { return *m_setup; }
    /// How the text of a trained model goes on.
    ContinuePanel& continuation();
    void setScene(const Scene& scene);
    /// The document as it stands.
    void showDocument();
    void setLesson(bool open);
    /// The keyboard goes to the sentence, all of it selected; typed() says when it has an end.
    void awaitText();

Q_SIGNALS:
    void asked(const headscope::Intent& intent);
    /// A sentence about what an edit did, translated.
    void said(const QString& sentence);
    /// Why one was refused.
    void rejected(const QString& sentence);
    void typed();
    /// The words of the sentence are to be learnt.
    void vocabularyAsked();
    /// By the doors: a lesson, and the computation step by step.
    void lessonAsked();
    void stepsAsked();

private:
    void connectEditors();
    void connectBeginning(const Actions& actions);
    /// The editors that the source has.
    void showSource();
    /// The table of the tensors where it is unfolded, else the doors.
    void showUnderSetup();

    Workspace& m_workspace;
    Preferences& m_preferences;
    QAction* m_beginAction;
    SetupPanel* m_setup;
    TensorPanel* m_tensors;
    QWidget* m_setupScroll;
    AttentionPanel* m_attention;
    TrainedModelPanel* m_model;
    QWidget* m_tensorLine; ///< over the tensors
    BeginHere* m_begin;
    bool m_inLesson = false;
};

} // namespace headscope
