// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_page.h"

#include "figure/figure_page.h"
#include "pages/norm/norm_sheet.h"
#include "pages/norm/norm_view.h"
#include "pages/page_export.h"
#include "words/joined.h"
#include "words/labelled_matrix.h"

namespace headscope {

NormPage::NormPage(QWidget* parent)
    : Page(parent, {.subject = ScopeKind::Norm})
    , m_view(new NormView(parent)) {
    connect(m_view, &NormView::laidOut, this, &Page::changed);
    connect(m_view, &NormView::hovered, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Hover{cell}); });
    connect(m_view, &NormView::said, this, &Page::said);
    connect(m_view, &NormView::released, this, [this] { Q_EMIT asked(want::Lock{}); });
    connect(
        m_view, &NormView::cellAsked, this,
        [this](const std::string& scope, Stage stage, std::size_t tensor, const PanelCell& cell) {
            Q_EMIT asked(want::Place{scope});
            Q_EMIT asked(want::StageOf{stage, tensor});
            Q_EMIT asked(want::Lock{cell});
        });
    connect(m_view, &NormView::comparisonAsked, this, [this] { Q_EMIT asked(want::BothNorms{}); });
    connect(m_view, &NormView::parameterTyped, this,
            [this](const std::string& scope, TensorName name, Index feature, float value) {
                Q_EMIT asked(want::Number{scope, name, {feature}, value});
            });
}

PageWords NormPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Norm");
    return words;
}

QString NormPage::explanation() const {
    return tr("A row is a token, a column a feature. Layer norm takes mean μ and variance σ² of "
              "each row, batch norm of each column; they stand beside the rows and below the "
              "columns. γ and β are what each feature is then multiplied by and what is added to "
              "it. RMS norm takes the mean m of the squares of each row, and adds nothing.");
}

QList<KeyWords> NormPage::keys() const {
    return {{{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the cell above, below")},
            {{QStringLiteral("Enter")}, tr("lock the question")},
            {{QStringLiteral("F2")}, tr("type another number")}};
}

Status NormPage::available(const Scene& scene) const {
    if (scene.kind() == ScopeKind::Norm && isNormStage(scene.selection.stage))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "this block is no norm"));
}

QWidget& NormPage::view() {
    return *m_view;
}

std::optional<LabelledMatrix> NormPage::matrix() const {
    return shownMatrix(scene());
}

PageFigures NormPage::figures() {
    return PageExport::only(
        {.title = tr("norm"),
         .fileName = QStringLiteral("norm"),
         .look = {QSize(1200, 760)},
         .smallest = m_view->minimumSizeHint(),
         .render = [scene = scene()](FigureFormat format, PageLook look) -> Result<QByteArray> {
             if (const Status possible = checkFigureSize(look.size); !possible)
                 return possible.error();
             NormPicture picture(PageExport::onPaper(scene, look.theme));
             const QRectF area(QPointF(0, 0), look.size);
             picture.layOut(area, 0);
             FigurePage page;
             page.size = look.size;
             page.dotsPerInch = look.dotsPerInch;
             page.ground = theme(look.theme).base;
             page.title = picture.subtitles().value(0);
             QStringList sides;
             for (const NormBlock& side : picture.sides())
                 sides << picture.sideTitle(side);
             page.description = joined(sides);
             page.paint = [&](FigureCanvas& canvas) {
                 paintNorm(canvas, picture, {.area = area, .hovered = {}, .onPaper = true});
             };
             return renderPage(page, format);
         }});
}

PageControls NormPage::controls() const {
    PageControls controls;
    controls.tensors = true;
    controls.values = true;
    controls.valuesFit = m_view->valuesFit();
    return controls; // both norms have one range, which nobody chooses
}

void NormPage::show(const Scene& scene) {
    m_view->setScene(scene);
}

} // namespace headscope
