#include "app/commands/overrides.hpp"

#include "skerry/error.hpp"

#include <fmt/format.h>

namespace skerry {

void add_overrides(CLI::App& command, std::vector<std::string>& settings, const std::string& description) {
  command.add_option("--set", settings, description + ": TABLE.KEY=VALUE")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings) {
  std::vector<LoadRequest::Override> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("--set {} has no value; it is --set TABLE.KEY=VALUE", setting));
    }
    overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return overrides;
}

void add_seed(CLI::App& command, std::optional<std::int64_t>& seed) {
  command.add_option("--seed", seed, "Of all random numbers (run.seed; default 1)")->type_name("N");
}

LoadRequest load_request(const std::string& config, const std::vector<std::string>& settings,
                         std::optional<std::int64_t> seed) {
  LoadRequest request{.config = config, .overrides = parse_overrides(settings)};
  if (seed) request.overrides.push_back({"run.seed", std::to_string(*seed)});
  return request;
}

}  // namespace skerry
