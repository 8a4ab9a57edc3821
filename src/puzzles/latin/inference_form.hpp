#pragma once

#include "skerry/app/command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::latin {

/// A form of inference, or a method that saves work, which the command line can leave out by its name.
template <typename Settings>
struct InferenceForm {
  std::string_view name;
  bool& (*switch_of)(Settings&);
};

/// Declares the option --without FORM, which may be repeated and may name several forms separated by commas.
void declare_without(CommandLine& line, std::vector<std::string>& forms);

[[noreturn]] void refuse_form(const std::string& name, const std::vector<std::string>& known);

/// Returns settings with all forms of inference but these. Throws UsageError for an unknown name.
template <typename Settings, std::size_t count>
Settings without(const std::array<InferenceForm<Settings>, count>& forms,
                 const std::vector<std::string>& names) {
  Settings settings;
  for (const std::string& name : names) {
    const auto* const form = std::ranges::find(forms, name, &InferenceForm<Settings>::name);
    if (form == forms.end()) {
      std::vector<std::string> known;
      for (const auto& other : forms) known.emplace_back(other.name);
      refuse_form(name, known);
    }
    form->switch_of(settings) = false;
  }
  return settings;
}

}  // namespace skerry::latin
