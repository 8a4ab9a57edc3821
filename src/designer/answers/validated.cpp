#include "designer/answers/validated.hpp"

#include "skerry/app/load_problem.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/evolve.hpp"

#include "app/program/program.hpp"
#include "app/terminal/console.hpp"
#include "designer/answers/questions.hpp"
#include "engine/communication/communicator.hpp"
#include "puzzles/party/bound/search.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

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

/// Returns the heroes of the pool that are in a part of it, in their order.
std::vector<std::uint32_t> heroes_kept(const Pool& pool, const Pool& part) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t hero = 0; hero < pool.size() && kept.size() < part.size(); ++hero) {
    if (pool.ids[hero] == part.ids[kept.size()]) kept.push_back(hero);
  }
  return kept;
}

namespace fs = std::filesystem;

bool is_party_puzzle(const fs::path& file, const Program& program) {
  Files files;
  const Settings settings = Settings::parse(files.read(file), file, Settings::Kind::data);
  return std::ranges::any_of(program.problems(), [&](const ProblemType& type) {
    return type.name == "party" && type.is_puzzle && type.is_puzzle(settings);
  });
}

std::vector<std::string> puzzles_in(const fs::path& folder, const Program& program) {
  std::error_code error;
  std::vector<std::string> puzzles;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".toml" && entry->is_regular_file() &&
        is_party_puzzle(entry->path(), program))
      puzzles.push_back(entry->path().string());
  }
  if (error) throw UsageError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  if (puzzles.empty()) {
    throw UsageError(fmt::format(
        "the folder {} holds no party puzzle, which is a file *.toml with the tables pool and formation",
        folder.string()));
  }
  std::ranges::sort(puzzles);
  return puzzles;
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

IslandsAnswer evolve_party(const std::shared_ptr<const Roster>& roster, std::uint64_t seed, double seconds,
                           const std::function<bool()>& stop, Communicator& world) {
  Puzzle puzzle = roster->puzzle();
  leave_out_dear_heroes(puzzle);
  const PartyProblem problem(std::make_shared<const Roster>(puzzle), ConstructionSettings{});
  EvolveSettings<PartyProblem::Genome> settings;
  settings.island = Genetic{
      .population = 10, .offspring = 20, .restart_after = 30, .improve_rate = 0.1, .improve_budget = 300};
  settings.seed = seed;
  settings.stop.generations = 2000;
  settings.stop.stagnation = 150;
  settings.stop.seconds = seconds;
  settings.stop.when = [&stop](const Epoch&) { return stop(); };
  const auto recorder = std::make_shared<HistoryRecorder>(direction_of(problem));
  settings.record = recorder;
  const auto result = evolve(problem, settings, Mpi(world));
  IslandsAnswer answer{static_cast<std::size_t>(world.size()),
                       result.generations,
                       result.evaluations,
                       {},
                       recorder->history()};
  if (result.score.violation > 0) return answer;
  const std::vector<std::uint32_t> kept = heroes_kept(roster->puzzle().pool, puzzle.pool);
  for (const std::uint32_t hero : problem.party(result.best)) answer.party.push_back(kept[hero]);
  return answer;
}

std::vector<std::string> puzzle_files(const std::vector<std::string>& arguments, Program& program) {
  // No path holds a zero, so that it may stand behind each.
  std::string found;
  collectively(program.world(), [&] {
    if (!program.first_rank()) return;
    for (const std::string& argument : arguments) {
      std::error_code error;
      const bool folder = fs::is_directory(argument, error);
      for (const std::string& file : folder ? puzzles_in(argument, program) : std::vector{argument})
        found += file + '\0';
    }
  });
  program.world().broadcast(found);
  std::vector<std::string> files;
  for (std::size_t begin = 0; begin < found.size(); begin += files.back().size() + 1)
    files.emplace_back(found, begin, found.find('\0', begin) - begin);
  return files;
}

PuzzleRead read_roster(const std::string& file, const Program& program) {
  ConfigurationArguments arguments;
  arguments.file = file;
  arguments.settings = {"problem.leave_out_dear=false"};  // the answers are about every hero
  PuzzleRead read;
  const auto loaded =
      load_problem<PartyProblem>(arguments, program, "party", "validate proves party puzzles", &read.inputs);
  read.roster = std::make_shared<const Roster>(loaded.problem.puzzle());
  return read;
}

}  // namespace skerry::party
