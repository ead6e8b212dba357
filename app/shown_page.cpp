// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_page.h"

#include "command_line.h"
#include "options/block_choice.h"
#include "options/compare_picture.h"
#include "options/model_options.h"
#include "options/option_words.h"
#include "options/shapes_options.h"
#include "pages/comparing_page.h"
#include "window/frame/page_stack.h"
#include "window/main_window.h"
#include "words/stage_text.h"
#include "words/statements.h"

#include <QRegularExpression>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<std::string_view, LayersOrder> orderNames[] = {
    {"number", LayersOrder::Number},
    {"layers", LayersOrder::Layers},
    {"heads", LayersOrder::Heads},
    {"both", LayersOrder::LayersAndHeads},
    {"within", LayersOrder::Within}};

constexpr Bounds<double> wholeMove{0, 1};
constexpr int mostNamed = 100000; ///< heads, and sequences

/// Some whole numbers from 1 on, as the groups of a pattern; none where that fails, which the
/// reader then says.
std::vector<Index> numbersOf(OptionReader& reader, const char* option, const QString& pattern,
                             const char* wanted) {
    std::vector<Index> found;
    if (!reader.isSet(option))
        return found;
    const auto match = QRegularExpression(pattern).match(reader.text(option));
    for (int i = 1; i <= match.lastCapturedIndex(); ++i)
        found.push_back(match.captured(i).toLongLong());
    if (found.empty() || std::ranges::count(found, 0) > 0) {
        reader.refuse(option, wanted);
        found.clear();
    }
    return found;
}

/// "entropy_bits, mean_distance … or none".
QString measureNames() {
    QStringList names;
    for (const Measure measure : allMeasures)
        names << QString(QLatin1String(measureName(measure)));
    return names.join(u", "_s) + u" or none"_s;
}

void readMeasure(OptionReader& in, const char* option, ShownPage& page) {
    if (page.view.page != "layers" || !in.isSet(option))
        return;
    LayersLook& look = page.layers ? *page.layers : page.layers.emplace();
    const QString name = in.text(option);
    const auto found = std::ranges::find_if(
        allMeasures, [&](Measure measure) { return name == QLatin1String(measureName(measure)); });
    look.measure.reset();
    if (found != allMeasures.end())
        look.measure = *found;
    else if (name != "none"_L1)
        in.refuse(option, measureNames().toStdString());
}

/// Of Layers the order of the heads, of Steps that in which a product is told.
void readOrder(OptionReader& in, const char* option, ShownPage& page) {
    if (page.view.page == "steps")
        in.choice(option, page.view.order);
    else if (page.view.page == "layers" && in.isSet(option))
        in.word(option, orderNames, (page.layers ? *page.layers : page.layers.emplace()).order);
}

void readPath(OptionReader& in, const char* option, ShownPage& page) {
    auto path = LayoutPath::Split;
    in.choice(option, path);
    if (page.view.page == "shapes")
        page.view.way = choiceName(path);
}

void readStage(OptionReader& in, const char* option, ShownPage& page) {
    if (!in.isSet(option))
        return;
    const std::string name = in.text(option).toStdString();
    page.view.stage = tensorNameFrom(name);
    std::string names;
    for (const TensorInfo& info : tensorNames())
        names.append(names.empty() ? "" : ", ").append(info.name);
    if (!page.view.stage)
        in.fail(makeError(HEADSCOPE_MESSAGE("Message", "there is no stage \"%1\"; there are %2"),
                          name, names));
}

void readCompare(OptionReader& in, const char* option, ShownPage& page) {
    if (!in.isSet(option))
        return;
    const Result<ComparedSide> side = comparedSide(in.text(option));
    if (side)
        page.compared = *side;
    else
        in.fail(side.error());
}

/// A number from 1, as it is typed, to one from 0.
template <class Number>
void readPlace(OptionReader& in, const char* option, std::optional<Number>& place) {
    in.number(option, Number{1}, Number{mostNamed}, place);
    if (in.isSet(option) && place)
        --*place;
}

/// What does not fit the computed model, as a sentence; empty where all does.
QString misfit(const ShownPage& request, const Scene& scene) {
    const std::vector<TraceScope>& scopes = scene.blocks->scopes;
    if (request.view.scope &&
        std::ranges::find(scopes, *request.view.scope, &TraceScope::path) == scopes.end())
        return QString::fromStdString(noSuchBlock(*request.view.scope, scopes).text());
    return {};
}

/// The same for the stage and the cell in the block that is shown.
QString misfitOfBlock(const ShownPage& request, const Scene& scene) {
    if (request.view.stage) {
        if (!stageOf(*request.view.stage) || !stageTensorOf(*request.view.stage, *scene.trace)) {
            QStringList names;
            for (const Stage candidate : allStagesOf(scene.kind(), *scene.trace)) {
                const std::string_view name = snakeCase(tensorsOf(candidate, *scene.trace).front());
                names << QString::fromLatin1(name);
            }
            return u"--stage %1: this block has no such stage; it has %2"_s.arg(
                QString::fromStdString(std::string(snakeCase(*request.view.stage))),
                names.join(u", "_s));
        }
    }
    return {};
}

/// Why the asked page is not the one that is shown, as a sentence; empty where it is.
QString misfitOfPage(const ShownPage& request, const PageStack& pages) {
    const Page* page = pages.find(request.view.page);
    if (!page)
        return {}; // none was asked for
    const Scene& scene = page->scene();
    const std::optional<ScopeKind> subject = page->kind().subject;
    if (subject && scene.kind() != *subject) {
        const auto& scopes = scene.blocks->scopes;
        const auto found = std::ranges::find(scopes, *subject, &TraceScope::kind);
        const QString choose =
            found == scopes.end()
                ? u"the example has none"_s
                : u"choose one with --scope, such as %1"_s.arg(
                      QString::fromStdString(found->path.empty() ? "\"\"" : found->path));
        return u"--view %1: this block %2; %3"_s.arg(QString::fromStdString(request.view.page),
                                                     *subject == ScopeKind::Attention
                                                         ? u"has no heads, it is no attention"_s
                                                         : u"is no norm"_s,
                                                     choose);
    }
    if (const Status available = page->available(scene); !available && page != &pages.page())
        return u"--view %1: %2"_s.arg(QString::fromStdString(request.view.page),
                                      QString::fromStdString(available.error().text()));
    return {};
}

/// The same for head and cell in the stage that is shown: it may have fewer panels than the
/// example has heads, or other rows and columns than queries and keys.
QString misfitOfStage(const ShownPage& request, const Workspace& workspace) {
    const Scene& scene = workspace.scene();
    const Selection& shown = workspace.selection();
    const std::optional<TensorName> name = shownTensor(scene);
    const auto panels =
        name ? slicesOf(*scene.trace, *name, shown.sequence) : std::vector<MatrixPanel>();
    if (request.view.head && shown.panel != *request.view.head)
        return u"--head %1: this stage has %2"_s.arg(*request.view.head + 1)
            .arg(panels.size() == 1 ? u"one matrix, not one for each head"_s
                                    : u"%1 heads"_s.arg(panels.size()));
    if (!request.view.cell || panels.empty())
        return {};
    const Tensor& matrix = panels.front().matrix;
    if (shown.locked && shown.locked->row == request.view.cell->first &&
        shown.locked->column == request.view.cell->second)
        return {};
    return u"--cell %1,%2: the matrix of this stage has %3 rows and %4 columns"_s
        .arg(request.view.cell->first + 1)
        .arg(request.view.cell->second + 1)
        .arg(matrix.size(0))
        .arg(matrix.size(1));
}

} // namespace

const OptionTable<ShownPage>& shownPageOptions() {
    static const OptionTable<ShownPage> table({
        {{u"stage"_s,
          u"the stage, such as scores (default: attention_weights, or what the example is about)"_s,
          u"NAME"_s},
         readStage},
        {{u"scope"_s,
          u"the block of a model, such as encoder/0/self_attention (default: the first one that "
          "has the stage)"_s,
          u"PATH"_s},
         [](auto& in, auto n, auto& p) { readScope(in, n, p.view.scope); }},
        {{u"head"_s, u"the head that is shown, from 1"_s, u"H"_s},
         [](auto& in, auto n, auto& p) { readPlace(in, n, p.view.head); }},
        {{u"sequence"_s, u"the sequence of the batch, from 1 (default: 1)"_s, u"N"_s},
         [](auto& in, auto n, auto& p) { readPlace(in, n, p.view.sequence); }},
        {{u"cell"_s, u"lock the cell of query Q and key K, from 1"_s, u"Q,K"_s},
         [](auto& in, auto n, auto& p) { p.view.cell = cellOf(in, n); }},
        {{u"compare"_s,
          u"A: another FILE.headscope or example, beside what is shown or computed as B"_s, u"A"_s},
         readCompare},
        {pathOption(), readPath},
        {{u"step"_s, u"of shapes: the step, such as transpose"_s, u"STEP"_s},
         [](auto& in, auto n, auto& p) { p.view.step = in.text(n).toStdString(); }},
        {{u"progress"_s,
          u"of shapes and steps: how far the move is, %1 (default: %2)"_s
              .arg(boundsWords(wholeMove))
              .arg(wholeMove.high),
          u"P"_s},
         [](auto& in, auto n, auto& p) { in.number(n, wholeMove, p.view.progress); }},
        {elementOption(), [](auto& in, auto n, auto& p) { readElement(in, n, p.view.element); }},
        {{u"measure"_s,
          u"of layers: what stands under each head: %1 (default: entropy_bits)"_s.arg(
              measureNames()),
          u"NAME"_s},
         readMeasure},
        {{u"order"_s,
          u"of layers, by that: number (default), layers, heads, both, or within each layer; of "
          "steps, how a product is told: dot (default), rows, or heads for that with W_O"_s,
          u"ORDER"_s},
         readOrder},
    });
    return table;
}

std::optional<std::pair<Index, Index>> cellOf(OptionReader& reader, const char* option) {
    const auto cell = numbersOf(reader, option, u"^([0-9]{1,6}),([0-9]{1,6})$"_s,
                                "a query and a key from 1, such as 10,6");
    return cell.empty() ? std::nullopt : std::optional(std::pair(cell[0] - 1, cell[1] - 1));
}

std::optional<CellSpan> zoomOf(OptionReader& reader, const char* option) {
    const char* const spans = "rows and columns from 1, such as 3-9,1-12";
    const auto zoom = numbersOf(reader, option,
                                u"^([0-9]{1,6})-([0-9]{1,6}),([0-9]{1,6})-([0-9]{1,6})$"_s, spans);
    if (zoom.empty())
        return std::nullopt;
    const CellSpan part{zoom[0] - 1, zoom[1], zoom[2] - 1, zoom[3]};
    if (part.rows() < 1 || part.columns() < 1)
        reader.refuse(option, spans);
    return part;
}

QString misfitOfRun(const ShownPage& request, const Run& run) {
    if (request.view.head && *request.view.head >= run.heads())
        return u"--head %1: there are %2 heads"_s.arg(*request.view.head + 1).arg(run.heads());
    if (request.view.sequence && *request.view.sequence >= run.batch())
        return u"--sequence %1: there are %2 sequences"_s.arg(*request.view.sequence + 1)
            .arg(run.batch());
    return {};
}

QString showBlock(MainWindow& window, const ShownPage& page) {
    if (const QString wrong = misfit(page, window.workspace().scene()); !wrong.isEmpty())
        return wrong;
    if (page.view.scope)
        window.workspace().showScope(*page.view.scope);
    return misfitOfBlock(page, window.workspace().scene());
}

QString showPlace(MainWindow& window, const ShownPage& page) {
    window.workspace().look(page.view);
    window.settle(); // the tabs come with the scene
    return misfitOfStage(page, window.workspace());
}

QString showMoment(MainWindow& window, const ShownPage& page) {
    if (const QString wrong = misfitOfPage(page, window.pages()); !wrong.isEmpty())
        return wrong;
    const Status fits = window.pages().page().showView(page.view);
    window.settle();
    return fits ? QString() : printable(fits.error());
}

Status showComparison(MainWindow& window, const ShownPage& page) {
    if (!page.compared)
        return Done{};
    auto* comparing = qobject_cast<ComparingPage*>(&window.pages().page());
    comparing->setComparing(true);
    window.workspace().comparisons().carryOut(want::CompareSide{false, *page.compared});
    window.settle();
    const auto& compared = window.workspace().scene().compared;
    return compared && compared->error ? Status(*compared->error) : Done{};
}

} // namespace headscope
