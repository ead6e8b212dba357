// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/spin_boxes.h"
#include "pages/shapes/shapes_words.h"
#include "scene/error_text.h"
#include "scene/fonts.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr int largestSize = 1 << 24;
constexpr int mostLegendRows = 8;

void choose(QComboBox* combo, int value) {
    const QSignalBlocker quiet(combo);
    combo->setCurrentIndex(combo->findData(value));
}

/// Keeps the current choice while the texts change.
void setTexts(QComboBox* combo, const QList<std::pair<QString, int>>& entries) {
    const QSignalBlocker quiet(combo);
    const QVariant current = combo->currentData();
    combo->clear();
    for (const auto& [text, value] : entries)
        combo->addItem(text, value);
    combo->setCurrentIndex(std::max(0, combo->findData(current)));
}

} // namespace

ShapesPanel::ShapesPanel(QWidget* parent)
    : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, panelPadding);
    rows->setSpacing(6);
    const auto combo = [this] {
        auto* made = new QComboBox(this);
        made->setFont(textFont(13));
        made->setFocusPolicy(Qt::StrongFocus);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        return made;
    };
    m_numbersTitle = addTitle();
    m_values = combo();
    m_valuesRow = addRow(m_values);
    m_of = combo();
    m_ofRow = addRow(m_of);
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
        m_sizes[i] = new SizeSpinBox(this);
        m_sizes[i]->setRange(1, largestSize);
        m_sizeRows[i] = addRow(m_sizes[i]);
    }
    m_headDim = new QLabel(this);
    m_headDim->setFont(numberFont(13));
    rows->addWidget(m_headDim);
    rows->addSpacing(10);
    m_layoutTitle = addTitle();
    m_order = combo();
    m_orderRow = addRow(m_order);
    m_path = combo();
    m_pathRow = addRow(m_path);
    rows->addSpacing(10);
    m_colourTitle = addTitle();
    auto* colours = new QHBoxLayout;
    colours->setSpacing(0);
    m_colours = new QButtonGroup(this);
    for (const ShapesColour colour :
         {ShapesColour::Head, ShapesColour::Token, ShapesColour::Sample}) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setFont(textFont(13));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_colours->addButton(button, static_cast<int>(colour));
        colours->addWidget(button);
    }
    rows->addLayout(colours);
    m_legend = new QLabel(this);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setFont(textFont(13));
    rows->addWidget(m_legend);
    rows->addSpacing(10);
    const auto check = [&] {
        auto* made = new QCheckBox(this);
        made->setFont(textFont(13));
        rows->addWidget(made);
        return made;
    };
    m_wrong = check();
    m_wrongWay = combo();
    rows->addWidget(m_wrongWay);
    m_wrongPlace = new QLabel(this);
    m_wrongPlace->setWordWrap(true);
    m_wrongPlace->setFont(textFont(12));
    m_wrongPlace->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_wrongPlace);
    m_places = check();
    m_reducedMotion = check();
    rows->addStretch(1);
    connectFields();
    retranslate();
}

QLabel* ShapesPanel::addTitle() {
    auto* title = new QLabel(this);
    title->setFont(textFont(12, QFont::DemiBold));
    title->setForegroundRole(QPalette::PlaceholderText);
    layout()->addWidget(title);
    return title;
}

FieldRow* ShapesPanel::addRow(QWidget* control) {
    auto* row = new FieldRow(control, FieldRow::Layout::Beside, this);
    layout()->addWidget(row);
    return row;
}

void ShapesPanel::connectFields() {
    const auto connectCombo = [this](QComboBox* combo, auto apply) {
        connect(combo, &QComboBox::activated, this, [this, combo, apply](int index) {
            const int value = combo->itemData(index).toInt();
            propose([&](ShapesOptions& options) { apply(options, value); });
        });
    };
    connectCombo(m_values, [](ShapesOptions& options, int value) {
        options.values = static_cast<ShapesValues>(value);
    });
    connectCombo(
        m_of, [](ShapesOptions& options, int value) { options.of = static_cast<SplitOf>(value); });
    connectCombo(m_order, [](ShapesOptions& options, int value) {
        options.order = static_cast<MemoryOrder>(value);
    });
    connectCombo(m_path, [](ShapesOptions& options, int value) {
        options.path = static_cast<LayoutPath>(value);
    });
    connect(m_wrongWay, &QComboBox::activated, this, [this](int index) {
        if (m_scene.isEmpty())
            return;
        const std::vector<WrongWay> ways = wrongWays(m_scene.model->right);
        const auto chosen = static_cast<std::size_t>(index);
        if (chosen < ways.size())
            propose([&](ShapesOptions& options) { options.wrongWay = ways[chosen]; });
    });
    connect(m_colours, &QButtonGroup::idClicked, this, [this](int colour) {
        propose(
            [&](ShapesOptions& options) { options.colour = static_cast<ShapesColour>(colour); });
    });
    connect(m_wrong, &QCheckBox::clicked, this, [this](bool shown) {
        propose([&](ShapesOptions& options) { options.wrongShown = shown; });
    });
    connect(m_places, &QCheckBox::clicked, this, [this](bool shown) {
        propose([&](ShapesOptions& options) { options.placesShown = shown; });
    });
    connect(m_reducedMotion, &QCheckBox::clicked, this, &ShapesPanel::reducedMotionAsked);
    for (const Size size : {Batch, Sequence, ModelDim, Heads}) {
        connect(m_sizes[size], &QSpinBox::valueChanged, this, [this, size] { proposeSizes(size); });
        connect(m_sizeRows[size], &FieldRow::offerTaken, this,
                [this, size](int value) { m_sizes[size]->setValue(value); });
    }
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
    choose(m_values, static_cast<int>(options.values));
    choose(m_of, static_cast<int>(options.of));
    choose(m_order, static_cast<int>(options.order));
    choose(m_path, static_cast<int>(options.path));
    m_ofRow->setVisible(options.values == ShapesValues::Experiment &&
                        options.path == LayoutPath::Split);
    m_orderRow->setEnabled(options.path != LayoutPath::SideBySide);
    if (QAbstractButton* colour = m_colours->button(static_cast<int>(options.colour)))
        colour->setChecked(true);
    m_wrong->setChecked(options.wrongShown);
    m_wrongWay->setEnabled(options.wrongShown);
    m_places->setChecked(options.placesShown);
    m_reducedMotion->setChecked(scene.display.reducedMotion);
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
    m_sizeRows[ModelDim]->setTexts(widthSymbol(), tr("Model width"), {});
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

void ShapesPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showWrongWays();
        showLegend();
    }
    QWidget::changeEvent(event);
}

void ShapesPanel::retranslate() {
    m_numbersTitle->setText(tr("Numbers"));
    m_layoutTitle->setText(tr("Layout"));
    m_colourTitle->setText(tr("Colour"));
    m_valuesRow->setTexts(tr("values"), tr("Values"), tr("Which numbers the cells hold"));
    setTexts(m_values, {{tr("of the experiment"), static_cast<int>(ShapesValues::Experiment)},
                        {QStringLiteral("arange"), static_cast<int>(ShapesValues::Arange)}});
    m_ofRow->setTexts(tr("tensor"), tr("Tensor"), tr("Which projection is split"));
    setTexts(m_of, {{tr("query"), static_cast<int>(SplitOf::Query)},
                    {tr("key"), static_cast<int>(SplitOf::Key)},
                    {tr("value"), static_cast<int>(SplitOf::Value)}});
    m_sizeRows[Batch]->setTexts(tr("batch bs"), tr("Batch size"), {});
    m_sizeRows[Sequence]->setTexts(tr("tokens seq"), tr("Sequence length"), {});
    m_sizeRows[ModelDim]->setTexts(widthSymbol(), tr("Model width"), {});
    m_sizeRows[Heads]->setTexts(tr("heads"), tr("Number of heads"), {});
    m_orderRow->setTexts(tr("memory"), tr("Memory order"), tr("Which axis comes first in memory"));
    setTexts(m_order, {{tr("batch first"), static_cast<int>(MemoryOrder::BatchFirst)},
                       {tr("sequence first"), static_cast<int>(MemoryOrder::SequenceFirst)},
                       {tr("rows only"), static_cast<int>(MemoryOrder::Unbatched)}});
    m_pathRow->setTexts(tr("direction"), tr("Direction"), tr("Into heads or back"));
    setTexts(m_path, {{tr("split"), static_cast<int>(LayoutPath::Split)},
                      {tr("merge"), static_cast<int>(LayoutPath::Merge)},
                      {tr("side by side"), static_cast<int>(LayoutPath::SideBySide)}});
    const QString colours[] = {tr("by head"), tr("by token"), tr("by sample")};
    for (int i = 0; i < 3; ++i)
        m_colours->button(i)->setText(colours[i]);
    m_wrong->setText(tr("Show the wrong way"));
    m_wrongWay->setAccessibleName(tr("Wrong way"));
    m_places->setText(tr("Show places in memory"));
    m_reducedMotion->setText(tr("Reduced motion"));
}

} // namespace headscope
