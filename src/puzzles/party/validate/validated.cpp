#include "puzzles/party/validate/validated.hpp"

#include "app/program/interruption.hpp"
#include "app/terminal/console.hpp"
#include "engine/mpi/communicator.hpp"
#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/validate/islands.hpp"
#include "puzzles/party/validate/puzzle_files.hpp"
#include "puzzles/party/validate/rule_prices.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

namespace skerry::party {

namespace {

Validated validated_impossible(const std::string& file, const ImpossibleRule& rule) {
  Validated validated{std::filesystem::path(file).stem().string(), file, {}, rule.what(), {}};
  validated.validation.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
  validated.validation.clash = Clash{{rule.rule()}, {}, true};
  return validated;
}

}  // namespace

Validated validate_file(const std::string& file, const ValidationSettings& settings, bool notes,
                        Program& program) {
  std::shared_ptr<const Roster> roster;
  try {
    roster = read_roster(file, program);
  } catch (const ImpossibleRule& rule) {
    return validated_impossible(file, rule);
  }
  const Puzzle& puzzle = roster->puzzle();
  if (!settings.front.empty()) requirement_on(puzzle, settings.front);
  const double seconds_of_islands = std::min(5.0, settings.seconds / 10);
  const IslandsAnswer islands =
      evolve_party(roster, settings.seed, seconds_of_islands, interrupted, program.world());
  Validated validated{puzzle.name, file, puzzle, {}, {}};
  if (!program.first_rank()) return validated;
  validated.validation = validate(puzzle, settings, islands, interrupted, [&](const std::string& text) {
    if (notes) print_note(fmt::format("{}: {}", puzzle.name, text));
  });
  return validated;
}

}  // namespace skerry::party
