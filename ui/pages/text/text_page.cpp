// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/text/text_page.h"

#include "pages/attention_entry.h"
#include "pages/page_export.h"
#include "pages/text/text_view.h"
#include "words/labelled_matrix.h"
#include "words/statements.h"

namespace headscope {

TextPage::TextPage(QWidget* parent)
    : Page(parent, {.subject = ScopeKind::Attention})
    , m_view(new TextView(parent)) {
    connect(m_view, &TextView::hovered, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Hover{cell}); });
    connect(m_view, &TextView::locked, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Lock{cell}); });
    connect(m_view, &TextView::headAsked, this,
            [this](int panel) { Q_EMIT asked(want::Panel{panel}); });
    connect(m_view, &TextView::laidOut, this, &Page::changed);
}

PageWords TextPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Text");
    words.toolTip = tr("Where does this word look? The row of a head laid onto the text");
    words.action = tr("Te&xt view");
    return words;
}

QString TextPage::explanation() const {
    return tr("The whole text. Point at a token: its colour and that of every other token say how "
              "much of the attention the chosen head gives to it; the token that looks is framed. "
              "A click keeps the question. Left and right go to the token before and behind, up "
              "and down to another head. Between two texts the one that looks stands above.");
}

QList<KeyWords> TextPage::keys() const {
    return {{{QStringLiteral("←"), QStringLiteral("→")}, tr("the token before, the next one")},
            {{QStringLiteral("↑"), QStringLiteral("↓")}, tr("another head")},
            {{QStringLiteral("Enter")}, tr("hold the token")}};
}

Status TextPage::available(const Scene& scene) const {
    return checkAttention(scene);
}

bool TextPage::comesFirst(const Scene& scene) {
    constexpr std::size_t manyTokens = 40;
    if (scene.isEmpty())
        return false;
    const AxisTokens tokens = scene.run->tokens(nearestAttention(scene));
    const TokenLists* keys = tokens.keys ? tokens.keys : tokens.queries;
    const auto sequence = static_cast<std::size_t>(scene.selection.sequence);
    return keys && sequence < keys->size() && (*keys)[sequence].size() >= manyTokens;
}

std::optional<Selection> TextPage::entry(const Scene& scene) const {
    return weightsEntry(scene);
}

QWidget& TextPage::view() {
    return *m_view;
}

PageControls TextPage::controls() const {
    PageControls controls;
    controls.colours = m_view->colourPlace();
    return controls;
}

std::optional<LabelledMatrix> TextPage::matrix() const {
    return shownMatrix(scene());
}

namespace {
PageFigure textFigure(const QString& title, const Scene& scene) {
    const TextFigure usual;
    return {.title = title,
            .fileName = QStringLiteral("text"),
            .look = {QSize(static_cast<int>(usual.width), 0), usual.dotsPerInch},
            .heightFollows = true,
            .render = [scene](FigureFormat format, PageLook look) {
                TextFigure figure;
                figure.scene = PageExport::onPaper(scene, look.theme);
                figure.width = look.size.width();
                figure.dotsPerInch = look.dotsPerInch;
                return renderText(figure, format);
            }};
}
} // namespace

PageFigures TextPage::figures() {
    PageFigures figures = PageExport::only(textFigure(tr("text"), scene()));
    const std::optional<TensorName> tensor = shownTensor(scene());
    if (!tensor || !hasMeanOfHeads(*scene().trace, *tensor))
        return figures;
    Scene mean = scene();
    // Behind the heads.
    mean.selection.panel =
        static_cast<int>(slicesOf(*mean.trace, *tensor, mean.selection.sequence).size());
    figures.stills.push_back(textFigure(tr("mean of the heads"), mean));
    figures.stills.back().fileName = QStringLiteral("text-mean");
    figures.stills.back().part = "mean";
    return figures;
}

void TextPage::show(const Scene& scene) {
    const auto before = controls();
    m_view->setScene(scene);
    if (!(before == controls()))
        Q_EMIT changed();
}

} // namespace headscope
