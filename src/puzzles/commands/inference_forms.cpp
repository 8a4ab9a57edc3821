#include "puzzles/commands/inference_forms.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace skerry {
namespace {

template <typename Settings>
struct Form {
  std::string_view name;
  bool& (*switch_of)(Settings&);
};

using SkyscraperForm = Form<skyscraper::InferenceSettings>;
constexpr std::array skyscraper_forms = {
    SkyscraperForm{"edge_clues",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.edge_clues; }},
    SkyscraperForm{"propagation",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.propagation; }},
    SkyscraperForm{"elimination",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.elimination; }},
    SkyscraperForm{"filtration",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.filtration; }},
    SkyscraperForm{"sorting",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.sorting; }},
    SkyscraperForm{"skipping",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.skipping; }},
    SkyscraperForm{"remembering",
                   [](skyscraper::InferenceSettings& settings) -> bool& { return settings.remembering; }},
    SkyscraperForm{
        "pruning",
        [](skyscraper::InferenceSettings& settings) -> bool& { return settings.sequences.pruning; }},
    SkyscraperForm{
        "early_end",
        [](skyscraper::InferenceSettings& settings) -> bool& { return settings.sequences.early_end; }},
    SkyscraperForm{
        "subsets",
        [](skyscraper::InferenceSettings& settings) -> bool& { return settings.sequences.subsets; }},
};

using SudokuForm = Form<sudoku::InferenceSettings>;
constexpr std::array sudoku_forms = {
    SudokuForm{"propagation",
               [](sudoku::InferenceSettings& settings) -> bool& { return settings.propagation; }},
    SudokuForm{"elimination",
               [](sudoku::InferenceSettings& settings) -> bool& { return settings.elimination; }},
    SudokuForm{"locked_candidates",
               [](sudoku::InferenceSettings& settings) -> bool& { return settings.locked_candidates; }},
};

template <typename Forms>
[[noreturn]] void refuse(const Forms& forms, const std::string& name) {
  std::vector<std::string> known;
  known.reserve(forms.size());
  for (const auto& form : forms) known.emplace_back(form.name);
  const auto near = nearest_name(name, known);
  throw UsageError(fmt::format("--without is \"{}\"; it is one of {}{}", name, fmt::join(known, ", "),
                               near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
}

template <typename Settings, std::size_t count>
Settings without(const std::array<Form<Settings>, count>& forms, const std::vector<std::string>& names) {
  Settings settings;
  for (const std::string& name : names) {
    const auto* const form = std::ranges::find(forms, name, &Form<Settings>::name);
    if (form == forms.end()) refuse(forms, name);
    form->switch_of(settings) = false;
  }
  return settings;
}

}  // namespace

void add_without(CLI::App& command, std::vector<std::string>& forms) {
  command.add_option("--without", forms, "Leave out a form of inference, or what spares it work")
      ->type_name("FORM")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

skyscraper::InferenceSettings skyscraper_inference_without(const std::vector<std::string>& forms) {
  return without(skyscraper_forms, forms);
}

sudoku::InferenceSettings sudoku_inference_without(const std::vector<std::string>& forms) {
  return without(sudoku_forms, forms);
}

}  // namespace skerry
