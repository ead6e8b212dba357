// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through all views in all sizes: no text lies on another one and none is cut.
#include "examples/examples.h"
#include "experiment/edit.h"
#include "learning/history/learnt_tokens.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/lessons.h"
#include "lessons/question_box.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_page.h"
#include "pages/paint/paint_page.h"
#include "pages/shapes/shapes_page.h"
#include "pages/steps/steps_page.h"
#include "pages/train/train_page.h"
#include "support/edits.h"
#include "support/lesson_rows.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "window/frame/page_stack.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

struct Situation {
    const char* name;
    const char* example;
    const char* page;
    /// What somebody does there before looking.
    std::function<void(MainWindow&)> act;
};

void train(MainWindow& window, TaskKind task) {
    TrainingRecipe recipe = recipeOf(task);
    recipe.modelDim = 8;
    recipe.batch = 8;
    recipe.steps = 12;
    recipe.recordEvery = 3;
    auto& page = window.page<TrainPage>();
    page.controller().setRecipe(recipe);
    page.start();
    window.settle();
}

void openPaintStop(MainWindow& window, PaintStage stage) {
    paintPattern(window);
    window.page<PaintPage>().session().setStage(stage);
}

std::vector<Situation> situations() {
    const auto nothing = [](MainWindow&) {};
    const auto scores = [](MainWindow& window) {
        window.workspace().showStage(Stage::Scores);
        window.workspace().lock(PanelCell{2, 3, 1});
    };
    const auto compare = [](MainWindow& window) {
        QTest::keyClick(&window.page<HeadsPage>().keyboard(), Qt::Key_P);
        Document& document = window.workspace().document();
        document.edit(QStringLiteral("one"), withCausal(*document.experiment(), true));
        window.settle();
        window.page<HeadsPage>().setComparing(true);
    };
    const auto compareLayers = [](MainWindow& window) {
        auto& page = window.page<LayersPage>();
        QTest::keyClick(&page.keyboard(), Qt::Key_P);
        Document& document = window.workspace().document();
        document.edit(QStringLiteral("one"), withCausal(*document.experiment(), true));
        document.edit(QStringLiteral("two"),
                      *withCell(*document.experiment(), TensorName::QueryInput, {0, 1, 1}, 2.4F));
        window.settle();
        page.setComparing(true);
    };
    const auto learnt = [](MainWindow& window) {
        TrainingRecipe recipe = recipeOf(TaskKind::Translate);
        recipe.steps = 40;
        recipe.recordEvery = 10;
        window.page<TrainPage>().controller().setRecipe(recipe);
        window.page<TrainPage>().start();
    };
    const auto step = [](std::size_t at) {
        return [at](MainWindow& window) {
            Animation& animation = window.page<ShapesPage>().session().animation();
            const std::size_t last = animation.timeline().stageCount() - 1;
            animation.seek(animation.timeline().timeOf(std::min(at, last), 1));
        };
    };
    // A moment of the page Steps, with a cell asked or none.
    const auto moment = [](Stage stage, double progress, std::optional<PanelCell> cell,
                           StepOrder order = StepOrder::DotProduct) {
        return [=](MainWindow& window) {
            window.workspace().showStage(stage);
            window.workspace().lock(cell);
            window.workspace().hover(cell);
            window.settle();
            StepsSession& steps = window.page<StepsPage>().session();
            steps.setOrder(order);
            steps.animation().seek(steps.scene().stops->timeline.timeOf(steps.stop(), progress));
        };
    };
    const auto trained = [](TaskKind task) {
        return [task](MainWindow& window) { train(window, task); };
    };
    const auto stage = [](StepStop::Kind kind) {
        return [kind](MainWindow& window) {
            train(window, TaskKind::Translate);
            window.page<TrainPage>().controller().setStage(kind);
        };
    };
    const auto painting = [](PaintStage at) {
        return [at](MainWindow& window) { openPaintStop(window, at); };
    };
    const auto asked = [](Index query, Index key) {
        return [=](MainWindow& window) {
            window.workspace().showStage(Stage::Weights);
            window.workspace().lock(PanelCell{0, query, key});
            DisplayOptions display = window.workspace().display();
            display.range = {RangeMode::PerRow, true};
            window.workspace().setDisplay(display);
        };
    };
    const auto newWords = [](MainWindow& window) {
        const TokenList words = parseTokens("I had Lucy help me book the ticket to Oslo");
        const Result<Experiment> own =
            withLearntTokens(window.workspace().experiment(), TokenSide::Query, 0, words);
        if (!own)
            qFatal("the sentence was refused");
        window.workspace().document().edit(QStringLiteral("own"), *own);
        window.settle();
    };
    const auto zoomed = [asked](MainWindow& window) {
        asked(50, 40)(window);
        window.settle();
        window.page<HeadsPage>().heads().showCells({46, 60, 34, 50});
    };
    return {
        {"heads", "ticket", "heads", nothing},
        {"heads, every row by itself", "ticket", "heads", asked(9, 5)},
        {"heads, many tokens", "concat", "heads", asked(50, 40)},
        {"heads, zoomed", "concat", "heads", zoomed},
        {"text", "ticket", "text", asked(9, 5)},
        {"text, many tokens", "concat", "text", asked(50, 40)},
        {"text, two inputs", "cross", "text", asked(1, 2)},
        {"heads, scores and a locked cell", "ticket", "heads", scores},
        {"heads, large", "paper-size", "heads", nothing},
        {"heads, a model", "stack", "heads", nothing},
        {"heads, learnt", "cat-learnt", "heads", nothing},
        {"heads, padding", "causal-padding", "heads", nothing},
        {"heads, two inputs", "cross", "heads", scores},
        {"compare", "ticket", "heads", compare},
        {"compare, padding", "causal-padding", "heads", compare},
        {"shapes, first", "ticket", "shapes", step(0)},
        {"shapes, second", "ticket", "shapes", step(1)},
        {"shapes, last", "ticket", "shapes", step(9)},
        {"shapes, counted", "arange", "shapes", step(2)},
        {"steps, projection", "ticket", "steps", moment(Stage::Projections, 0.5, {})},
        {"steps, split", "ticket", "steps", moment(Stage::Split, 0.5, {})},
        {"steps, running sum", "ticket", "steps", moment(Stage::Scores, 0.6, PanelCell{0, 9, 5})},
        {"steps, scaled", "ticket", "steps", moment(Stage::Scaled, 1, PanelCell{0, 9, 5})},
        {"steps, masked", "causal-padding", "steps", moment(Stage::Masked, 1, PanelCell{0, 2, 1})},
        {"steps, softmax", "ticket", "steps", moment(Stage::Weights, 1, PanelCell{0, 9, 5})},
        {"steps, context", "ticket", "steps", moment(Stage::Context, 0.4, {})},
        {"steps, rows of V", "ticket", "steps",
         moment(Stage::Context, 0.7, PanelCell{0, 9, 1}, StepOrder::SumOfRows)},
        {"steps, merged", "ticket", "steps", moment(Stage::Merge, 1, PanelCell{0, 9, 1})},
        {"steps, many tokens", "concat", "steps", moment(Stage::Scores, 0.5, PanelCell{0, 50, 40})},
        {"steps, wide", "paper-size", "steps", moment(Stage::Output, 0.5, PanelCell{0, 3, 20})},
        {"steps, a model", "stack", "steps", moment(Stage::Scores, 1, PanelCell{0, 2, 1})},
        {"lines", "ticket", "lines", nothing},
        {"lines, two inputs", "cross", "lines", nothing},
        {"lines, learnt", "ticket-learnt-en", "lines", nothing},
        {"heads, new words", "ticket-learnt-en", "heads", newWords},
        {"lines, new words", "ticket-learnt-en", "lines", newWords},
        {"steps, new words", "ticket-learnt-en", "steps", newWords},
        {"lines, many", "paper-size", "lines", nothing},
        {"layers", "stack", "layers", nothing},
        {"layers, two sides", "encoder-decoder", "layers", nothing},
        {"layers, compared", "stack", "layers", compareLayers},
        {"layers, two sides compared", "encoder-decoder", "layers", compareLayers},
        {"norm", "norms", "norm", nothing},
        {"train, before", "ticket", "train", nothing},
        {"train, before, again", "ticket-learnt", "train", nothing},
        {"train, translated", "ticket", "train", trained(TaskKind::Translate)},
        {"train, forty steps", "ticket", "train", learnt},
        {"train, sorted", "ticket", "train", trained(TaskKind::Sort)},
        {"train, data", "ticket", "train", stage(StepStop::Kind::Data)},
        {"train, logits", "ticket", "train", stage(StepStop::Kind::Logits)},
        {"train, loss", "ticket", "train", stage(StepStop::Kind::Loss)},
        {"train, optimiser", "ticket", "train", stage(StepStop::Kind::Optimiser)},
        {"paint, before", "ticket-learnt", "paint", nothing},
        {"paint, inputs", "ticket", "paint", painting(PaintStage::Inputs)},
        {"paint, scores", "ticket", "paint", painting(PaintStage::Scores)},
        {"paint, weights", "ticket", "paint", painting(PaintStage::Weights)},
        {"paint, gradient", "ticket", "paint", painting(PaintStage::Gradient)},
        {"paint, update", "cross", "paint", painting(PaintStage::Update)},
        {"paint, distance", "ticket-learnt", "paint", painting(PaintStage::Missing)},
    };
}

/// What is right, of a question that was answered; else what is not.
LessonAnswer answerOf(const LessonState& state, std::size_t question, bool right) {
    const LessonVerdict& verdict = *state.verdict(question);
    const LessonQuestion& asked = state.lesson().questions[question];
    LessonAnswer answer;
    if (asked.kind == LessonQuestion::Kind::Choice) {
        while (verdict.options[answer.option] != right)
            ++answer.option;
    } else if (asked.kind == LessonQuestion::Kind::Number) {
        const double low = state.number(asked.low, question).value();
        const double high = state.number(asked.high, question).value();
        const bool nearLow = *verdict.answer - low < high - *verdict.answer;
        answer.number = right ? *verdict.answer : nearLow ? high : low;
    } else {
        answer.query = verdict.query.value_or(0);
        answer.key = verdict.key.value_or(0);
        if (!right)
            answer.query = answer.query == 0 ? 1 : 0;
    }
    return answer;
}

/// Opens a lesson and answers some of its questions, each with all of its hints.
void playLesson(MainWindow& window, const std::string& id,
                const std::vector<LessonAnswer>& answers) {
    QVERIFY(window.openLesson(QString::fromStdString(id)));
    window.settle();
    LessonSession& session = window.lessonSession();
    QVERIFY(session.state());
    for (std::size_t i = 0; i < answers.size(); ++i) {
        session.predict(i, answers[i]);
        session.reveal(i);
        window.settle();
        QVERIFY(session.state()->verdict(i));
    }
}

/// Where what is scrolled ends: there a line may be cut.
std::vector<QRectF> scrolledRooms(QWidget& window) {
    std::vector<QRectF> rooms;
    for (auto* area : window.findChildren<QAbstractScrollArea*>()) {
        if (!area->isVisible())
            continue;
        const QScrollBar* across = area->horizontalScrollBar();
        const QScrollBar* down = area->verticalScrollBar();
        if (across->maximum() > across->minimum() || down->maximum() > down->minimum())
            rooms.push_back(QRectF(area->mapTo(&window, QPoint()), area->size()));
    }
    return rooms;
}

/// The first text that loses more than a pixel and a half of its letters, in words.
QString cutIn(const std::vector<WrittenText>& texts, const std::vector<QRectF>& rooms) {
    for (const WrittenText& text : texts) {
        const QRectF seen = text.ink & text.clip;
        if (seen.isEmpty() ||
            (text.ink.width() - seen.width() < 1.5 && text.ink.height() - seen.height() < 1.5))
            continue;
        const bool scrolled = std::ranges::any_of(
            rooms, [&](const QRectF& room) { return room.contains(text.clip.center()); });
        if (!scrolled)
            return QStringLiteral("“%1” at %2, %3 is cut: %4 × %5 of %6 × %7")
                .arg(text.text)
                .arg(text.ink.x())
                .arg(text.ink.y())
                .arg(seen.width())
                .arg(seen.height())
                .arg(text.ink.width())
                .arg(text.ink.height());
    }
    return {};
}

/// The first text of which its own widget leaves nothing, or not all, wherever that is scrolled to.
QString cutByItsWidget(QWidget& within) {
    for (const WrittenText& text : seenTextsOf(*within.window())) {
        const QRectF place(within.mapTo(within.window(), QPoint()), within.size());
        if (!place.intersects(text.room))
            continue;
        const QRectF left = text.ink & text.room;
        if (text.ink.width() - left.width() > 1.5 || text.ink.height() - left.height() > 1.5)
            return QStringLiteral("“%1” at %2, %3 is cut by its widget: %4 × %5 of %6 × %7")
                .arg(text.text)
                .arg(text.ink.x())
                .arg(text.ink.y())
                .arg(left.width())
                .arg(left.height())
                .arg(text.ink.width())
                .arg(text.ink.height());
    }
    return {};
}

/// Whether the column of the lesson shows the whole of it.
bool isWhollySeen(LessonPanel& panel, const QWidget& part) {
    const QWidget& room = *panel.column()->viewport();
    return part.isVisible() &&
           room.rect().contains(QRect(part.mapTo(&room, QPoint()), part.size()));
}

/// What answers an open question.
QWidget& fieldOf(QuestionBox& box) {
    if (box.choices())
        return *box.choices()->buttons().first();
    return box.field() ? static_cast<QWidget&>(*box.field()) : *box.showButton();
}

/// Whether what came of the last answer is not to be seen by itself.
QString hiddenAnswerIn(LessonPanel& panel, const LessonState& state) {
    const std::size_t answered = state.answered();
    const std::size_t last = state.lesson().questions.size() - 1;
    if (answered > 0 && state.hints(std::min(answered, last)) == 0 &&
        !isWhollySeen(panel, *panel.box(answered - 1)))
        return QStringLiteral("the answer to question %1 is below the fold").arg(answered);
    return state.isDone() && !isWhollySeen(panel, *panel.endButton())
               ? QStringLiteral("what comes next is below the fold")
               : QString();
}

/// The same of the open question, after the button that leads there, if any; `whole`: all of it,
/// not only what answers it.
QString hiddenQuestionIn(LessonPanel& panel, const LessonState& state, bool whole) {
    if (state.isDone())
        return {};
    if (panel.onwardButton()->isVisible())
        panel.onwardButton()->click();
    QuestionBox& open = *panel.box(state.open());
    return isWhollySeen(panel, whole ? static_cast<QWidget&>(open) : fieldOf(open))
               ? QString()
               : QStringLiteral("question %1 is below the fold").arg(state.open() + 1);
}

/// The first text of a lesson that is small and no subscript, in words.
QString smallIn(LessonPanel& panel) {
    for (const WrittenText& text : textsOf(*panel.column()->widget())) {
        const bool isScript = text.pixels <= 14 && text.text.size() <= 20 &&
                              (std::abs(text.pixels - 10) < 1 || std::abs(text.pixels - 13.3) < 1);
        if (text.pixels < 15 && !isScript)
            return QStringLiteral("“%1” has %2 pixels").arg(text.text).arg(text.pixels);
    }
    return {};
}

/// What can be seen of them.
std::vector<WrittenText> seen(const std::vector<WrittenText>& texts) {
    std::vector<WrittenText> in;
    for (WrittenText text : texts) {
        text.ink &= text.clip;
        if (!text.ink.isEmpty())
            in.push_back(text);
    }
    return in;
}

} // namespace

class TestTextWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void every_text_has_its_place_data();
    void every_text_has_its_place();
    void every_text_of_a_lesson_has_its_place_data();
    void every_text_of_a_lesson_has_its_place();
    void every_text_of_a_slide_has_its_place_data();
    void every_text_of_a_slide_has_its_place();
};

void TestTextWalk::every_text_has_its_place_data() {
    QTest::addColumn<std::size_t>("place");
    QTest::addColumn<Language>("language");
    const std::vector<Situation> all = situations();
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%s, %s", all[i].name, qPrintable(languageCode(language)))
                << i << language;
    }
}

void TestTextWalk::every_text_has_its_place() {
    QFETCH(std::size_t, place);
    QFETCH(Language, language);
    const Situation situation = situations()[place];
    auto window = shownWindow(findExample(situation.example)->make());
    lookShortly(*window);
    window->setLanguage(language);
    window->showPage(situation.page);
    window->settle();
    situation.act(*window);
    window->settle();
    QStringList found;
    const auto look = [&](const QSize& size, const char* how) {
        window->resize(size);
        window->settle();
        QCoreApplication::processEvents();
        const std::vector<WrittenText> texts = seenTextsOf(*window);
        QVERIFY(texts.size() > 20);
        for (const QString& wrong :
             {overlapIn(seen(texts)), cutIn(texts, scrolledRooms(*window))}) {
            if (!wrong.isEmpty())
                found << QStringLiteral("%1x%2%3: %4")
                             .arg(size.width())
                             .arg(size.height())
                             .arg(QLatin1String(how), wrong);
        }
    };
    // The second one is 2560 x 1440 at 200 %.
    for (const QSize size : {QSize(1024, 768), QSize(1280, 720), QSize(1440, 900),
                             QSize(1920, 1080), QSize(2560, 1440)})
        look(size, "");
    window->setPresentation(true);
    for (QObject* child : window->children()) { // the hint how to leave lies on the picture
        if (auto* hint = qobject_cast<QLabel*>(child))
            hint->hide();
    }
    for (const QSize size : {QSize(1024, 768), QSize(1920, 1080)})
        look(size, ", presented");
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestTextWalk::every_text_of_a_lesson_has_its_place_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<Language>("language");
    QTest::addColumn<bool>("own");
    for (const LessonPointer& lesson : lessons()) {
        for (const Language language : {Language::English, Language::Chinese}) {
            for (const bool own : {false, true})
                QTest::addRow("%s, %s%s", lesson->id.c_str(), qPrintable(languageCode(language)),
                              own ? ", own sentence" : "")
                    << QString::fromStdString(lesson->id) << language << own;
        }
    }
}

void TestTextWalk::every_text_of_a_lesson_has_its_place() {
    QFETCH(QString, lesson);
    QFETCH(Language, language);
    QFETCH(bool, own);
    const std::string id = lesson.toStdString();
    auto window = shownWindow(findExample("ticket")->make());
    window->setLanguage(language);
    if (own) { // a word stands in it twice, and one is long
        Document& document = window->workspace().document();
        document.edit(QStringLiteral("own"),
                      *withTokens(*document.experiment(), TokenSide::Query, 0,
                                  {"the", "teacher", "had", "Tom", "help", "the", "class", "book",
                                   "unforgettable", "tickets"}));
        window->settle();
    }
    const std::size_t questions = findLesson(id)->questions.size();
    playLesson(*window, id, std::vector<LessonAnswer>(questions));
    if (own && !window->lessonSession().ground().isEmpty())
        QSKIP("the lesson takes its example");
    std::vector<LessonAnswer> right;
    std::vector<LessonAnswer> wrong;
    for (std::size_t i = 0; i < questions; ++i) {
        right.push_back(answerOf(*window->lessonSession().state(), i, true));
        wrong.push_back(answerOf(*window->lessonSession().state(), i, false));
    }
    QStringList found;
    const auto look = [&](const QString& how) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768)}) {
            window->resize(size);
            window->settle();
            QTest::qWait(80); // the panel scrolls to what is asked once its paragraphs have room
            const std::vector<WrittenText> texts = seenTextsOf(*window);
            QVERIFY(texts.size() > 20);
            const LessonState& state = *window->lessonSession().state();
            const bool whole = size.width() == 1440;
            LessonPanel& panel = window->lessonPanel();
            QString hidden;
            // In the small window long answers are scrolled to.
            if (whole)
                (void)QTest::qWaitFor(
                    [&] { return (hidden = hiddenAnswerIn(panel, state)).isEmpty(); });
            if (hidden.isEmpty())
                (void)QTest::qWaitFor(
                    [&] { return (hidden = hiddenQuestionIn(panel, state, whole)).isEmpty(); });
            for (const QString& bad : {overlapIn(seen(texts)), cutIn(texts, scrolledRooms(*window)),
                                       cutByItsWidget(panel), smallIn(panel), hidden}) {
                if (!bad.isEmpty())
                    found << QStringLiteral("%1, %2x%3: %4")
                                 .arg(how)
                                 .arg(size.width())
                                 .arg(size.height())
                                 .arg(bad);
            }
        }
    };
    for (const bool rightly : {true, false}) {
        for (std::size_t answered = rightly ? 0 : 1; answered <= questions; ++answered) {
            std::vector<LessonAnswer> answers = rightly ? right : wrong;
            answers.resize(answered);
            window->resize(1440, 900);
            playLesson(*window, id, answers);
            const QString how =
                QStringLiteral("%1 answered %2")
                    .arg(answered)
                    .arg(rightly ? QStringLiteral("right") : QStringLiteral("wrong"));
            look(how);
            if (answered == questions)
                continue;
            for (int hint = 0; hint < 2; ++hint)
                window->lessonSession().hint(answered);
            look(how + QStringLiteral(", with hints"));
        }
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestTextWalk::every_text_of_a_slide_has_its_place_data() {
    lessonRows();
}

void TestTextWalk::every_text_of_a_slide_has_its_place() {
    QFETCH(QString, lesson);
    QFETCH(Language, language);
    auto window = shownWindow(findExample("ticket")->make());
    window->setLanguage(language);
    window->setPresentation(true);
    playLesson(*window, lesson.toStdString(), {});
    LessonSlide& slide = window->lessonSlide();
    QVERIFY(slide.isVisible());
    LessonSession& session = window->lessonSession();
    QStringList found;
    const auto look = [&](const char* how) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768), QSize(1920, 1080)}) {
            window->resize(size);
            window->settle();
            slide.finish();
            const std::vector<WrittenText> texts = textsOf(slide);
            QVERIFY(texts.size() > 10);
            QString bad = cutIn(texts, {});
            for (const WrittenText& text : texts) {
                if (text.text.contains(u"““"))
                    bad += text.text;
            }
            if (!bad.isEmpty())
                found << QStringLiteral("question %1 %2, %3x%4: %5")
                             .arg(session.current() + 1)
                             .arg(QLatin1String(how))
                             .arg(size.width())
                             .arg(size.height())
                             .arg(bad);
        }
    };
    for (std::size_t i = 0; i < session.lesson()->questions.size(); ++i) {
        QCOMPARE(session.current(), i);
        look("asked");
        QTest::keyClick(&slide, Qt::Key_N);
        window->settle();
        QVERIFY(session.state()->verdict(i));
        look("answered");
        if (!session.state()->isDone())
            QTest::keyClick(&slide, Qt::Key_N);
        window->settle();
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

HEADSCOPE_TEST(TestTextWalk, QApplication)
#include "test_text_walk.moc"
