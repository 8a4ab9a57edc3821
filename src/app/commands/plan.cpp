#include "skerry/app/program.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/program/program.hpp"
#include "app/run/load.hpp"
#include "app/run/resumption.hpp"
#include "app/start/starting.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* plan_examples =
    R"(Reads one JSON object a line on stdin, and answers each with one on stdout. For programs that carry out
many runs, as `skerry experiment` does; docs/running.md describes the keys.
  echo '{"config": "{config}", "output": "results/a.h5", "islands": 1, "seeds": [1, 2]}' | skerry plan
Exit status: 0; 2 where a line is no such object.)";

void add_task(const Json& asked, const Program& program, Json& answer) {
  const auto name = asked.at("command").get<std::string>();
  const auto where = asked.at("where").get<std::string>();
  const auto& commands = program.module_commands();
  const auto found = std::ranges::find(commands, name, &Command::path);
  if (found == commands.end() || !found->task)
    throw UsageError(fmt::format("no command {} writes a table ({})", name, where));
  const Settings settings =
      Settings::parse(asked.at("toml").get<std::string>(), where, Settings::Kind::configuration);
  const TableTask task = found->task(settings.table(name));
  settings.reject_unknown_keys();
  answer["task"] = {{"options", task.options}, {"rows", task.rows}, {"row_name", task.row_name}};
}

/// "type1" for instance = "../instances/type1.toml", else the type of the problem.
std::string instance_of(const Loaded& loaded) {
  const Settings settings = Settings::parse(loaded.text, loaded.file, Settings::Kind::configuration);
  const Settings problem = settings.table("problem");
  return problem.has("instance") ? std::filesystem::path(problem.text("instance")).stem().string()
                                 : loaded.problem->name();
}

Json run_of(const std::filesystem::path& trace, const Loaded& loaded, std::uint64_t seed,
            std::size_t islands) {
  constexpr std::array names = {"missing", "unfinished", "finished", "busy"};
  try {
    const FoundRun found = find_run(trace, loaded, seed, islands);
    Json run = {{"seed", seed}, {"status", names.at(static_cast<std::size_t>(found.status))}};
    if (found.other_build) run["other_build"] = true;
    return run;
  } catch (const LockedError&) {
    return {{"seed", seed}, {"status", "busy"}};
  } catch (const DataError& error) {
    return {{"seed", seed}, {"status", "unreadable"}, {"message", error.what()}};
  }
}

std::uint64_t count_in(const Json& value) {
  if (!value.is_number_unsigned())
    throw UsageError(fmt::format("{} is not a whole number from 0 to 2^64 - 1", value.dump()));
  return value;
}

Json answer_to(const Json& plan, const Program& program) {
  LoadRequest request{.config = plan.at("config").get<std::string>(),
                      .islands = count_in(plan.at("islands"))};
  if (plan.contains("set")) {
    for (const auto& [key, value] : plan["set"].items())
      request.overrides.push_back({key, value.get<std::string>()});
  }
  Json answer = Json::object();
  try {
    Files files;
    Loaded loaded = load(request, program.problems(), files);
    loaded.inputs = files.digests();
    answer["instance"] = instance_of(loaded);
    if (plan.contains("task")) {
      add_task(plan["task"], program, answer);
      return answer;
    }
    identify_start(loaded);
    answer["trace"] = loaded.configuration.trace;
    answer["islands"] = optional_json(loaded.configuration.islands);
    Json& runs = answer["runs"] = Json::array();
    const std::filesystem::path output = plan.at("output").get<std::string>();
    for (const auto& seed : plan.at("seeds"))
      runs.push_back(run_of(trace_of_seed(output, count_in(seed)), loaded, seed, *request.islands));
  } catch (const Error&) {
    return error_json(current_failure());
  }
  return answer;
}

ExitStatus plan(Program& program) {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      print_result(json_line(answer_to(Json::parse(line), program)));
    } catch (const nlohmann::json::exception& error) {
      throw UsageError(
          fmt::format("a plan is one JSON object a line, and this one is not: {}", error.what()));
    }
  }
  return ExitStatus::done;
}

}  // namespace

Command plan_command() {
  return {.path = "plan",
          .summary = "Tells programs what there is of the runs that they plan",
          .footer = plan_examples,
          .declare = [](CommandLine& /*line*/) { return plan; }};
}

}  // namespace skerry
