// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/training.h"

#include "operations/backward/gradients.h"
#include "support/cancellation.h"

#include <cmath>
#include <map>

namespace headscope {

namespace {

/// A loss so many times that of the first step is an explosion.
constexpr double explosion = 1e3;

/// The gradients of all parameters in their order.
std::vector<Tensor> gradientsOf(const Gradients& gradients, const Parameters& parameters) {
    std::map<std::pair<std::string, TensorName>, std::size_t> steps;
    const std::vector<TraceStep>& run = gradients.run().steps();
    for (std::size_t i = 0; i < run.size(); ++i) {
        if (run[i].operation == Operation::Parameter)
            steps.emplace(std::pair(run[i].scope, run[i].name), i);
    }
    std::vector<Tensor> result;
    for (const Parameters::Entry& entry : parameters.entries()) {
        const auto found = steps.find({entry.scope.path(), tensorName(entry.role)});
        const bool has = found != steps.end() && gradients.has(found->second);
        result.push_back(has ? gradients[found->second]
                             : Tensor::filled(entry.tensor.shape(), entry.tensor.axes(), 0));
    }
    return result;
}

Status checkBatch(Index batch, const Dataset& data) {
    if (batch > static_cast<Index>(data.train.size()))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "a batch has %1 sentences and there are %2 to "
                                           "learn from; make the batch smaller"),
                         batch, data.train.size());
    return Done{};
}

Error exploded(Index step, float rate) {
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "at step %1 the loss is no longer a number or has "
                                       "grown beyond all measure; a learning rate below "
                                       "%2 may help"),
                     step, rate);
}

} // namespace

Training::Training(TrainingRecipe recipe, std::shared_ptr<const Dataset> data)
    : m_recipe(std::move(recipe))
    , m_data(std::move(data)) {}

Result<Training> Training::create(const TrainingRecipe& recipe) {
    if (const Status valid = validate(recipe); !valid)
        return valid.error();
    Result<Dataset> data = makeDataset(datasetRequestOf(recipe));
    if (!data)
        return data.error();
    if (const Status fits = checkBatch(recipe.batch, *data); !fits)
        return fits.error();
    Training training(recipe, std::make_shared<const Dataset>(std::move(*data)));
    Result<Learner> learner = Learner::create(recipe, training.m_data);
    if (!learner)
        return learner.error();
    training.m_learner = std::make_shared<const Learner>(std::move(*learner));
    training.m_state.parameters = training.m_learner->initialParameters();
    return training;
}

Result<Training> Training::resume(const TrainingRecipe& recipe, TrainingState state) {
    Result<Training> training = create(recipe);
    if (!training)
        return training;
    const std::span<const Parameters::Entry> wanted = training->parameters().entries();
    const std::span<const Parameters::Entry> given = state.parameters.entries();
    const auto alike = [](const Parameters::Entry& a, const Parameters::Entry& b) {
        return a.scope == b.scope && a.role == b.role && a.tensor.shape() == b.tensor.shape();
    };
    const auto count = static_cast<std::size_t>(training->parameterCount());
    const auto fits = [&](const std::vector<float>& moments) {
        return moments.empty() || moments.size() == count;
    };
    if (!std::ranges::equal(wanted, given, alike) || !fits(state.optimiser.first) ||
        !fits(state.optimiser.second) || state.step < 0 || state.optimiser.begun < 0 ||
        state.optimiser.begun > state.step)
        return makeError(HEADSCOPE_MESSAGE("Message", "the saved state of the training does not "
                                                      "fit its recipe"));
    training->m_state = std::move(state);
    training->m_state.optimiser.kind = recipe.optimiser.kind;
    return training;
}

TrainingState Training::state() const {
    TrainingState state = m_state;
    state.optimiser = continued(m_recipe.optimiser, state.step, std::move(state.optimiser));
    return state;
}

Index Training::parameterCount() const {
    Index count = 0;
    for (const Parameters::Entry& entry : parameters().entries())
        count += entry.tensor.elementCount();
    return count;
}

Status Training::setBatch(Index batch) {
    TrainingRecipe next = m_recipe;
    next.batch = batch;
    if (const Status valid = validate(next); !valid)
        return valid;
    if (const Status fits = checkBatch(batch, *m_data); !fits)
        return fits;
    Result<Learner> learner = Learner::create(next, m_data);
    if (!learner)
        return learner.error();
    m_recipe = next;
    m_learner = std::make_shared<const Learner>(std::move(*learner));
    return Done{};
}

Result<Training::NextStep> Training::nextStep(const CancellationToken& token) const {
    const Index step = m_state.step;
    NextStep next;
    next.batch = m_learner->batchAt(step);
    Execution execution;
    execution.cancellation = token;
    const auto pass =
        m_learner->forward(m_state.parameters, next.batch, m_recipe.smoothing, step, execution);
    if (!pass)
        return cancelled();
    next.report.step = step;
    next.report.loss = static_cast<double>(*pass->run[pass->loss].result.data());
    next.report.rate = rateAt(m_recipe.optimiser, step, m_recipe.steps);
    const double limit = explosion * (1 + std::log(static_cast<double>(m_data->classes.size())));
    if (!std::isfinite(next.report.loss) || next.report.loss > limit)
        return exploded(step, m_recipe.optimiser.rate);
    Gradients gradients(pass->run);
    if (!gradients.goBack(pass->loss, token))
        return cancelled();
    next.gradients = gradientsOf(gradients, m_state.parameters);
    next.report.gradientNorm = gradientNorm(next.gradients);
    if (!std::isfinite(next.report.gradientNorm))
        return exploded(step, m_recipe.optimiser.rate);
    return next;
}

Result<StepReport> Training::advance(const CancellationToken& token) {
    const Result<NextStep> next = nextStep(token);
    if (!next)
        return next.error();
    takeStep(m_recipe.optimiser, m_state.step, m_recipe.steps, next->gradients, m_state.parameters,
             m_state.optimiser);
    ++m_state.step;
    return next->report;
}

Training::OneStep Training::lookAtStep() const {
    const Batch batch = m_learner->batchAt(m_state.step);
    OneStep one;
    auto pass = m_learner->forward(m_state.parameters, batch, m_recipe.smoothing, m_state.step);
    one.run = std::move(pass->run);
    Gradients gradients(one.run);
    gradients.goBack(pass->loss);
    one.gradients = gradients.trace();
    return one;
}

Evaluation Training::evaluate(const CancellationToken& token) const {
    return headscope::evaluate(*m_learner, m_state.parameters, token).value_or(Evaluation());
}

} // namespace headscope
