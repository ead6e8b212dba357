// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lens/lens_page.h"

#include "pages/lens/lens_words.h"
#include "pages/lens/model_grid_view.h"
#include "pages/page_export.h"
#include "support/execution.h"

namespace headscope {

LensPage::LensPage(QWidget* parent)
    : Page(parent, {.needsPieces = true})
    , m_view(new ModelGridView(parent))
    , m_runner(
          [](const std::shared_ptr<const Run>& run, const CancellationToken& token) {
              RunOptions options;
              options.cancellation = token;
              options.threads = allThreads();
              const auto lens = logitLens(run->origin().model->checkpoint, *run->trace(), options);
              return std::pair(run, lens ? std::make_shared<const LogitLens>(*lens) : nullptr);
          },
          [this](std::pair<std::shared_ptr<const Run>, Lens>&& outcome) {
              take(outcome.first, outcome.second);
          }) {
    connect(m_view, &ModelGridView::chosen, this, [this](const CellPlace& cell) {
        if (!m_of || cell.row == 0)
            return;
        const auto& model = m_of->origin().model->checkpoint.config.model;
        const ModelPart stack = predictingStack(model);
        Q_EMIT asked(want::Place{Scope::of(stack, cell.row - 1, Sublayer::SelfAttention).path()});
    });
}

PageWords LensPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Lens");
    words.toolTip = tr("What each layer would say at each token");
    words.action = tr("Lens, layer &by layer");
    return words;
}

QString LensPage::explanation() const {
    return tr("The logit lens: what stands behind each layer goes through the final norm and is "
              "multiplied by the vocabulary, as if that layer were the last. Each cell has the "
              "likeliest token and its probability; pointing at it tells the next two, a click "
              "goes to that layer. The last row is what the model says.");
}

QList<KeyWords> LensPage::keys() const {
    return {{{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the cell above, below")},
            {{QStringLiteral("Enter")}, tr("go to that layer")}};
}

Status LensPage::available(const Scene& scene) const {
    if (!scene.isEmpty() && scene.run->origin().model &&
        scene.run->origin().model->checkpoint.predicts)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "only a trained model that predicts tokens has "
                                                  "something to say at each layer"));
}

QWidget& LensPage::view() {
    return *m_view;
}

void LensPage::show(const Scene& scene) {
    if (scene.isEmpty() || !available(scene)) {
        m_runner.forget();
        m_asked.reset();
        return take(nullptr, nullptr);
    }
    if (scene.run != m_asked) {
        m_asked = scene.run;
        m_runner.request(scene.run); // until then the old one stays
    }
    draw();
}

void LensPage::take(const std::shared_ptr<const Run>& run, const Lens& lens) {
    m_of = run;
    m_lens = lens;
    draw();
    Q_EMIT changed();
}

Scene LensPage::lensScene() const {
    Scene of = scene();
    of.run = m_of;
    return of;
}

void LensPage::draw() {
    m_view->setGrid(m_lens ? lensGrid(lensScene(), *m_lens) : ModelGrid(),
                    scene().display.textScale);
}

PageFigures LensPage::figures() {
    if (!m_lens)
        return PageExport::none(
            available(scene()),
            makeError(HEADSCOPE_MESSAGE("Message", "what each layer would say is not there yet")));
    const auto paper = [of = lensScene(), lens = m_lens](ThemeKind theme) {
        return lensGrid(PageExport::onPaper(of, theme), *lens);
    };
    PageFigure figure = gridFigure(tr("lens"), QStringLiteral("lens"), m_view->grid(), paper);
    figure.table = [run = m_of, lens = m_lens] {
        return lensTable(*lens, run->origin().model->vocabulary);
    };
    return PageExport::only(std::move(figure));
}

} // namespace headscope
