// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/choice_names.h"
#include "figure/figure.h"
#include "head_shapes/code_lines.h"
#include "head_shapes/trace_journeys.h"
#include "options/option_reader.h"
#include "pages/shapes/shapes_scene.h"
#include "scene/palette.h"
#include "steps/computed_steps.h"
#include "words/language.h"

namespace headscope {

// The choices of what is shown as the command line calls them, beside those of experiments.

template <> struct ChoiceNames<FigureFormat> {
    static constexpr std::pair<std::string_view, FigureFormat> all[] = {
        {"png", FigureFormat::Png}, {"svg", FigureFormat::Svg}, {"pdf", FigureFormat::Pdf}};
};
template <> struct ChoiceNames<FigurePreset> {
    static constexpr std::pair<std::string_view, FigurePreset> all[] = {
        {"85mm", FigurePreset::Column},
        {"174mm", FigurePreset::Columns},
        {"slide", FigurePreset::Slide},
        {"free", FigurePreset::Free}};
};
template <> struct ChoiceNames<ThemeKind> {
    static constexpr std::pair<std::string_view, ThemeKind> all[] = {{"light", ThemeKind::Light},
                                                                     {"dark", ThemeKind::Dark}};
};
template <> struct ChoiceNames<ColourMap> {
    static constexpr std::pair<std::string_view, ColourMap> all[] = {
        {"viridis", ColourMap::Viridis},
        {"cividis", ColourMap::Cividis},
        {"magma", ColourMap::Magma},
        {"grey", ColourMap::Grey},
        {"paper", ColourMap::Paper}};
};
template <> struct ChoiceNames<RangeMode> {
    static constexpr std::pair<std::string_view, RangeMode> all[] = {{"fixed", RangeMode::Fixed},
                                                                     {"all", RangeMode::AllHeads},
                                                                     {"head", RangeMode::PerHead},
                                                                     {"row", RangeMode::PerRow}};
};
template <> struct ChoiceNames<LayoutPath> {
    static constexpr std::pair<std::string_view, LayoutPath> all[] = {
        {"split", LayoutPath::Split},
        {"merge", LayoutPath::Merge},
        {"side_by_side", LayoutPath::SideBySide}};
};
template <> struct ChoiceNames<StepOrder> {
    static constexpr std::pair<std::string_view, StepOrder> all[] = {
        {"dot", StepOrder::DotProduct},
        {"rows", StepOrder::SumOfRows},
        {"heads", StepOrder::SumOfHeads}};
};
template <> struct ChoiceNames<SplitOf> {
    static constexpr std::pair<std::string_view, SplitOf> all[] = {
        {"query", SplitOf::Query}, {"key", SplitOf::Key}, {"value", SplitOf::Value}};
};
template <> struct ChoiceNames<ShapesColour> {
    static constexpr std::pair<std::string_view, ShapesColour> all[] = {
        {"head", ShapesColour::Head},
        {"token", ShapesColour::Token},
        {"sample", ShapesColour::Sample}};
};
template <> struct ChoiceNames<CodeDialect> {
    static constexpr std::pair<std::string_view, CodeDialect> all[] = {
        {"pytorch", CodeDialect::PyTorch},
        {"numpy", CodeDialect::NumPy},
        {"einops", CodeDialect::Einops}};
};

/// --seed: whatever a command draws at random, it is drawn from this one; `what` that is.
inline QCommandLineOption seedOption(const QString& what) {
    return {QStringLiteral("seed"), QStringLiteral("of what is drawn at random: ") + what,
            QStringLiteral("N")};
}
/// --theme, --colours and --language, which mean the same in every command.
inline QCommandLineOption themeOption() {
    return {QStringLiteral("theme"), choiceWords(ThemeKind::Light), QStringLiteral("THEME")};
}
inline QCommandLineOption coloursOption() {
    return {QStringLiteral("colours"),
            QStringLiteral("of weights: ") + choiceWords(ColourMap::Viridis),
            QStringLiteral("MAP")};
}
inline QCommandLineOption languageOption() {
    return {QStringLiteral("language"), choiceWords(Language::English), QStringLiteral("CODE")};
}
/// --range and --square-root of the colours.
inline QCommandLineOption rangeOption() {
    return {QStringLiteral("range"),
            QStringLiteral("of the colours: fixed, of all heads, of each head, of each row, or "
                           "from LOW to HIGH (default: fixed)"),
            QStringLiteral("fixed|all|head|row|LOW:HIGH")};
}
inline QCommandLineOption squareRootOption() {
    return {QStringLiteral("square-root"),
            QStringLiteral("colours by the square root: small weights are told apart")};
}
/// --path of shapes, the one of several views that has it.
inline QCommandLineOption pathOption() {
    return {QStringLiteral("path"), QStringLiteral("of shapes: ") + choiceWords(LayoutPath::Split),
            QStringLiteral("PATH")};
}

} // namespace headscope
