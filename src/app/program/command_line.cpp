#include "skerry/app/command.hpp"

#include <type_traits>

#include <CLI/CLI.hpp>

namespace skerry {
namespace {

CLI::Option* add(CLI::App& parser, const std::string& name, const OptionTarget& target,
                 const std::string& meaning) {
  return std::visit(
      [&](auto* variable) {
        CLI::Option* const option = parser.add_option(name, *variable, meaning);
        if constexpr (std::is_same_v<decltype(variable), std::vector<std::string>*>) {
          option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
        return option;
      },
      target);
}

void limit(CLI::Option& option, const OptionRules& rules) {
  std::visit(
      [&](const auto& range) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(range)>, std::monostate>) {
          option.check(CLI::Range(range.least, range.most));
        }
      },
      rules.range);
  if (!rules.choices.empty()) option.check(CLI::IsMember(rules.choices));
}

}  // namespace

void CommandLine::argument(const std::string& name, OptionTarget target, const std::string& meaning) {
  CLI::Option& argument = *add(parser_, name, target, meaning)->required();
  if (std::holds_alternative<std::vector<std::string>*>(target)) argument.allow_extra_args()->expected(-1);
}

void CommandLine::optional_argument(const std::string& name, OptionTarget target,
                                    const std::string& meaning) {
  add(parser_, name, target, meaning);
}

void CommandLine::option(const std::string& name, OptionTarget target, const std::string& meaning,
                         const OptionRules& rules) {
  CLI::Option& option = *add(parser_, name, target, meaning);
  if (!rules.value.empty()) option.type_name(rules.value);
  if (rules.separator != '\0') option.delimiter(rules.separator);
  if (!rules.excludes.empty()) option.excludes(parser_.get_option(rules.excludes));
  option.required(rules.required);
  limit(option, rules);
}

void CommandLine::flag(const std::string& name, bool* target, const std::string& meaning,
                       const std::string& excludes) {
  CLI::Option& flag = *parser_.add_flag(name, *target, meaning);
  if (!excludes.empty()) flag.excludes(parser_.get_option(excludes));
}

}  // namespace skerry
