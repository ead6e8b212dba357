// SPDX-License-Identifier: GPL-3.0-or-later
// Walks every stage of every block of every example in both languages, and compares what
// strip, title, inspector, figure and status line say with each other and with the numbers.
#include "examples/origin.h"
#include "experiment/edits/edit.h"
#include "figure/figure_content.h"
#include "pages/heads/heads_view.h"
#include "strip/pipeline_strip.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/model_scenes.h"
#include "support/test_program.h"
#include "transformer/run_model.h"
#include "window/frame/status_line.h"
#include "words/language.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"
#include "words/statements.h"

#include <QAccessible>
#include <QApplication>
#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A run and the scenes of all of its blocks.
struct Walk {
    Experiment experiment;
    Trace whole;
    std::vector<TraceScope> scopes;
};

Walk walkOf(const Experiment& experiment) {
    Result<Trace> trace = runModel(modelProblemOf(experiment));
    if (!trace)
        qFatal("%s", trace.error().text().c_str());
    Walk walk{experiment, std::move(trace).value(), {}};
    walk.scopes = scopesOf(walk.whole);
    return walk;
}

FigureRequest figureOf(const Scene& scene, TensorName name) {
    FigureRequest request;
    request.trace = scene.trace;
    request.blocks = scene.blocks;
    request.run = scene.run;
    request.tensor = name;
    request.range = scene.display.range;
    request.source = runTitle(scene.run->origin());
    return request;
}

/// What the scores were multiplied by, by the numbers alone.
double measuredScale(const Trace& block) {
    const Tensor scores = block[TensorName::Scores].contiguous();
    const Tensor scaled = block[TensorName::ScaledScores].contiguous();
    Index largest = 0;
    for (Index i = 0; i < scores.elementCount(); ++i) {
        if (std::fabs(scores.data()[i]) > std::fabs(scores.data()[largest]))
            largest = i;
    }
    return static_cast<double>(scaled.data()[largest]) / scores.data()[largest];
}

/// The factor that a formula names: "÷ √8" or "× 0.125"; NaN where it names none or two.
double namedScale(const QString& formula) {
    static const QRegularExpression pattern(
        QStringLiteral("÷ √([0-9]+)|× (−?[0-9.]+(?:e−?[0-9]+)?)"));
    auto found = pattern.globalMatch(formula);
    if (!found.hasNext())
        return std::nan("");
    const QRegularExpressionMatch match = found.next();
    if (found.hasNext())
        return std::nan("");
    const double root = match.captured(1).toDouble();
    QString factor = match.captured(2);
    return root > 0 ? 1 / std::sqrt(root) : factor.replace(QChar(0x2212), u'-').toDouble();
}

bool equalNumbers(const Trace& block, TensorName a, TensorName b) {
    const Tensor one = block[a].contiguous();
    const Tensor other = block[b].contiguous();
    return std::ranges::equal(one.values(), other.values(), same);
}

/// What the formula of a stage behind the scores has to name, by the numbers alone.
void checkFormula(const Trace& block, TensorName name, const QString& formula) {
    const bool scaled = name == TensorName::ScaledScores || name == TensorName::MaskedScores ||
                        name == TensorName::AttentionWeights ||
                        name == TensorName::DroppedWeights || name == TensorName::HeadContext;
    if (scaled) {
        const double factor = measuredScale(block);
        QVERIFY2(std::fabs(namedScale(formula) / factor - 1) < 1e-3, qPrintable(formula));
        const bool masks =
            name != TensorName::ScaledScores &&
            (block.find(TensorName::MayAttend) || block.find(TensorName::AdditiveMask));
        QVERIFY2(formula.contains(QStringLiteral("+ M")) == masks, qPrintable(formula));
        // A mask that changes no number may be there; a number that changed needs one.
        QVERIFY(masks || name == TensorName::ScaledScores ||
                equalNumbers(block, TensorName::ScaledScores, TensorName::MaskedScores));
        const bool drops = block.find(TensorName::DroppedWeights) &&
                           (name == TensorName::DroppedWeights || name == TensorName::HeadContext);
        QVERIFY2(formula.contains(QStringLiteral("dropout(")) == drops, qPrintable(formula));
    }
    const std::pair<TensorName, TensorName> biased[] = {
        {TensorName::ProjectedQuery, TensorName::QueryBias},
        {TensorName::ProjectedKey, TensorName::KeyBias},
        {TensorName::ProjectedValue, TensorName::ValueBias},
        {TensorName::Output, TensorName::OutputBias},
        {TensorName::Hidden, TensorName::HiddenBias},
        {TensorName::FeedForwardOutput, TensorName::FeedForwardBias},
        {TensorName::Logits, TensorName::VocabularyBias}};
    for (const auto& [made, bias] : biased) {
        if (made == name)
            QVERIFY2(formula.endsWith(u' ' + statementOf(block, nullptr, bias).letter) ==
                         (block.find(bias) != nullptr),
                     qPrintable(formula));
    }
}

/// The strip's stop says the last part of the formula.
void checkStop(const PipelineStrip::Stop& stop, const Tensor& tensor, const QString& formula) {
    QCOMPARE(stop.sizes, tensor.shape());
    switch (stop.stage) {
    case Stage::Scaled:
    case Stage::Context:
    case Stage::Output:
    case Stage::Hidden:
    case Stage::FeedForward:
    case Stage::NormOutput: {
        // "· W_{O}" stands close in a formula, "÷ √8" apart.
        QString end = stop.symbol;
        QString close = formula;
        QVERIFY2(close.remove(u' ').endsWith(end.remove(u' ')),
                 qPrintable(formula + QStringLiteral(" | ") + stop.symbol));
        break;
    }
    case Stage::Masked:
        QCOMPARE(formula.endsWith(QStringLiteral(" + M")), stop.active);
        QCOMPARE(stop.symbol == QStringLiteral("+ M"), stop.active);
        QCOMPARE(stop.word.isEmpty(), stop.active);
        break;
    case Stage::Weights:
    case Stage::Dropped:
    case Stage::Probabilities:
    case Stage::Activated:
        QVERIFY2(formula.startsWith(stop.symbol + u'('), qPrintable(formula));
        break;
    case Stage::Embedded:
    case Stage::Residual:
    case Stage::Normalised: QCOMPARE(formula, stop.symbol); break;
    default: break;
    }
}

/// The ends of the fixed range, from the numbers of the sequence alone.
std::pair<double, double> measuredRange(const Trace& block, TensorName name) {
    const auto largest = [&](TensorName of) {
        double most = 0;
        for (const MatrixPanel& panel : panelsOf(block, of, 0)) {
            for (Index row = 0; row < panel.matrix.size(0); ++row) {
                for (Index column = 0; column < panel.matrix.size(1); ++column) {
                    const double value = std::fabs(panel.matrix(row, column));
                    most = std::isfinite(value) ? std::max(most, value) : most;
                }
            }
        }
        return most;
    };
    switch (name) {
    case TensorName::AttentionWeights:
    case TensorName::MayAttend:
    case TensorName::Probabilities: return {0, 1};
    case TensorName::DroppedWeights: return {0, std::max(1.0, largest(name))};
    case TensorName::Scores:
    case TensorName::ScaledScores:
    case TensorName::MaskedScores: {
        const double most =
            std::max({largest(TensorName::Scores), largest(TensorName::ScaledScores),
                      largest(TensorName::MaskedScores)});
        return {-most, most};
    }
    default: {
        const double most = largest(name);
        return most > 0 ? std::pair(-most, most) : std::pair(-1.0, 1.0);
    }
    }
}

bool reads(const QString& text, double value) {
    QString plain = text;
    bool ok = false;
    const double read = plain.replace(QChar(0x2212), u'-').toDouble(&ok);
    if (!ok) // ">.9999"
        return std::fabs(std::fabs(value) - 1) < 1e-4 && text.contains(QStringLiteral(".9999"));
    return std::fabs(read - value) <= 6e-4 * std::fabs(value) + 1e-12;
}

QString rowsOfWords(const Derivation& derivation) {
    QStringList words;
    for (const DerivationSection& section : derivation.sections) {
        for (const DerivationRow& row : section.rows)
            words << row.label;
    }
    return words.join(u'\n');
}

/// All places at one tensor of one stage.
void checkPlaces(const Scene& scene, const PipelineStrip& strip, const StatusLine& status,
                 HeadsView& heads) {
    const TensorName name = *shownTensor(scene);
    const Trace& block = *scene.trace;
    const TensorStatement said = statementOf(scene, name);
    const auto stop =
        std::ranges::find(strip.stops(), scene.selection.stage, &PipelineStrip::Stop::stage);
    QVERIFY(stop != strip.stops().end());
    if (name != TensorName::MayAttend && name != TensorName::AdditiveMask &&
        name != TensorName::NormGain && name != TensorName::NormShift)
        checkStop(*stop, block[name], said.formula);
    checkFormula(block, name, said.formula);

    const auto figure = figureContent(figureOf(scene, name));
    QVERIFY2(figure.ok(), figure.ok() ? "" : figure.error().text().c_str());
    QCOMPARE(figure->geometry.title.toLower(), said.title.toLower());
    QCOMPARE(figure->geometry.formula,
             said.formula.isEmpty() ? QString() : QStringLiteral("= ") + said.formula);
    const auto [rows, columns] = heads.content().axisWords();
    QCOMPARE(figure->geometry.rowAxis, rows.isEmpty() ? QString() : rows + QStringLiteral(" ↓"));
    QCOMPARE(figure->geometry.columnAxis, columns + QStringLiteral(" →"));
    const QString title = heads.content().subtitles().first();
    QVERIFY2(title.contains(said.formula), qPrintable(title));

    const PanelCell cell = *scene.selection.asked();
    const Derivation derivation = derivationOf(scene);
    const MatrixPanel& panel = heads.panels()[static_cast<std::size_t>(cell.panel)];
    const float value = panel.matrix(cell.row, cell.column);
    if (derivation.title.size() == 4) { // else a vector, which has one axis
        QCOMPARE(derivation.title[0], rows);
        QVERIFY2(derivation.title[2].endsWith(columns), qPrintable(derivation.title.join(u'|')));
    }
    QVERIFY(same(derivation.result.value, value));
    const QString spoken = heads.accessibleDescription();
    QVERIFY2(spoken.endsWith(cellStatement(panel, cell.row, cell.column)), qPrintable(spoken));
    QCOMPARE(heads.content().askedValue(panel), cellText(value, 5, nearOneOf(panel.name)));
    // A part of a number is another number: "2" would stand there for 0.002.
    for (double room = 0; room < 120; room += 3) {
        const auto [text, font] = heads.picture().askedValueIn(panel, room, true);
        QVERIFY(text.isEmpty() || text == heads.content().askedValue(panel));
        QVERIFY(QFontMetricsF(font).horizontalAdvance(text) <= room);
    }
    QVERIFY(!heads.picture().askedValueIn(panel, 120, true).first.isEmpty());
    if (panel.isMasked(cell.row, cell.column)) {
        QVERIFY(derivation.result.text == QStringLiteral("−∞") ||
                derivation.result.text == QStringLiteral("0"));
        QCOMPARE(heads.content().askedValue(panel), derivation.result.text);
        QVERIFY(derivation.caption.size() > said.title.size() / 2);
        const QString masked = currentLanguage() == Language::English ? QStringLiteral("masked")
                                                                      : QStringLiteral("掩蔽");
        QVERIFY2(derivation.caption.contains(masked) && spoken.contains(masked),
                 qPrintable(derivation.caption));
    }
    const bool behindScores = isQueryKeyStage(scene.selection.stage) &&
                              scene.selection.stage != Stage::Scores &&
                              block[*block.indexOf(name)].operation != Operation::Mask;
    if (behindScores) {
        const QString words = rowsOfWords(derivation);
        const auto scale =
            std::ranges::find(strip.stops(), Stage::Scaled, &PipelineStrip::Stop::stage);
        QVERIFY2(words.contains(scale->symbol), qPrintable(words));
    }

    const auto [low, high] = measuredRange(block, name);
    const auto [lowText, highText] = heads.content().rangeTexts();
    QVERIFY2(reads(lowText, low) && reads(highText, high), qPrintable(lowText + highText));
    QCOMPARE(figure->geometry.barLabels.front(), lowText);
    QCOMPARE(figure->geometry.barLabels.back(), highText);

    if (scene.isModel()) {
        QVERIFY(!said.block.isEmpty());
        QVERIFY2(title.startsWith(said.block), qPrintable(title));
        QCOMPARE(derivation.block, said.block);
        QVERIFY2(figure->geometry.note.contains(said.block), qPrintable(figure->geometry.note));
        QVERIFY2(status.text().contains(said.block), qPrintable(status.text()));
    }
    QVERIFY2(figure->geometry.note.startsWith(runTitle(scene.run->origin())),
             qPrintable(figure->geometry.note));
}

} // namespace

class TestStatements : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { useLanguage(Language::English); }
    void every_place_says_the_same_data();
    void every_place_says_the_same();
    void a_run_is_called_what_it_is();
    void inputs_of_cross_attention_are_named();
    void words_of_a_prediction_are_ranked();
};

void TestStatements::every_place_says_the_same_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<bool>("chinese");
    for (const bool chinese : {false, true}) {
        const auto add = [&](const std::string& name, const Experiment& experiment) {
            QTest::newRow((name + (chinese ? ", zh" : ", en")).c_str()) << experiment << chinese;
        };
        for (const Example& one : examples())
            add(std::string(one.id), one.make());
        const Experiment ticket = findExample("ticket")->make();
        add("dropout", *withDropout(ticket, 0.4F));
        add("causal and dropout", *withDropout(withCausal(ticket, true), 0.25F));
        add("biases", withBiases(ticket, true));
        add("typed scale", *withScale(ticket, 0.3F));
        add("typed scale that is the root", *withScale(ticket, 0.5F));
        Experiment added = ticket;
        added.additiveMask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0.5F)
                                 .withElement({0, 0}, -std::numeric_limits<float>::infinity());
        add("additive mask", added);
        Experiment alone = ticket;
        alone.config.weightLayout = WeightLayout::PerHead;
        add("heads with weights of their own", alone);
        add("stack with dropout", *withDropout(findExample("encoder-decoder")->make(), 0.3F));
    }
}

void TestStatements::every_place_says_the_same() {
    QFETCH(Experiment, experiment);
    QFETCH(bool, chinese);
    useLanguage(chinese ? Language::Chinese : Language::English);
    const Walk walk = walkOf(experiment);
    PipelineStrip strip;
    StatusLine status;
    HeadsView heads;
    heads.resize(900, 700);
    int checked = 0;
    int masked = 0;
    for (const TraceScope& scope : walk.scopes) {
        Scene scene = blockScene(walk.whole, walk.experiment, scope.path);
        for (const Stage stage : stagesOf(scope.kind, *scene.trace)) {
            scene.selection.stage = stage;
            for (std::size_t i = 0; i < tensorsOf(stage, *scene.trace).size(); ++i) {
                scene.selection.tensor = i;
                const auto panels = panelsOf(*scene.trace, *shownTensor(scene), 0);
                const Tensor& matrix = panels.front().matrix;
                // The corners: under a causal mask one of them is masked.
                for (const PanelCell& cell :
                     {PanelCell{0, 0, matrix.size(1) - 1}, PanelCell{0, matrix.size(0) - 1, 0}}) {
                    scene.selection.panel = 0;
                    scene.selection.locked = cell;
                    masked += panels.front().isMasked(cell.row, cell.column);
                    strip.setScene(scene);
                    status.setScene(scene);
                    heads.setScene(scene);
                    checkPlaces(scene, strip, status, heads);
                    if (QTest::currentTestFailed()) {
                        qInfo("in \"%s\", stage %s", scope.path.c_str(),
                              qPrintable(statementOf(scene, *shownTensor(scene)).title));
                        return;
                    }
                    ++checked;
                }
            }
        }
    }
    QVERIFY(checked >= 20);
    if (experiment.causal)
        QVERIFY(masked > 0);
}

void TestStatements::a_run_is_called_what_it_is() {
    const Experiment ticket = findExample("ticket")->make();
    QCOMPARE(runTitle(originOf(ticket)), QStringLiteral("Book a flight"));
    const Experiment edited = withCausal(ticket, true);
    QCOMPARE(runTitle(originOf(edited)), QStringLiteral("Book a flight, edited"));
    const Experiment own = *withTokens(ticket, TokenSide::Query, 0, {"I", "like", "tea"});
    QCOMPARE(own.example, std::string("ticket"));
    QCOMPARE(runTitle(originOf(own)), QStringLiteral("own sentence"));
    QCOMPARE(runTitle(originOf(own), QStringLiteral("/home/me/tea time.headscope")),
             QStringLiteral("tea time"));
    useLanguage(Language::Chinese);
    QVERIFY(runTitle(originOf(own)) != QStringLiteral("own sentence"));
}

void TestStatements::inputs_of_cross_attention_are_named() {
    const Walk walk = walkOf(findExample("encoder-decoder")->make());
    Scene scene = blockScene(walk.whole, walk.experiment, "decoder/1/cross_attention");
    scene.selection.locked = PanelCell{0, 4, 0};
    const QString text = plainText(derivationOf(scene));
    QVERIFY2(text.contains(QStringLiteral("k = x_K(我 I)")), qPrintable(text));
    QVERIFY(!text.contains(QStringLiteral(" x(我)")));
    QVERIFY2(text.contains(QStringLiteral("x_K: output of the norm, encoder 2 · add & norm")),
             qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("q = x(")));
}

void TestStatements::words_of_a_prediction_are_ranked() {
    const Walk walk = walkOf(findExample("encoder-decoder")->make());
    Scene scene = blockScene(walk.whole, walk.experiment, "prediction");
    scene.selection.stage = Stage::Probabilities;
    scene.selection.locked = PanelCell{0, 1, 2};
    const auto panels = panelsOf(*scene.trace, TensorName::Probabilities, 0);
    const QStringList columns = columnLabels(scene.tokens(), panels.front(), 0);
    const Tensor& matrix = panels.front().matrix;
    std::vector<Index> order(static_cast<std::size_t>(columns.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return matrix(1, a) > matrix(1, b); });
    QStringList ranked;
    for (const Index word : order)
        ranked << QStringLiteral("%1. %2").arg(ranked.size() + 1).arg(columns[word]);
    QStringList words;
    const Derivation derivation = derivationOf(scene);
    for (const DerivationRow* row : rowsOf(derivation, Kind::Key))
        words << row->label;
    QCOMPARE(words, ranked);
}

HEADSCOPE_TEST(TestStatements, QApplication)
#include "test_statements.moc"
