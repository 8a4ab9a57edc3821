#include "puzzles/party/validate/validated.hpp"

#include "app/program/interruption.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"
#include "puzzles/party/proof/shared_search.hpp"
#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/validate/islands.hpp"
#include "puzzles/party/validate/kept_answers.hpp"
#include "puzzles/party/validate/puzzle_files.hpp"
#include "puzzles/party/validate/rule_prices.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/core.h>

namespace skerry::party {

namespace {

Validated validated_impossible(const std::string& file, const ImpossibleRule& rule) {
  Validated validated{std::filesystem::path(file).stem().string(), file, {}, rule.what(), {}};
  validated.validation.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
  validated.validation.clash = Clash{{rule.rule()}, {}, true};
  return validated;
}

/// Returns what is kept about a puzzle; only the first rank knows and keeps it.
KeptAnswers kept_answers(const std::string& folder, const std::string& file,
                         const std::map<std::string, std::string>& inputs, const ValidationSettings& settings,
                         const Program& program) {
  if (folder.empty() || !program.first_rank()) return {};
  return {kept_file(folder, file, inputs, settings), settings.seconds, interrupted};
}

/// Lets the islands look for a party, unless what they found is kept. Collective.
IslandsAnswer ask_islands(const std::shared_ptr<const Roster>& roster, KeptAnswers& kept,
                          const ValidationSettings& settings, Program& program) {
  bool known = kept.find("islands") != nullptr;
  program.world().broadcast(known);
  if (known && !program.first_rank()) return {};
  return kept.ask(
      "islands",
      [&] {
        return evolve_party(roster, settings.seed, std::min(5.0, settings.seconds / 10), interrupted,
                            program.world());
      },
      [](const IslandsAnswer&) { return true; });
}

}  // namespace

Validated validate_file(const std::string& file, const ValidationSettings& settings, const std::string& keep,
                        bool notes, Program& program) {
  PuzzleRead read;
  try {
    read = read_roster(file, program);
  } catch (const ImpossibleRule& rule) {
    return validated_impossible(file, rule);
  }
  const Puzzle& puzzle = read.roster->puzzle();
  if (!settings.front.empty()) requirement_on(puzzle, settings.front);
  KeptAnswers kept = kept_answers(keep, file, read.inputs, settings, program);
  const IslandsAnswer islands = ask_islands(read.roster, kept, settings, program);
  Validated validated{puzzle.name, file, puzzle, {}, {}};
  if (!program.first_rank()) {
    serve_searches(puzzle, program.world(), interrupted);
    return validated;
  }
  Communicator* world = program.world().size() > 1 ? &program.world() : nullptr;
  validated.validation =
      validate(puzzle, settings, islands, kept, world, interrupted, [&](const std::string& text) {
        if (notes) print_note(fmt::format("{}: {}", puzzle.name, text));
      });
  return validated;
}

}  // namespace skerry::party
