// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_session.h"

#include "examples/examples.h"
#include "lessons/lesson_words.h"
#include "scene/matrix_panel.h"

#include <algorithm>
#include <utility>

namespace headscope {

LessonSession::LessonSession(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace) {
    connect(&workspace, &Workspace::sceneChanged, this, &LessonSession::see);
    connect(&workspace, &Workspace::errorChanged, this, [this] {
        // No run comes of what cannot be computed.
        if (!m_workspace.error() || !isWaiting())
            return;
        if (std::exchange(m_wait, Wait::Nothing) == Wait::Start)
            close();
        else
            Q_EMIT changed();
    });
}

Status LessonSession::open(LessonPointer lesson, bool ownExperiment) {
    const Example* example = findExample(lesson->example);
    if (!ownExperiment && !example)
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no example “%1” for the lesson to "
                                                      "begin on"),
                         lesson->example);
    Result<Experiment> start =
        lessonStart(*lesson, ownExperiment ? m_workspace.experiment() : example->make());
    if (!start)
        return start.error();
    close();
    m_lesson = std::move(lesson);
    m_wait = Wait::Start;
    const QString text = tr("open a lesson");
    if (ownExperiment)
        m_workspace.document().edit(text, std::move(*start));
    else if (!(m_workspace.experiment() == *start))
        m_workspace.document().begin(text, std::move(*start));
    m_revision = m_workspace.document().revision();
    see(m_workspace.scene());
    return Done{};
}

void LessonSession::close() {
    const bool was = m_lesson != nullptr;
    m_state.reset();
    m_lesson.reset();
    m_wait = Wait::Nothing;
    m_current = 0;
    m_seen.reset();
    m_clicked.reset();
    m_pointed.clear();
    m_held.clear();
    m_workspace.point({});
    if (was)
        Q_EMIT changed();
}

void LessonSession::see(const Scene& scene) {
    if (!m_lesson || scene.isEmpty() || scene.lent ||
        scene.revision != m_workspace.document().revision())
        return;
    const LessonMoment moment{m_workspace.document().experiment(), scene.run,
                              scene.selection.sequence};
    if (m_wait != Wait::Nothing && scene.revision >= m_revision) {
        const Wait wait = std::exchange(m_wait, Wait::Nothing);
        m_seen = scene.run;
        return wait == Wait::Start ? begin(moment) : answer(moment);
    }
    if (!m_state)
        return;
    if (std::exchange(m_seen, scene.run) != scene.run) {
        m_state->see(moment);
        Q_EMIT changed();
    }
    // A click on a cell, where that is the question.
    const std::size_t open = m_state->open();
    const std::optional<PanelCell>& locked = scene.selection.locked;
    if (open < m_lesson->questions.size() &&
        m_lesson->questions[open].kind == LessonQuestion::Kind::Pair && locked &&
        locked != m_clicked && isQueryKeyStage(scene.selection.stage)) {
        m_clicked = locked;
        LessonAnswer said;
        said.head = locked->panel;
        said.query = locked->row;
        said.key = locked->column;
        predict(open, said);
    }
}

void LessonSession::begin(const LessonMoment& moment) {
    Result<LessonState> state = LessonState::begin(m_lesson, moment);
    if (!state) {
        const Error error = state.error();
        close();
        Q_EMIT failed(error);
        return;
    }
    m_state = std::move(*state);
    const LessonShow& first = m_lesson->show;
    m_workspace.showScope(m_state->scope());
    show(m_state->place(first.cell), first.stage);
    m_clicked = m_workspace.selection().locked;
    look();
    Q_EMIT opened();
    Q_EMIT changed();
}

void LessonSession::show(const LessonPlace& place, std::optional<TensorName> stage) {
    Selection selection = m_workspace.selection();
    selection.locked.reset();
    selection.hovered.reset();
    if (stage && m_workspace.scene().trace->find(*stage)) {
        if (const auto stop = stageOf(*stage, *m_workspace.scene().trace)) {
            selection.stage = *stop;
            const auto tensors = tensorsOf(*stop, *m_workspace.scene().trace);
            selection.tensor = static_cast<std::size_t>(
                std::max<std::ptrdiff_t>(0, std::ranges::find(tensors, *stage) - tensors.begin()));
        }
    }
    if (place.head)
        selection.panel = static_cast<int>(*place.head);
    if (place.query && place.key)
        selection.locked = PanelCell{selection.panel, *place.query, *place.key};
    m_workspace.setSelection(selection);
}

void LessonSession::predict(std::size_t question, const LessonAnswer& answer) {
    if (!m_state || isWaiting())
        return;
    m_state->predict(question, answer);
    Q_EMIT changed();
}

void LessonSession::reveal(std::size_t question) {
    if (m_state && !isWaiting() && m_state->mayReveal(question))
        run(question);
}

void LessonSession::revealToClass() {
    if (m_state && !isWaiting() && m_current == m_state->open())
        run(m_current);
}

void LessonSession::run(std::size_t question) {
    Result<Experiment> next = m_state->answerExperiment(question);
    if (!next)
        return Q_EMIT failed(next.error());
    Q_EMIT revealing();
    m_wait = Wait::Answer;
    m_question = question;
    m_workspace.document().edit(tr("show the answer"), std::move(*next));
    m_revision = m_workspace.document().revision();
    see(m_workspace.scene()); // it may be just what is shown
}

void LessonSession::answer(const LessonMoment& moment) {
    m_state->see(moment);
    m_state->reveal(m_question, moment);
    m_held.clear();
    m_pointed.clear();
    if (!m_presented)
        m_current = std::min(m_state->open(), m_lesson->questions.size() - 1);
    if (const auto place = m_state->place(m_lesson->questions[m_question].show)) {
        LessonPlace there = *place;
        if (!there.key) // keeps what is asked
            there.query.reset();
        // Wherever somebody looked meanwhile: the answer is to be seen.
        if (!there.stage && m_lesson->show.view == "heads")
            there.stage = m_lesson->show.stage;
        show(there, there.stage);
    }
    m_clicked = m_workspace.selection().locked;
    look();
    Q_EMIT changed();
    if (m_state->isDone())
        Q_EMIT finished(QString::fromStdString(m_lesson->id));
}

void LessonSession::hint(std::size_t question) {
    if (!m_state)
        return;
    m_state->hint(question);
    Q_EMIT changed();
}

void LessonSession::attempt(std::size_t place) {
    if (!m_state || isWaiting() || m_state->isTryLocked(place))
        return;
    const QString text =
        plainText(m_state->said(m_lesson->tries[place].text, lessonLanguage()), *this);
    if (const Status status = m_workspace.edit(text, m_state->tryExperiment(place)); !status)
        Q_EMIT failed(status.error());
}

void LessonSession::backToStart() {
    if (m_state && !isWaiting())
        m_workspace.document().edit(tr("back to the start of the lesson"),
                                    *m_state->start().experiment);
}

void LessonSession::next() {
    if (!m_state)
        return;
    m_current = std::min(m_state->open(), m_lesson->questions.size() - 1);
    look();
    Q_EMIT changed();
}

void LessonSession::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) != presented && !presented)
        next();
}

PointedAt LessonSession::pointed(const LessonPlace& place) const {
    PointedAt at;
    if (place.head)
        at.panel = static_cast<int>(*place.head);
    at.row = place.query;
    at.column = place.key;
    if (place.stage)
        at.stage = stageOf(*place.stage);
    return at;
}

void LessonSession::look() {
    std::vector<PointedAt> all;
    if (m_state && m_current < m_lesson->questions.size()) {
        const LessonQuestion& question = m_lesson->questions[m_current];
        const auto& verdict = m_state->verdict(m_current);
        for (std::size_t i = 0; i < question.candidates.size(); ++i) {
            const auto place = m_state->place(question.candidates[i]);
            if (!place)
                continue;
            PointedAt at = pointed(*place);
            at.letter = QChar(u'A' + static_cast<int>(i));
            at.faded = verdict && !m_hidesAnswers && i < verdict->options.size() &&
                       !verdict->options[i];
            all.push_back(at);
        }
    }
    const auto add = [&](const QString& mark) {
        if (const auto place = m_state ? m_state->place(mark.toStdString()) : std::nullopt)
            all.push_back(pointed(*place));
    };
    add(m_held);
    if (m_pointed != m_held)
        add(m_pointed);
    m_workspace.point(std::move(all));
}

void LessonSession::pointAt(const QString& mark) {
    m_pointed = mark;
    look();
}

void LessonSession::hold(const QString& mark) {
    m_held = mark == m_held ? QString() : mark;
    const auto place = m_state ? m_state->place(m_held.toStdString()) : std::nullopt;
    if (place) {
        if (place->stage)
            if (const auto stop = stageOf(*place->stage))
                m_workspace.showStage(*stop);
        if (place->head)
            m_workspace.showPanel(static_cast<int>(*place->head));
    }
    look();
    Q_EMIT changed();
}

bool LessonSession::release() {
    if (m_held.isEmpty() && m_pointed.isEmpty())
        return false;
    m_held.clear();
    m_pointed.clear();
    look();
    Q_EMIT changed();
    return true;
}

void LessonSession::setHidesAnswers(bool hides) {
    m_hidesAnswers = hides;
    look();
    Q_EMIT changed();
}

QString LessonSession::word(bool isKey, Index place) const {
    if (!m_state)
        return {};
    const LessonMoment& start = m_state->start();
    const AxisTokens tokens = start.run->tokens(m_state->scope());
    const auto* lists = isKey ? tokens.keys : tokens.queries;
    const auto sequence = static_cast<std::size_t>(start.sequence);
    const Index count = lists && sequence < lists->size()
                            ? static_cast<Index>((*lists)[sequence].size())
                            : place + 1;
    const QStringList labels =
        axisLabels(tokens, isKey ? Axis::Key : Axis::Query, start.sequence, count);
    return place >= 0 && place < labels.size() ? labels[static_cast<int>(place)]
                                               : QString::number(place + 1);
}

} // namespace headscope
