// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery_question.h"

#include "experiment/edit.h"
#include "experiment/examples.h"
#include "scene/error_text.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace headscope {

namespace {

QString nameOf(const RecoveryContent& content) {
    if (!content.path.isEmpty())
        return visibleName(QFileInfo(content.path).fileName());
    const Experiment& experiment = *content.experiment;
    if (const Example* example = findExample(experiment.example))
        return RecoveryQuestion::tr("%1, without a file")
            .arg(QCoreApplication::translate("Example", example->title));
    return RecoveryQuestion::tr("without a file");
}

/// What is readable of it in one line.
QString wordsOf(const Experiment& experiment) {
    QStringList words;
    for (const std::string& token : experiment.tokens.front())
        words << visibleName(QString::fromStdString(token));
    return words.join(u' ').left(80);
}

} // namespace

std::vector<LeftExperiment> leftIn(const QString& folder) {
    std::vector<LeftExperiment> left;
    for (std::unique_ptr<RecoverySlot>& slot : RecoverySlot::takeAbandoned(folder)) {
        Result<RecoveryContent> content = readRecovery(slot->file());
        left.push_back({std::move(slot), std::move(content)});
    }
    return left;
}

RecoveryQuestion::RecoveryQuestion(const std::vector<LeftExperiment>& left, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Unsaved experiments"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 24, 24, 16);
    rows->setSpacing(16);
    auto* question = new QLabel(tr("%n experiment(s) were not saved when HeadScope ended:", nullptr,
                                   static_cast<int>(left.size())),
                                this);
    question->setWordWrap(true);
    rows->addWidget(question);
    if (left.size() == RecoverySlot::mostAtOnce) {
        auto* newest = new QLabel(
            tr("These are the newest ones; the next start asks about older ones."), this);
        newest->setWordWrap(true);
        rows->addWidget(newest);
    }
    auto* list = new QListWidget(this);
    list->setAccessibleName(tr("Unsaved experiments"));
    list->setWordWrap(true);
    list->setSpacing(4);
    list->setFocusPolicy(Qt::NoFocus); // nothing in it can be chosen
    list->setTextElideMode(Qt::ElideNone);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    bool any = false;
    for (const LeftExperiment& each : left) {
        const QString time = each.slot->lastWritten().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
        if (each.content) {
            any = true;
            list->addItem(tr("%1 – last change %2").arg(nameOf(*each.content), time) + u'\n' +
                          wordsOf(*each.content->experiment));
        } else {
            list->addItem(translated(each.content.error()));
        }
    }
    rows->addWidget(list);
    auto* buttons = new QDialogButtonBox(this);
    const auto add = [&](const QString& text, QDialogButtonBox::ButtonRole role, Answer answer) {
        QPushButton* button = buttons->addButton(text, role);
        connect(button, &QPushButton::clicked, this, [this, answer] {
            m_answer = answer;
            accept();
        });
        return button;
    };
    QPushButton* recover = add(tr("&Recover"), QDialogButtonBox::AcceptRole, Answer::Recover);
    recover->setEnabled(any);
    QPushButton* later = add(tr("&Later"), QDialogButtonBox::RejectRole, Answer::Later);
    add(tr("&Discard"), QDialogButtonBox::DestructiveRole, Answer::Discard);
    (any ? recover : later)->setDefault(true);
    (any ? recover : later)->setFocus();
    rows->addWidget(buttons);
    resize(520, sizeHint().height());
}

} // namespace headscope
