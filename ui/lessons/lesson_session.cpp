// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_session.h"

#include "examples/examples.h"
#include "lessons/lesson_words.h"
#include "words/error_text.h"

#include <algorithm>
#include <utility>

namespace headscope {

LessonSession::LessonSession(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_beginnings(
          [](const Beginning& asked, const CancellationToken& token) {
              return LessonState::begin(asked.lesson, asked.moment, token);
          },
          [this](Result<LessonState> state) { begin(std::move(state)); }) {
    connect(&workspace, &Workspace::sceneChanged, this, &LessonSession::see);
    connect(&workspace, &Workspace::errorChanged, this, [this] {
        // No run comes of what cannot be computed.
        const std::optional<Error> error = m_workspace.error();
        if (!error || !isWaiting())
            return;
        const Wait wait = std::exchange(m_wait, Wait::Nothing);
        if (wait == Wait::Start || wait == Wait::Beginning)
            begin(*error);
        else
            Q_EMIT changed();
    });
    // Once the history stands still: another document may have come in the place of the lesson's.
    connect(
        &workspace.document(), &Document::changed, this,
        [this] {
            if (m_lesson && !m_workspace.document().isAside())
                close();
        },
        Qt::QueuedConnection);
}

Status LessonSession::open(LessonPointer lesson, bool ownExperiment) {
    Document& document = m_workspace.document();
    const Index sequence = m_workspace.selection().sequence;
    Result<LessonGround> ground = ownExperiment
                                      ? LessonGround(document.own())
                                      : LessonGround::of(*lesson, document.own(), sequence);
    if (!ground)
        return ground.error();
    Result<Source> first = lessonStart(*lesson, ground->source(), sequence);
    if (!first)
        return first.error();
    reset();
    // It starts from what the person had, not from what the lesson before it left.
    document.bringBack();
    document.putAside();
    m_ground = std::move(*ground);
    start(std::move(lesson), tr("open a lesson"), std::move(*first), !ownExperiment);
    return Done{};
}

void LessonSession::start(LessonPointer lesson, const QString& text, Source source,
                          bool asDocument) {
    m_lesson = std::move(lesson);
    m_wait = Wait::Start;
    if (!asDocument)
        m_workspace.document().edit(text, std::move(source));
    else if (const Source shown = m_workspace.document().source();
             !(shown.experiment() && source.experiment() &&
               *shown.experiment() == *source.experiment()))
        m_workspace.document().begin(text, std::move(source));
    m_revision = m_workspace.document().revision();
    Q_EMIT changed();
    see(m_workspace.scene());
}

void LessonSession::close() {
    const bool was = m_lesson != nullptr;
    reset();
    m_workspace.document().bringBack();
    if (was)
        Q_EMIT changed();
}

void LessonSession::followLanguage() {
    if (!m_state || m_ground.isOwn() || m_outer)
        return;
    for (std::size_t i = 0; i < m_lesson->questions.size(); ++i) {
        if (m_state->prediction(i) || m_state->verdict(i))
            return;
    }
    const Example* const example = findExample(m_lesson->example, currentLanguage());
    const ExperimentPointer begun = m_state->start().experiment();
    if (!begun || !example || example->id == begun->example)
        return; // a trained model has one language
    if (const Status opened = open(LessonPointer(m_lesson), false); !opened)
        Q_EMIT failed(opened.error());
}

void LessonSession::reset() {
    m_beginnings.forget();
    m_state.reset();
    m_lesson.reset();
    m_outer.reset();
    m_ground = {};
    m_refusals.clear();
    m_untried.reset();
    m_wait = Wait::Nothing;
    m_current = 0;
    m_seen.reset();
    m_clicked.reset();
    m_clickedPadding = false;
    m_selection.reset();
    m_words = {};
    m_workspace.point({});
}

bool LessonSession::mayAskAgain(std::size_t question) const {
    // Of a trained model nothing is to be asked of words and weights by themselves.
    const bool ofModel = m_state && m_state->start().source.model();
    return m_state && !m_outer && !m_hidesAnswers && m_state->verdict(question) &&
           m_ground.isInPlaceOfOther() && (!ofModel || m_workspace.document().own().model());
}

bool LessonSession::hasOwn() const {
    const Source own = m_workspace.document().own();
    return !own.attention() && !titleOfUntouched(own);
}

bool LessonSession::leadsToOwn() const {
    return m_state && !m_outer && !m_hidesAnswers && placeOfLesson(m_lesson) && !following();
}

bool LessonSession::askOwn() {
    if (isWaiting())
        return false;
    // The lesson stands still meanwhile where it can be asked itself.
    if (leadsToOwn() && m_lesson->questions[m_current].ofOwn && mayAskAgain(m_current) &&
        refusal(m_current).isEmpty() && askAgain(m_current).ok()) {
        m_untried = 0;
        return true;
    }
    return hasOwn() && askOwn(0);
}

bool LessonSession::askOwn(std::size_t from) {
    Document& document = m_workspace.document();
    const Source own = document.own();
    std::optional<OwnQuestion> found =
        m_ownQuestions.find(own, m_workspace.selection().sequence, from);
    if (!found)
        return false;
    reset();
    document.bringBack();
    document.putAside();
    m_ground = LessonGround(own);
    m_untried = found->next;
    m_ownQuestion = found->question;
    start(std::move(found->lesson), tr("ask of my sentence"), std::move(found->start), false);
    return true;
}

Status LessonSession::askAgain(std::size_t question) {
    if (!mayAskAgain(question) || isWaiting())
        return Done{};
    Document& document = m_workspace.document();
    LessonPointer asked = onlyAsking(*m_lesson, question);
    Result<Source> first = lessonStart(*asked, document.own(), m_workspace.selection().sequence);
    if (!first) {
        m_refusals.insert_or_assign(question, first.error());
        Q_EMIT changed();
        return first.error();
    }
    m_outer = {m_lesson, std::move(*m_state), document.source(), m_workspace.selection(), m_current,
               question};
    m_selection.reset();
    m_state.reset();
    m_current = 0;
    m_words = {};
    m_workspace.point({});
    start(std::move(asked), tr("ask again"), std::move(*first), false);
    return Done{};
}

QString LessonSession::askAgainWords(bool brief) const {
    const QString other = m_ground.titleOfOther();
    return other.isEmpty() ? tr("Ask again on my sentence")
           : brief         ? tr("Ask again on what I had")
                           : tr("Ask again on “%1”").arg(other);
}

QString LessonSession::ground() const {
    return m_ground.words(m_state && m_state->asksForScale());
}

QString LessonSession::refusal(std::size_t question) const {
    if (const auto wrong =
            m_lesson ? wrongKind(*m_lesson, m_workspace.document().own()) : std::nullopt)
        return translated(*wrong);
    const auto found = m_refusals.find(question);
    return found == m_refusals.end() ? QString() : words(found->second);
}

QString LessonSession::words(const Error& why) const {
    return translated(m_lesson ? inWordsOf(*m_lesson, why, currentLanguage()) : why);
}

void LessonSession::backToLesson() {
    if (!m_outer)
        return;
    const Outer outer = *std::exchange(m_outer, std::nullopt);
    m_untried.reset();
    m_beginnings.forget();
    m_wait = Wait::Nothing;
    m_lesson = outer.lesson;
    m_state = outer.state;
    m_current = outer.current;
    m_words = {};
    m_selection = outer.selection;
    m_workspace.document().edit(tr("back to the lesson"), outer.source);
    m_clicked = m_workspace.selection().locked;
    look();
    lookAgain(m_workspace.scene()); // it may be just what is shown
    Q_EMIT changed();
}

void LessonSession::lookAgain(const Scene& scene) {
    if (!m_selection || scene.isEmpty() || scene.revision != m_workspace.document().revision())
        return;
    const Selection before = *std::exchange(m_selection, std::nullopt);
    m_clicked = before.locked; // nobody clicks it by that
    m_workspace.setSelection(before);
}

void LessonSession::see(const Scene& scene) {
    if (!m_lesson || scene.isEmpty() || scene.ofPage ||
        scene.revision != m_workspace.document().revision())
        return;
    // A lesson is about one sentence, whichever of them is looked at meanwhile.
    const LessonMoment moment{m_workspace.document().source(), scene.run,
                              m_state ? m_state->start().sequence : scene.selection.sequence};
    bool changes = false;
    if (m_wait == Wait::Beginning) {
        if (scene.revision != m_revision)
            m_outer ? backToLesson() : close(); // somebody edited what it is being looked through
        return;
    }
    if (m_wait != Wait::Nothing && scene.revision >= m_revision) {
        const Wait wait = std::exchange(m_wait, Wait::Nothing);
        if (scene.revision == m_revision) {
            m_seen = scene.run;
            if (wait == Wait::Answer)
                return answer(moment);
            m_wait = Wait::Beginning;
            return m_beginnings.request({m_lesson, moment});
        }
        // Somebody edited or undid it before it was computed.
        if (wait == Wait::Start)
            return m_outer ? backToLesson() : close();
        changes = true;
    }
    if (!m_state)
        return;
    lookAgain(scene);
    if (m_workspace.selection().scope != m_lookedAt)
        look(); // what words point at stands in one block
    if (std::exchange(m_seen, scene.run) != scene.run || changes) {
        m_state->see(moment);
        if (const auto question = m_state->answeredByHand()) {
            m_question = *question;
            return answer(moment);
        }
        Q_EMIT changed();
    }
    // A click on a cell, where that is the question; of the sentence that it is about.
    const std::optional<std::size_t> asked = askedForCell();
    const std::optional<PanelCell>& locked = scene.selection.locked;
    if (!locked)
        m_clicked.reset(); // the same cell can be clicked again
    else if (asked && locked != m_clicked && isQueryKeyStage(scene.selection.stage) &&
             scene.selection.sequence == m_state->start().sequence)
        take(*locked, *asked);
}

void LessonSession::take(const PanelCell& cell, std::size_t question) {
    m_clicked = cell;
    LessonAnswer said;
    said.head = cell.panel;
    said.query = cell.row;
    said.key = cell.column;
    const bool isPadding = !m_state->isOfWords(said);
    if (std::exchange(m_clickedPadding, isPadding) != isPadding)
        Q_EMIT changed();
    predict(question, said);
}

std::optional<std::size_t> LessonSession::clickedCell() const {
    const std::optional<std::size_t> asked =
        m_state && !isWaiting() ? askedForCell() : std::nullopt;
    return asked && m_state->mayReveal(*asked) ? asked : std::nullopt;
}

std::optional<std::size_t> LessonSession::askedForCell() const {
    for (std::size_t i = m_lesson->questions.size(); i-- > 0;) { // the open one before passed ones
        if (m_state->isAsked(i) && m_lesson->questions[i].kind == LessonQuestion::Kind::Pair)
            return i;
    }
    return std::nullopt;
}

bool LessonSession::takeExample(const Error& why) {
    if (!m_ground.isOwn() || m_outer || m_untried || !open(LessonPointer(m_lesson), false))
        return false;
    m_ground.setUnsuited(why);
    return true;
}

bool LessonSession::suitsOwn(const Lesson& lesson) const {
    const Source own = m_workspace.document().own();
    return !titleOfUntouched(own) &&
           lessonStart(lesson, own, m_workspace.selection().sequence).ok();
}

QString LessonSession::unsuited() const {
    return m_ground.unsuited() ? words(*m_ground.unsuited()) : QString();
}

void LessonSession::begin(Result<LessonState> state) {
    m_wait = Wait::Nothing;
    if (!state && m_outer) {
        m_refusals.insert_or_assign(m_outer->question, state.error());
        const std::optional<std::size_t> untried = m_untried;
        backToLesson();
        if (untried)
            (void)askOwn(*untried);
        return;
    }
    if (!state) {
        // Another lesson may have a question for it.
        if (m_untried && askOwn(*m_untried))
            return;
        // What their own run has not got, the example has.
        if (takeExample(state.error()))
            return;
        const Error error = inWordsOf(*m_lesson, state.error(), currentLanguage());
        close();
        Q_EMIT failed(error);
        return;
    }
    m_state = std::move(*state);
    const LessonShow& first = m_lesson->show;
    m_workspace.showScope(m_state->scope());
    Selection selection = m_workspace.selection();
    selection.locked.reset();
    show(selection, m_state->place(first.cell), first.stage);
    m_clicked = m_workspace.selection().locked;
    look();
    Q_EMIT opened();
    Q_EMIT changed();
}

void LessonSession::show(Selection selection, const LessonPlace& place,
                         std::optional<TensorName> stage) {
    if (!place.scope.empty() && place.scope != selection.scope) {
        m_workspace.showScope(place.scope);
        selection = m_workspace.selection();
    }
    selection.hovered.reset();
    const auto there = stage ? stageTensorOf(*stage, *m_workspace.scene().trace) : std::nullopt;
    if (there) {
        selection.stage = there->stage;
        selection.tensor = there->tensor;
    }
    if (place.head)
        selection.panel = static_cast<int>(*place.head);
    if (place.query && place.key)
        selection.locked = PanelCell{selection.panel, *place.query, *place.key};
    else if (selection.locked && selection.locked->panel != selection.panel)
        selection.locked.reset();
    m_workspace.setSelection(selection);
}

void LessonSession::predict(std::size_t question, const LessonAnswer& answer) {
    if (!m_state || isWaiting())
        return;
    if (m_state->predict(question, answer))
        Q_EMIT changed();
}

void LessonSession::reveal(std::size_t question) {
    if (m_state && !isWaiting() && m_state->mayReveal(question))
        run(question);
}

void LessonSession::run(std::size_t question) {
    Result<Source> next = m_state->answerSource(question);
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
    m_words = {};
    if (!m_presented)
        m_current = std::min(m_state->open(), m_lesson->questions.size() - 1);
    if (const auto place = m_state->place(m_lesson->questions[m_question].show)) {
        // Wherever somebody looked meanwhile: the answer is to be seen.
        const bool ofHeads = m_lesson->show.view == "heads";
        show(m_workspace.selection(), *place,
             place->stage || !ofHeads ? place->stage : m_lesson->show.stage);
    }
    if (askedForCell() && m_workspace.selection().locked)
        m_workspace.lock(std::nullopt); // nobody has clicked it
    m_clicked = m_workspace.selection().locked;
    m_clickedPadding = false;
    if (m_ground.isOwn() || m_outer) {
        const std::size_t question = m_outer     ? m_outer->question
                                     : m_untried ? m_ownQuestion
                                                 : m_question;
        m_ownQuestions.setAnswered(m_lesson->id, question, m_workspace.document().own());
    }
    look();
    Q_EMIT changed();
    if (m_state->isDone() && !m_outer && !m_untried)
        Q_EMIT finished(QString::fromStdString(m_lesson->id),
                        m_state->predicted() == m_lesson->questions.size());
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
        plainText(m_state->said(m_lesson->tries[place].text, currentLanguage()), *m_state);
    Result<Source> next = m_state->trySource(place);
    if (!next)
        return Q_EMIT failed(next.error());
    m_workspace.document().edit(text, std::move(*next));
}

void LessonSession::backToStart() {
    if (m_state && !isWaiting())
        m_workspace.document().edit(tr("back to the start of the lesson"), m_state->start().source);
}

void LessonSession::next() {
    m_current = std::min(m_state->open(), m_lesson->questions.size() - 1);
    lookAtOpen();
    look();
    Q_EMIT changed();
}

void LessonSession::lookAtOpen() {
    const std::size_t open = m_state ? m_state->open() : 0;
    if (!m_state || open >= m_lesson->questions.size())
        return;
    if (const auto place = m_state->place(m_lesson->questions[open].look)) {
        show(m_workspace.selection(), *place, place->stage);
        m_clicked = m_workspace.selection().locked;
    }
}

void LessonSession::advance() {
    if (!m_state || isWaiting())
        return;
    if (m_state->isAsked(m_current))
        return run(m_current);
    if (m_outer && m_state->isDone())
        return backToLesson();
    if (m_untried && m_state->isDone())
        return close();
    const LessonPointer after = m_state->isDone() ? following() : nullptr;
    const bool last = m_current + 1 == m_lesson->questions.size();
    if (last && after)
        Q_EMIT lessonAsked(QString::fromStdString(after->id));
    else if (last && m_state->isDone() && leadsToOwn() && !hasOwn())
        Q_EMIT ownAsked();
    else if (last && m_state->isDone() && leadsToOwn())
        (void)askOwn();
    else
        next();
}

LessonPointer LessonSession::following() const {
    const auto place = placeOfLesson(m_lesson);
    return place && *place + 1 < lessons().size() ? lessons()[*place + 1] : nullptr;
}

void LessonSession::goOn() {
    if (!m_state || isWaiting())
        return;
    if (!m_hidesAnswers)
        return advance();
    m_state->pass(m_current);
    next();
}

void LessonSession::passTo(std::size_t question) {
    if (!m_state || isWaiting())
        return;
    for (std::size_t i = 0; i < question && i + 1 < m_lesson->questions.size(); ++i) {
        if (m_state->open() == i)
            m_state->pass(i);
    }
    next();
}

void LessonSession::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) != presented && !presented && m_state)
        next();
}

void LessonSession::look() {
    m_lookedAt = m_workspace.selection().scope;
    m_workspace.point(m_state ? lessonMarks(*m_state, m_current, m_hidesAnswers, m_words,
                                            m_workspace.selection().scope)
                              : std::vector<PointedAt>());
}

void LessonSession::pointAt(const QString& mark) {
    m_words.pointed = mark;
    look();
}

void LessonSession::hold(const QString& mark) {
    m_words.held = mark == m_words.held ? QString() : mark;
    const auto place = m_state ? m_state->place(m_words.held.toStdString()) : std::nullopt;
    if (place) {
        if (!place->scope.empty())
            m_workspace.showScope(place->scope);
        const auto there = place->stage && !m_workspace.scene().isEmpty()
                               ? stageTensorOf(*place->stage, *m_workspace.scene().trace)
                               : std::nullopt;
        if (there)
            m_workspace.showStage(there->stage, there->tensor);
        if (place->head)
            m_workspace.showPanel(static_cast<int>(*place->head));
    }
    look();
    Q_EMIT changed();
}

bool LessonSession::release() {
    if (m_words.held.isEmpty() && m_words.pointed.isEmpty())
        return false;
    m_words = {};
    look();
    Q_EMIT changed();
    return true;
}

void LessonSession::setHidesAnswers(bool hides) {
    m_hidesAnswers = hides;
    look();
    Q_EMIT changed();
}

bool LessonSession::showsAnswer() const {
    return m_state && m_state->verdict(m_current) && !m_hidesAnswers;
}

void LessonSession::setDone(const QStringList& ids) {
    if (std::exchange(m_done, ids) != ids)
        Q_EMIT changed();
}

LessonProgress LessonSession::progress() const {
    LessonProgress progress;
    progress.place = placeOfLesson(m_outer ? m_outer->lesson : m_lesson);
    for (const LessonPointer& lesson : lessons())
        progress.done.push_back(m_done.contains(QString::fromStdString(lesson->id)));
    if (const LessonState* state = m_outer ? &m_outer->state : this->state())
        progress.part = static_cast<double>(state->predicted()) /
                        static_cast<double>(state->lesson().questions.size());
    return progress;
}

} // namespace headscope
