// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/summary.h"

#include <nlohmann/json.hpp>

namespace headscope {

std::string trainingLog(const TrainingHistory& history) {
    std::string text = "step,loss,gradient_norm,rate,held_out_loss,words,sentences\n";
    const auto number = [](double value) { return nlohmann::json(value).dump(); };
    const auto measured = [&](const TrainingRecord& record) {
        return ',' + number(record.evaluation.loss) + ',' + number(record.evaluation.words) + ',' +
               number(record.evaluation.sentences);
    };
    for (const StepReport& report : history.losses()) {
        text += std::to_string(report.step) + ',' + number(report.loss) + ',' +
                number(report.gradientNorm) + ',' + number(static_cast<double>(report.rate));
        const auto record = history.at(report.step);
        text += record && record->step == report.step ? measured(*record) : ",,,";
        text += '\n';
    }
    if (!history.records().empty() && !history.losses().empty() &&
        history.records().back()->step > history.losses().back().step)
        text += std::to_string(history.records().back()->step) + ",,," +
                measured(*history.records().back()) + '\n';
    return text;
}

std::string trainingSummary(const Training& training, const TrainingHistory& history,
                            double seconds) {
    // Records that were read back are without agreement.
    const Evaluation evaluation = training.evaluate();
    nlohmann::ordered_json agreement = nlohmann::ordered_json::array();
    for (const Agreement& each : evaluation.agreement) {
        const Relation& relation =
            training.data().relations[static_cast<std::size_t>(each.relation)];
        if (relation.isMain)
            agreement.push_back({{"scope", each.scope},
                                 {"head", each.head + 1},
                                 {"relation", relation.name},
                                 {"share", each.share},
                                 {"chance", each.chance}});
    }
    const nlohmann::ordered_json result = {
        {"task", infoOf(training.recipe().task).name},
        {"steps", training.stepsDone()},
        {"seed", training.recipe().seed},
        {"seconds", seconds},
        {"loss", history.losses().empty() ? evaluation.loss : history.losses().back().loss},
        {"held_out",
         {{"loss", evaluation.loss},
          {"words", evaluation.words},
          {"sentences", evaluation.sentences}}},
        {"agreement", agreement}};
    return result.dump(2);
}

} // namespace headscope
