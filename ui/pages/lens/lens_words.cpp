// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lens/lens_words.h"

#include "scene/value_range.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"
#include "words/off_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

struct LensTexts {
    Q_DECLARE_TR_FUNCTIONS(Lens)
};
struct PartsTexts {
    Q_DECLARE_TR_FUNCTIONS(Parts)
};

const OpenModel& modelOf(const Scene& scene) {
    return *scene.run->origin().model;
}

QString tokenText(const OpenModel& model, Index id) {
    return visibleWord(model.vocabulary[static_cast<std::size_t>(id)]);
}

QStringList tokensOf(const Scene& scene) {
    QStringList words;
    for (const std::string& token : scene.run->labels().tokens.front())
        words << visibleWord(token);
    return words;
}

QString shareText(double value) {
    return cellText(static_cast<float>(value), 5);
}

/// "+0.48", "−0.05", "+<.01".
QString signedText(double value, int decimals) {
    const double unit = std::pow(10, -decimals);
    const bool bound = value != 0 && std::abs(value) < unit / 2;
    const QString digits = bound ? u'<' + QString::number(unit, 'f', decimals).mid(1)
                                 : QString::number(std::abs(value), 'f', decimals);
    return (value < 0 ? QChar(0x2212) : u'+') + digits;
}

/// From when on the model says what it says, in words.
QString decidedText(const Scene& scene, const LogitLens& lens) {
    const std::optional<Index>& place = scene.run->origin().askedPlace;
    if (!place)
        return LensTexts::tr("What each layer would say");
    const QString word = quotedToken(modelOf(scene), lens.at(lens.depths - 1, *place).front().id);
    const Index depth = lens.decidedAt(*place);
    if (depth == 0)
        return LensTexts::tr("Before the first layer already it says %1").arg(word);
    if (depth == lens.depths - 1)
        return LensTexts::tr("Only the last layer says %1").arg(word);
    return LensTexts::tr("From layer %1 on it says %2").arg(depth).arg(word);
}

/// What the stream behind a layer goes through.
QString throughText(const LogitLens& lens) {
    if (lens.lastNorm)
        return LensTexts::tr("What each layer would say, were it the last: what stands behind it, "
                             "through the final norm and the vocabulary");
    if (lens.transforms)
        return LensTexts::tr("What each layer would say, were it the last: what stands behind it, "
                             "through the layer of the prediction and the vocabulary");
    return LensTexts::tr("What each layer would say, were it the last: what stands behind it, "
                         "through the vocabulary");
}

QString depthName(Index depth) {
    return depth == 0 ? LensTexts::tr("no layer") : LensTexts::tr("layer %1").arg(depth);
}

/// Of one cell: its best words.
QString lensTip(const Scene& scene, const LogitLens& lens, Index depth, Index place) {
    QStringList lines{depth == 0 ? LensTexts::tr("before the first layer")
                                 : LensTexts::tr("after layer %1").arg(depth)};
    int rank = 1;
    for (const LensWord& word : lens.at(depth, place)) {
        if (word.id >= 0)
            lines << LensTexts::tr("%1. %2 %3")
                         .arg(rank++)
                         .arg(quotedToken(modelOf(scene), word.id), shareText(word.probability));
    }
    if (depth > 0)
        lines << LensTexts::tr("A click goes to that layer.");
    return lines.join(u'\n');
}

/// The range of what is drawn, and the colours around 0.
void paintAroundZero(ModelGrid& grid, const Scene& scene, const std::vector<double>& values) {
    double most = 0;
    for (const double value : values)
        most = std::max(most, std::isfinite(value) ? std::abs(value) : 0);
    const ColourMap map = mapOf(TensorName::Scores, scene.display.map);
    const ValueRange range = rangeUpTo(most, false);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i]))
            grid.cells[i].ground = colourOf(map, range, static_cast<float>(values[i]));
    }
    grid.ramp = colourRamp(map, 64);
    grid.low = rangeText(range.low);
    grid.high = u'+' + rangeText(range.high);
}

double sumOfHeads(const HeadContributions& shares) {
    double sum = 0;
    for (const auto& layer : shares.layers)
        sum = std::accumulate(layer.heads.begin(), layer.heads.end(), sum);
    return sum;
}

double sumOfFeedForward(const HeadContributions& shares) {
    double sum = 0;
    for (const auto& layer : shares.layers)
        sum += layer.feedForward;
    return sum;
}

/// "The largest head, layer 3, head 2, adds 0.48."
QString largestText(const HeadParts& parts) {
    const std::vector<RatedHead> heads = ratedHeads(parts, PartsBy::Share);
    if (heads.empty())
        return {};
    return PartsTexts::tr("The head that adds most, %1: %2")
        .arg(headName(heads.front().place), heads.front().text);
}

QString sharesTitle(const Scene& scene, const HeadContributions& shares) {
    const QString word = quotedToken(modelOf(scene), shares.question.target);
    const double heads = sumOfHeads(shares);
    const double feed = sumOfFeedForward(shares);
    if (std::abs(feed) > std::abs(heads))
        return PartsTexts::tr("%1: feed-forward %2, heads %3")
            .arg(word, signedText(feed, 2), signedText(heads, 2));
    return PartsTexts::tr("%1: heads %2, feed-forward %3")
        .arg(word, signedText(heads, 2), signedText(feed, 2));
}

void addHeadCells(ModelGrid& grid, std::vector<double>& values, const Scene& scene, Index layer,
                  const std::function<std::optional<double>(Index)>& valueOf, int decimals) {
    const HeadsOff& off = *scene.run->origin().off;
    const Index heads = modelOf(scene).checkpoint.config.attention.heads;
    for (Index head = 0; head < heads; ++head) {
        const HeadPlace place = headOf(layer, head);
        const std::optional<double> value = valueOf(head);
        ModelGrid::Cell cell;
        cell.off = off.contains(place);
        if (value) {
            cell.number = signedText(*value, decimals);
            cell.tip = headName(place) + QStringLiteral(": ") + numberText(*value, 6);
            if (cell.off)
                cell.tip += u'\n' + offMarkName();
            cell.tip += u'\n' + PartsTexts::tr("A click goes to that head, X switches it off.");
        }
        values.push_back(value.value_or(std::nan("")));
        grid.cells.push_back(std::move(cell));
    }
}

ModelGrid sharesGrid(const Scene& scene, const HeadParts& parts) {
    const HeadContributions& shares = *parts.shares;
    ModelGrid grid;
    std::vector<double> values;
    for (std::size_t layer = 0; layer < shares.layers.size(); ++layer) {
        addHeadCells(
            grid, values, scene, static_cast<Index>(layer),
            [&](Index head) { return shares.of(shares.layers[layer].attention, head); }, 2);
        const double feed = shares.layers[layer].feedForward;
        values.push_back(feed);
        grid.cells.push_back({{},
                              signedText(feed, 2),
                              0,
                              PartsTexts::tr("feed-forward network of layer %1: %2")
                                  .arg(layer + 1)
                                  .arg(numberText(feed, 6))});
    }
    grid.title = sharesTitle(scene, shares);
    grid.subtitle =
        PartsTexts::tr("Its logit %1, taken apart behind the final norm as it was; all parts sum "
                       "to it")
            .arg(fixedText(shares.logit, 2));
    grid.scale = PartsTexts::tr("share of the logit");
    grid.notes << largestText(parts)
               << PartsTexts::tr("beside these: embedding %1 · biases %2 · shift of the norm %3")
                      .arg(signedText(shares.embedding, 2), signedText(shares.biases, 2),
                           signedText(shares.shift, 2));
    paintAroundZero(grid, scene, values);
    return grid;
}

ModelGrid effectsGrid(const Scene& scene, const HeadParts& parts) {
    const HeadEffects& effects = *parts.effects;
    const CheckpointConfig& config = modelOf(scene).checkpoint.config;
    ModelGrid grid;
    std::vector<double> values;
    for (Index layer = 0; layer < config.model.layers; ++layer)
        addHeadCells(
            grid, values, scene, layer,
            [&](Index head) -> std::optional<double> {
                const auto at = static_cast<std::size_t>(layer * config.attention.heads + head);
                return effects.heads[at].probabilityOff - effects.probability;
            },
            3);
    const std::vector<RatedHead> heads = ratedHeads(parts, PartsBy::Off);
    grid.title =
        PartsTexts::tr("%1 without one head: it had %2")
            .arg(quotedToken(modelOf(scene), effects.target), shareText(effects.probability));
    grid.subtitle = PartsTexts::tr("How its probability changes where that head is switched off "
                                   "and the model runs on from there");
    grid.scale = PartsTexts::tr("change of the probability");
    if (!heads.empty() && heads.front().value < 0)
        grid.notes << PartsTexts::tr("The head that it needs most, %1: %2")
                          .arg(headName(heads.front().place), heads.front().text);
    paintAroundZero(grid, scene, values);
    return grid;
}

/// What stands there before the heads are tried.
ModelGrid untriedGrid(const Scene& scene, const HeadParts& parts) {
    ModelGrid grid;
    grid.theme = scene.display.theme;
    if (!parts.question)
        return grid;
    grid.title = PartsTexts::tr("%1 without one head")
                     .arg(quotedToken(modelOf(scene), parts.question->target));
    grid.subtitle =
        parts.shares
            ? PartsTexts::tr("“Try each head” runs the model once without each of them")
            : PartsTexts::tr("Behind each sum stands a norm: heads have no share of their own. "
                             "Try each head");
    return grid;
}

} // namespace

HeadPlace headOf(Index layer, Index head) {
    return {Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention), head};
}

QString quotedToken(const OpenModel& model, Index id) {
    return PartsTexts::tr("“%1”").arg(spacedWord(model.vocabulary[static_cast<std::size_t>(id)]));
}

ModelGrid lensGrid(const Scene& scene, const LogitLens& lens) {
    const OpenModel& model = modelOf(scene);
    ModelGrid grid;
    grid.theme = scene.display.theme;
    grid.title = decidedText(scene, lens);
    grid.subtitle = throughText(lens);
    grid.corner = LensTexts::tr("token →");
    grid.columns = tokensOf(scene).mid(0, lens.places);
    for (Index depth = 0; depth < lens.depths; ++depth) {
        grid.rows << depthName(depth);
        for (Index place = 0; place < lens.places; ++place) {
            const LensWord& best = lens.at(depth, place).front();
            grid.cells.push_back({tokenText(model, best.id), shareText(best.probability),
                                  colourOf(scene.display.map, ValueRange{0, 1},
                                           static_cast<float>(best.probability)),
                                  lensTip(scene, lens, depth, place)});
        }
    }
    if (const auto& place = scene.run->origin().askedPlace; place && *place < lens.places)
        grid.askedColumn = static_cast<int>(*place);
    grid.ramp = colourRamp(scene.display.map, 64);
    grid.low = QStringLiteral("0");
    grid.high = QStringLiteral("1");
    grid.scale = LensTexts::tr("probability of the likeliest token");
    return grid;
}

ModelGrid partsGrid(const Scene& scene, const HeadParts& parts, PartsBy by) {
    const bool known = by == PartsBy::Share ? parts.shares.has_value() : parts.effects.has_value();
    if (!known)
        return by == PartsBy::Share ? ModelGrid() : untriedGrid(scene, parts);
    ModelGrid grid = by == PartsBy::Share ? sharesGrid(scene, parts) : effectsGrid(scene, parts);
    const CheckpointConfig& config = modelOf(scene).checkpoint.config;
    for (Index head = 0; head < config.attention.heads; ++head)
        grid.columns << PartsTexts::tr("head %1").arg(head + 1);
    if (by == PartsBy::Share)
        grid.columns << PartsTexts::tr("feed-forward");
    for (Index depth = 1; depth <= config.model.layers; ++depth)
        grid.rows << depthName(depth);
    if (scene.run->origin().off->any())
        grid.off = offMarkName();
    grid.theme = scene.display.theme;
    return grid;
}

std::vector<RatedHead> ratedHeads(const HeadParts& parts, PartsBy by) {
    std::vector<RatedHead> heads;
    if (by == PartsBy::Share && parts.shares) {
        for (const auto& layer : parts.shares->layers) {
            for (std::size_t head = 0; head < layer.heads.size(); ++head)
                heads.push_back({{*Scope::parse(layer.attention), static_cast<Index>(head)},
                                 layer.heads[head],
                                 signedText(layer.heads[head], 2)});
        }
        std::ranges::stable_sort(heads, std::greater(), &RatedHead::value);
    }
    if (by == PartsBy::Off && parts.effects) {
        for (const HeadEffect& effect : parts.effects->heads) {
            const double change = effect.probabilityOff - parts.effects->probability;
            heads.push_back({headOf(effect.layer, effect.head), change, signedText(change, 3)});
        }
        std::ranges::stable_sort(heads, std::less(), &RatedHead::value);
    }
    return heads;
}

} // namespace headscope
