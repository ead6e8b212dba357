// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery_question.h"

#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "words/error_text.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace headscope {

namespace {

QString nameOf(const RecoveryContent& content) {
    if (!content.path.isEmpty())
        return visibleName(QFileInfo(content.path).fileName());
    const auto experiment = content.source.experiment();
    if (const ModelSourcePointer model = content.source.model())
        return RecoveryQuestion::tr("%1, without a file")
            .arg(visibleName(QFileInfo(QString::fromStdString(model->model->checkpoint.folder.path))
                                 .fileName()));
    if (!experiment)
        return RecoveryQuestion::tr("%1, without a file")
            .arg(visibleName(QString::fromStdString(content.source.attention()->name)));
    if (const Example* example = findExample(experiment->example))
        return RecoveryQuestion::tr("%1, without a file")
            .arg(QCoreApplication::translate("Example", example->title));
    return RecoveryQuestion::tr("without a file");
}

/// What is readable of it in one line.
QString wordsOf(const Source& source) {
    if (const ModelSourcePointer model = source.model())
        return visibleName(QString::fromStdString(model->text)).left(80);
    const auto experiment = source.experiment();
    const TokenLists& lists = experiment ? experiment->tokens : source.attention()->tokens;
    QStringList words;
    for (const std::string& token : lists.empty() ? TokenList() : lists.front())
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
    // Text and no list: nothing in it can be chosen, and every line has the height it needs.
    auto* list = new QLabel;
    list->setObjectName(QStringLiteral("left"));
    list->setTextFormat(Qt::PlainText);
    list->setWordWrap(true);
    list->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    list->setMargin(12);
    auto* scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Unsaved experiments"));
    scroll->setWidget(list);
    scroll->setWidgetResizable(true);
    scroll->setBackgroundRole(QPalette::Base);
    QStringList lines;
    bool any = false;
    for (const LeftExperiment& each : left) {
        const QString time = each.slot->lastWritten().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
        if (each.content) {
            any = true;
            lines << tr("%1 – last change %2").arg(nameOf(*each.content), time) + u'\n' +
                         wordsOf(each.content->source);
        } else {
            lines << translated(each.content.error());
        }
    }
    list->setText(lines.join(QStringLiteral("\n\n")));
    rows->addWidget(scroll);
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
