// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_panel.h"

#include "pages/shapes/shapes_words.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr int largestSize = 1 << 24;
constexpr int mostLegendRows = 8;

} // namespace

ShapesPanel::ShapesPanel(QWidget* parent)
    : QWidget(parent)
    , m_form(this, new QVBoxLayout(this)) {
    layout()->setContentsMargins(panelPadding, panelPadding, panelPadding, panelPadding);
    layout()->setSpacing(6);
    declareNumbers();
    m_form.rows()->addSpacing(10);
    declareLayout();
    m_form.rows()->addSpacing(10);
    declareColours();
    m_form.rows()->addSpacing(10);
    declareShown();
    m_form.rows()->addStretch(1);
    m_form.texts([this] {
        showWidthSymbol();
        showWrongWays();
        showLegend();
    });
}

template <class T> Binding<T> ShapesPanel::bound(T ShapesOptions::*member) {
    return {[this, member] { return m_scene.options.*member; },
            [this, member](const T& value, const EditName&) -> Status {
                propose([&](ShapesOptions& options) { options.*member = value; });
                return Done{};
            }};
}

void ShapesPanel::declareNumbers() {
    m_form.title(QT_TR_NOOP("Numbers"));
    m_form
        .choice(bound(&ShapesOptions::values),
                {{QT_TR_NOOP("of the experiment"), ShapesValues::Experiment},
                 {"arange", ShapesValues::Arange}})
        .label(QT_TR_NOOP("values"), QT_TR_NOOP("Values"))
        .tip(QT_TR_NOOP("Which numbers the cells hold"));
    m_form
        .choice(bound(&ShapesOptions::of), {{QT_TR_NOOP("query"), SplitOf::Query},
                                            {QT_TR_NOOP("key"), SplitOf::Key},
                                            {QT_TR_NOOP("value"), SplitOf::Value}})
        .label(QT_TR_NOOP("tensor"), QT_TR_NOOP("Tensor"))
        .tip(QT_TR_NOOP("Which projection is split"))
        .when([this] {
            return m_scene.options.values == ShapesValues::Experiment &&
                   m_scene.options.path == LayoutPath::Split;
        });
    const auto size = [this](Size which, const char* label, const char* name) {
        auto* box = m_sizes[which] = new SizeSpinBox(this);
        box->setRange(1, largestSize);
        m_sizeRows[which] = m_form.add(box).label(label, name).row();
        connect(box, &QSpinBox::valueChanged, &m_form, [this, which] { proposeSizes(which); });
    };
    size(Batch, QT_TR_NOOP("batch bs"), QT_TR_NOOP("Batch size"));
    size(Sequence, QT_TR_NOOP("tokens seq"), QT_TR_NOOP("Sequence length"));
    size(ModelDim, "d_{model}", QT_TR_NOOP("Model width"));
    size(Heads, QT_TR_NOOP("heads"), QT_TR_NOOP("Number of heads"));
    m_headDim = new QLabel(this);
    m_headDim->setFont(numberFont(13));
    layout()->addWidget(m_headDim);
}

void ShapesPanel::declareLayout() {
    m_form.title(QT_TR_NOOP("Layout"));
    FormField& order = m_form
                           .choice(bound(&ShapesOptions::order),
                                   {{QT_TR_NOOP("batch first"), MemoryOrder::BatchFirst},
                                    {QT_TR_NOOP("sequence first"), MemoryOrder::SequenceFirst},
                                    {QT_TR_NOOP("rows only"), MemoryOrder::Unbatched}})
                           .label(QT_TR_NOOP("memory"), QT_TR_NOOP("Memory order"))
                           .tip(QT_TR_NOOP("Which axis comes first in memory"));
    order.prepared([this, &order] {
        order.row()->setEnabled(m_scene.options.path != LayoutPath::SideBySide);
    });
    m_form
        .choice(bound(&ShapesOptions::path), {{QT_TR_NOOP("split"), LayoutPath::Split},
                                              {QT_TR_NOOP("merge"), LayoutPath::Merge},
                                              {QT_TR_NOOP("side by side"), LayoutPath::SideBySide}})
        .label(QT_TR_NOOP("direction"), QT_TR_NOOP("Direction"))
        .tip(QT_TR_NOOP("Into heads or back"));
}

void ShapesPanel::declareColours() {
    m_form.title(QT_TR_NOOP("Colour"));
    m_form.buttons(bound(&ShapesOptions::colour),
                   {{QT_TR_NOOP("by head"), ShapesColour::Head},
                    {QT_TR_NOOP("by token"), ShapesColour::Token},
                    {QT_TR_NOOP("by sample"), ShapesColour::Sample}});
    m_legend = new QLabel(this);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setFont(textFont(13));
    layout()->addWidget(m_legend);
}

void ShapesPanel::declareShown() {
    m_form.check(bound(&ShapesOptions::wrongShown)).label(QT_TR_NOOP("Show the wrong way"));
    m_wrongWay = new QComboBox(this);
    m_wrongWay->setFont(textFont(13));
    m_wrongWay->setFocusPolicy(Qt::StrongFocus);
    m_wrongWay->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_form.add(m_wrongWay).name(QT_TR_NOOP("Wrong way"));
    layout()->addWidget(m_wrongWay);
    connect(m_wrongWay, &QComboBox::activated, this, [this](int index) {
        if (m_scene.isEmpty())
            return;
        const std::vector<WrongWay> ways = wrongWays(m_scene.model->right);
        const auto chosen = static_cast<std::size_t>(index);
        if (chosen < ways.size())
            propose([&](ShapesOptions& options) { options.wrongWay = ways[chosen]; });
    });
    m_wrongPlace = noteLabel(this, QPalette::PlaceholderText);
    layout()->addWidget(m_wrongPlace);
    m_form.check(bound(&ShapesOptions::placesShown))
        .label(QT_TR_NOOP("Show places in memory"))
        .tip(QT_TR_NOOP("Of the number that is pointed at, from the split on: how its place is "
                        "counted from indices and strides"));
    m_form
        .check({[this] { return m_scene.display.reducedMotion; },
                [this](bool on, const EditName&) -> Status {
                    Q_EMIT reducedMotionAsked(on);
                    return Done{};
                }})
        .label(QT_TR_NOOP("Reduced motion"));
}

void ShapesPanel::propose(const std::function<void(ShapesOptions&)>& change) {
    ShapesOptions options = m_scene.options;
    change(options);
    if (!(options == m_scene.options))
        Q_EMIT optionsAsked(options);
}

std::array<Index, 4> ShapesPanel::shownSizes() const {
    const bool typed = m_scene.options.values == ShapesValues::Arange || m_scene.isEmpty();
    const LayoutSizes sizes = typed ? m_scene.options.sizes : m_scene.model->right.sizes();
    return {sizes.batch, sizes.sequence, sizes.heads * sizes.headDim, sizes.heads};
}

void ShapesPanel::refuseSizes(const QString& sentence) {
    m_refused = m_changed;
    m_sizeRows[m_changed]->showError(sentence);
}

void ShapesPanel::proposeSizes(Size changed) {
    for (FieldRow* row : m_sizeRows)
        row->clearError();
    m_changed = changed;
    // What was refused in another field is given up.
    if (const auto refused = std::exchange(m_refused, std::nullopt);
        refused && *refused != changed) {
        const QSignalBlocker quiet(m_sizes[*refused]);
        m_sizes[*refused]->setValue(static_cast<int>(shownSizes()[*refused]));
    }
    const Index modelDim = m_sizes[ModelDim]->value();
    const Index heads = m_sizes[Heads]->value();
    if (modelDim % heads != 0) {
        // Near numbers that divide, of the field that was changed.
        std::vector<int> offers;
        for (Index by = 1; by <= modelDim && offers.size() < 2; ++by) {
            for (const Index near : changed == Heads ? std::array{heads - by, heads + by}
                                                     : std::array{modelDim - by, modelDim + by}) {
                const bool fits = changed == Heads
                                      ? near >= 1 && near <= modelDim && modelDim % near == 0
                                      : near >= 1 && near % heads == 0;
                if (fits && offers.size() < 2)
                    offers.push_back(static_cast<int>(near));
            }
        }
        m_sizeRows[changed == Heads ? Heads : ModelDim]->showError(
            tr("%1 heads do not divide %2 = %3")
                .arg(qint64{heads})
                .arg(widthSymbol().remove(u'{').remove(u'}'))
                .arg(qint64{modelDim}),
            offers);
        return;
    }
    if (!m_scene.isEmpty() && m_scene.options.values == ShapesValues::Experiment) {
        Q_EMIT experimentSizesAsked(
            {m_sizes[Batch]->value(), m_sizes[Sequence]->value(), heads, modelDim / heads});
        return;
    }
    propose([&](ShapesOptions& options) {
        options.sizes = {m_sizes[Batch]->value(), m_sizes[Sequence]->value(), heads,
                         modelDim / heads};
    });
}

void ShapesPanel::setShapes(const ShapesScene& scene) {
    // Time and the pointer change nothing here: a frame costs the panel nothing.
    const bool same = scene.model == m_scene.model && scene.options == m_scene.options &&
                      scene.error == m_scene.error &&
                      scene.display.reducedMotion == m_scene.display.reducedMotion && m_shown;
    const bool otherModel = scene.model != m_scene.model;
    m_scene = scene;
    if (same)
        return;
    if (otherModel) { // what was refused of the one before says nothing of this one
        m_refused.reset();
        for (FieldRow* row : m_sizeRows)
            row->clearError();
    }
    // Of 0, 1, 2 … nothing but the sizes can be wrong.
    if (scene.error && scene.options.values == ShapesValues::Arange)
        m_sizeRows[m_changed]->showError(translated(*scene.error));
    m_shown = true;
    const ShapesOptions& options = scene.options;
    m_form.show();
    m_wrongWay->setEnabled(options.wrongShown);
    showSizes();
    if (!scene.isEmpty() && scene.model->id != m_shownModel) {
        m_shownModel = scene.model->id;
        showWrongWays();
    }
    showLegend();
}

void ShapesPanel::showSizes() {
    const ShapesOptions& options = m_scene.options;
    const bool typed = options.values == ShapesValues::Arange || m_scene.isEmpty();
    const LayoutSizes sizes = typed ? options.sizes : m_scene.model->right.sizes();
    const std::array<Index, 4> values = shownSizes();
    for (const Size size : {Batch, Sequence, ModelDim, Heads}) {
        // What was typed and refused stays until another value comes.
        if (std::ranges::any_of(m_sizeRows, &FieldRow::hasError))
            continue;
        const QSignalBlocker quiet(m_sizes[size]);
        m_sizes[size]->setValue(static_cast<int>(values[size]));
    }
    showWidthSymbol();
    m_sizeRows[Sequence]->setEnabled(options.order != MemoryOrder::Unbatched ||
                                     options.path == LayoutPath::SideBySide);
    m_sizeRows[Batch]->setEnabled(options.path != LayoutPath::SideBySide);
    const bool ofValues =
        options.path != LayoutPath::Split || (!typed && options.of == SplitOf::Value);
    m_headDim->setText(QStringLiteral("%1 = %2 ÷ %3 = %4")
                           .arg(ofValues ? QStringLiteral("d_v") : QStringLiteral("d_k"))
                           .arg(qint64{sizes.heads * sizes.headDim})
                           .arg(qint64{sizes.heads})
                           .arg(qint64{sizes.headDim}));
}

void ShapesPanel::showWidthSymbol() {
    m_sizeRows[ModelDim]->setTexts(widthSymbol(), tr("Model width"), {});
}

QString ShapesPanel::widthSymbol() const {
    // Heads of a width of their own: what is cut, or joined, is not as wide as the model.
    const QString modelDim = QStringLiteral("d_{model}");
    if (m_scene.isEmpty() || m_scene.options.values == ShapesValues::Arange)
        return modelDim;
    const Journey& journey = m_scene.model->right;
    const bool split = journey.path() == LayoutPath::Split;
    const Tensor& ofModel = split ? journey.steps().front().tensor : journey.steps().back().tensor;
    if (ofModel.shape().back() == journey.sizes().heads * journey.sizes().headDim)
        return modelDim;
    return split && m_scene.options.of != SplitOf::Value ? QStringLiteral("heads·d_{k}")
                                                         : QStringLiteral("heads·d_{v}");
}

void ShapesPanel::showWrongWays() {
    const QSignalBlocker quiet(m_wrongWay);
    m_wrongWay->clear();
    if (m_scene.isEmpty())
        return;
    const std::vector<WrongWay> ways = wrongWays(m_scene.model->right);
    for (const WrongWay& way : ways) {
        m_wrongWay->addItem(wrongWayName(m_scene.model->right, way));
        if (m_scene.model->wrong && way == m_scene.model->wrongWay)
            m_wrongWay->setCurrentIndex(m_wrongWay->count() - 1);
    }
    const ShapesModel& model = *m_scene.model;
    m_wrongPlace->setVisible(model.wrong.has_value());
    if (model.wrong)
        m_wrongPlace->setText(
            model.misplaced.misplaced() == 0
                ? misplacedSentence(model.right, model.misplaced)
                : tr("It stands beside the step %1.")
                      .arg(QString::fromStdString(stepName(model.right, model.right.arrangedStep()))
                               .replace(u' ', QChar::Nbsp)));
}

void ShapesPanel::showLegend() {
    if (m_scene.isEmpty())
        return;
    const LayoutSizes& sizes = m_scene.model->right.sizes();
    const ShapesColour colour = m_scene.options.colour;
    const Index groups = colour == ShapesColour::Head                             ? sizes.heads
                         : colour == ShapesColour::Sample                         ? sizes.batch
                         : m_scene.model->right.order() == MemoryOrder::Unbatched ? sizes.batch
                                                                                  : sizes.sequence;
    const AxisFamily family = colour == ShapesColour::Head     ? AxisFamily::Heads
                              : colour == ShapesColour::Sample ? AxisFamily::Batch
                                                               : AxisFamily::Sequence;
    QString legend = QStringLiteral("<table cellspacing='0' cellpadding='3' width='100%'>");
    for (Index group = 0; group < std::min<Index>(groups, mostLegendRows); ++group) {
        const QColor fill = headColour(static_cast<int>(group % 8), m_scene.display.theme);
        legend +=
            QStringLiteral("<tr><td width='20' align='center' style='background:%1;color:%2'>"
                           "<b>%3</b></td><td>&nbsp;%4</td><td align='right'>%5</td></tr>")
                .arg(fill.name(), textColourOn(fill.rgb()).name())
                .arg(qint64{group} + 1)
                .arg(axisLabel(family, group).toHtmlEscaped(),
                     tr("%n element(s)", nullptr, static_cast<int>(sizes.elements() / groups)));
    }
    legend += QStringLiteral("</table>");
    if (groups > mostLegendRows)
        legend += QStringLiteral("<div>…</div>");
    if (legend == m_shownLegend)
        return;
    m_shownLegend = legend;
    m_legend->setText(legend);
}

} // namespace headscope
