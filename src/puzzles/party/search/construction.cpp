#include "puzzles/party/search/construction.hpp"

#include "app/terminal/console.hpp"
#include "engine/stopwatch.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::party {
namespace {

std::string spread(std::vector<double> values) {
  std::ranges::sort(values);
  return fmt::format("least {}, median {}, most {}", number_text(values.front()),
                     number_text(values[(values.size() - 1) / 2]), number_text(values.back()));
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

}  // namespace

Construction::Construction(const Roster& roster, const ConstructionSettings& settings, std::uint64_t seed)
    : roster_(roster),
      guided_(settings.guided),
      constructor_(roster, settings),
      board_(roster),
      random_(seed, 0, Purpose::construction) {}

std::string Construction::attempt(std::uint64_t number) {
  const Stopwatch watch;
  board_.clear();
  const std::size_t cause = constructor_.attempt(board_, random_);
  const double elapsed = watch.seconds();
  const bool feasible = cause == Cause::none;
  std::string synergy;
  std::string objective;
  if (board_.open_nodes() == 0) {
    synergy = number_text(board_.synergy());
    objective = number_text(board_.objective());
    synergies_.push_back(board_.synergy());
  }
  if (feasible) objectives_.push_back(board_.objective());
  ++attempts_;
  elapsed_s_ += elapsed;
  const std::string failed = feasible ? "" : name_of(roster_.puzzle(), cause);
  return fmt::format("{},{},{},{},{},{:.9f},{}\n", number, guided_ ? "guided" : "unguided", synergy,
                     feasible ? 1 : 0, objective, elapsed, csv_field(failed));
}

std::string rarity_text(std::uint64_t feasible, std::uint64_t attempts, std::string_view verb) {
  if (feasible > 0) return fmt::format("one in {} {}every rule", grouped(attempts / feasible), verb);
  constexpr std::uint64_t few = 100;
  return fmt::format(
      "none {}every rule{}", verb,
      attempts < few ? ""
                     : fmt::format(": fewer than one in {}, with 95 % confidence", grouped(attempts / 3)));
}

std::string Construction::summary() const {
  const auto count = static_cast<double>(attempts_);
  std::string text =
      fmt::format("{} {} attempt{}, {} feasible ({:.3g} %), {:.3g} ms each\n", grouped(attempts_),
                  guided_ ? "guided" : "unguided", attempts_ == 1 ? "" : "s", grouped(objectives_.size()),
                  100 * static_cast<double>(objectives_.size()) / count, 1000 * elapsed_s_ / count);
  if (objectives_.size() * 1000 < attempts_)
    text += rarity_text(objectives_.size(), attempts_, "meets ") + "\n";
  if (!synergies_.empty()) text += fmt::format("synergy of full parties: {}\n", spread(synergies_));
  if (!objectives_.empty()) text += fmt::format("objective of feasible ones: {}\n", spread(objectives_));

  const Puzzle& puzzle = roster_.puzzle();
  const auto& failures = constructor_.failures();
  const auto failed = [&](std::uint64_t times, const std::string& rule) {
    if (times > 0) text += fmt::format("failed {} times on {}\n", grouped(times), rule);
  };
  for (std::size_t r = 0; r < failures.requirement.size(); ++r) {
    failed(failures.requirement[r], puzzle.requirements[r].text);
  }
  failed(failures.node, name_of(puzzle, Cause::node));
  failed(failures.synergy, name_of(puzzle, Cause::synergy));
  return text;
}

}  // namespace skerry::party
