#include "skerry/evolve.hpp"

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "engine/archipelago/archipelago.hpp"
#include "engine/archipelago/gathering.hpp"
#include "engine/archipelago/setting_keys.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/lending/lending.hpp"
#include "engine/settings/keys.hpp"

namespace skerry::detail {
namespace {

std::string islands_toml(const PackedSettings& settings) {
  std::string toml = "[island]\n" + toml_of(*settings.island);
  for (const auto& [number, algorithm] : settings.island_overrides) {
    toml += "[[island.override]]\nislands = [" + std::to_string(number) + "]\n" + toml_of(algorithm);
  }
  return toml;
}

std::string stop_toml(const StopRule& stop) {
  TomlText toml{.number = exact_text};
  visit_settings(stop, toml);
  return "[stop]\n" + toml.text + "\n";
}

/// Returns a short text that depends on all the bytes, so that different numbers give different texts.
std::string fingerprint(std::span<const std::byte> bytes) {
  return std::to_string(bytes.size()) + " bytes, " + std::to_string(hash_of_bytes(bytes));
}

/// Returns a TOML string on one line.
std::string toml_string(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return text + "\"\n";
}

void describe(EvolveCall& call) {
  const PackedSettings& settings = call.settings;
  RunDescription& description = call.description;
  description.seed = settings.seed;
  description.target = settings.stop.target;
  description.recorded = settings.recorded;
  std::string& identity = description.identity;
  identity = "[problem]\ntype = " + toml_string(description.problem);
  if (!call.problem_identity.empty()) identity += "identity = " + toml_string(call.problem_identity);
  identity += islands_toml(settings) + toml_of(settings.migration) +
              "[run]\nseed = " + std::to_string(settings.seed) + "\n";
  if (!settings.start.empty()) identity += "start = " + toml_string(fingerprint(settings.start));
  description.settings = identity + stop_toml(settings.stop);
}

std::vector<std::size_t> populations_of(const EvolveCall& call, std::size_t islands) {
  std::vector<std::size_t> sizes;
  for (std::size_t number = 0; number < islands; ++number)
    sizes.push_back(call.algorithm_of(number).population());
  return sizes;
}

}  // namespace

const Algorithm& EvolveCall::algorithm_of(std::size_t number) const {
  const auto own = settings.island_overrides.find(number);
  return own != settings.island_overrides.end() ? own->second : *settings.island;
}

Outcome evolve(EvolveCall call, const MakeIsland& make_island, const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  PackedSettings& settings = call.settings;
  StopRule& stop = settings.stop;
  try {
    ranks.broadcast(settings.start);
    stop.generations = stop.generation_limit();
    if (!stop.target) stop.target = call.optimum;
    collectively(ranks, [&] {
      stop.check();
      settings.migration.check();
      describe(call);
    });
    std::shared_ptr<Lending> lending;
    if (call.make_task_runner && ranks.size() > 1) {
      lending = std::make_shared<Lending>(ranks.open_channel(), call.make_task_runner(), ranks.size());
    }
    stop.ask_too(std::move(settings.on_epoch));
    const Starters starters{settings.start, populations_of(call, mpi.size())};
    Outcome outcome =
        run_islands({.make_island = [&] { return make_island(call.algorithm_of(mpi.rank()), starters); },
                     .migration = settings.migration,
                     .stop = stop,
                     .description = call.description,
                     .services = {.runner = lending},
                     .lending = lending,
                     .recorder = settings.record.get(),
                     .hooks = {.share_failures = true}},
                    mpi)
            .outcome;
    broadcast_solutions(outcome.solutions, ranks);
    return outcome;
  } catch (const AgreedFailure& agreed) {
    throw_as(agreed.failure.status, agreed.told);
  }
}

}  // namespace skerry::detail
