#include "designer/map/party_map.hpp"

#include "skerry/archipelago.hpp"
#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/archives/map_cells.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/threads.hpp"

#include "designer/map/turns.hpp"
#include "designer/proof/clash.hpp"
#include "designer/proof/prover.hpp"
#include "engine/communication/communicator.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/puzzle/puzzle_within.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/core.h>

namespace skerry::party {

namespace {

using State = PartyCell::State;

constexpr double island_share = 0.25;  // of the time, for islands over all cells
constexpr double bound_share = 0.2;    // of the time, at the end, for bounds on the prices of filled cells
constexpr std::uint64_t pattern_steps = 30'000'000;  // about a second
constexpr double first_seconds = 1;                  // for a cell, twice as much in each round after
constexpr double least_seconds = 0.2;

std::vector<std::size_t> cells_in(const PartyMap& map, State state) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
    if (map.cells[cell].state == state) cells.push_back(cell);
  }
  return cells;
}

std::string states_text(const PartyMap& map) {
  return fmt::format("{} cells filled, {} proven empty, {} open", map.number_of(State::filled),
                     map.number_of(State::empty), map.number_of(State::open));
}

MapElites map_algorithm() {
  return {.population = 20, .offspring = 40, .improve_rate = 0.1, .improve_budget = 300};
}

// About as many as are made in a quarter of a second each, whatever the machine does besides.
constexpr double pattern_steps_a_second = 8e6;
constexpr double hero_steps_a_second = 2e6;
constexpr std::uint64_t local_search_budget = 2000;
constexpr int most_in_vain = 3;  // rounds of annealings of a cell

void prove_empty(PartyCell& cell, std::string_view by) {
  cell.state = State::empty;
  cell.by = by;
}

using MapJson = nlohmann::ordered_json;
constexpr const char* map_schema = "skerry.party-map/1";
constexpr std::array<const char*, 3> state_names = {"open", "filled", "empty"};

bool is_proven(const PartyCell& cell) {
  return cell.bound && std::abs(*cell.bound - cell.best) <= 1e-9 * std::max(1.0, std::abs(cell.best));
}

std::string cell_text(const PartyCell& cell) {
  if (cell.state == State::empty) return "-";
  if (cell.state == State::open) return "?";
  return fmt::format("{:.10g}{}", cell.best, is_proven(cell) ? "=" : " ");
}

/// Returns a place on an axis in words: "7" where the cell holds one whole number, else "75 to 76".
std::string place_text(const Feature& axis, std::uint64_t place) {
  const double width = (axis.most - axis.least) / static_cast<double>(axis.cells);
  const double from = axis.least + static_cast<double>(place) * width;
  if (width == 1 && from == std::floor(from) + 0.5) return fmt::format("{:.10g}", from + 0.5);
  return fmt::format("{:.6g} to {:.6g}", from, from + width);
}

std::string table_text(const PartyMap& map) {
  const Feature& down = map.axes.front();
  const Feature& across = map.axes.back();
  std::vector<std::vector<std::string>> rows(down.cells + 1);
  rows.front().push_back(fmt::format("{} \\ {}", down.name, across.name));
  for (std::uint64_t place = 0; place < across.cells; ++place)
    rows.front().push_back(place_text(across, place) + " ");
  for (std::uint64_t row = 0; row < down.cells; ++row) {
    rows[row + 1].push_back(place_text(down, row));
    for (std::uint64_t place = 0; place < across.cells; ++place) {
      const std::string cell = cell_text(map.cells[row * across.cells + place]);
      rows[row + 1].push_back(cell.size() == 1 ? cell + " " : cell);
    }
  }
  std::vector<std::size_t> width(across.cells + 1, 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:>{}} ", row[i], width[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string list_text(const PartyMap& map) {
  std::string text;
  for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
    if (map.cells[cell].state == State::empty) continue;
    const std::vector<std::uint64_t> places = map.places_of(cell);
    std::vector<std::string> words;
    for (std::size_t axis = 0; axis < map.axes.size(); ++axis)
      words.push_back(fmt::format("{} {}", map.axes[axis].name, place_text(map.axes[axis], places[axis])));
    text += fmt::format("{}: {}\n", joined(words, ", "), cell_text(map.cells[cell]));
  }
  return text;
}

/// Returns the numbers of cells in a state by what put them there: "islands 20, proof 3".
std::string means_text(const PartyMap& map, State state) {
  std::map<std::string_view, std::size_t> means;
  for (const PartyCell& cell : map.cells) {
    if (cell.state == state) ++means[cell.by];
  }
  std::vector<std::string> words;
  for (const auto& [by, number] : means) words.push_back(fmt::format("{} {}", by, number));
  return words.empty() ? "" : fmt::format(" ({})", joined(words, ", "));
}

MapJson json_of(const PartyCell& cell, std::size_t number, const PartyMap& map, const Puzzle& puzzle) {
  MapJson json = {{"cell", number},
                  {"places", map.places_of(number)},
                  {"state", state_names.at(static_cast<std::size_t>(cell.state))},
                  {"by", cell.by.empty() ? MapJson(nullptr) : MapJson(cell.by)}};
  if (cell.state != State::filled) return json;
  json["fitness"] = cell.best;
  json["bound"] = cell.bound ? MapJson(*cell.bound) : MapJson(nullptr);
  json["proven"] = is_proven(cell);
  json["values"] = cell.values;
  MapJson party = MapJson::array();
  for (const std::uint32_t hero : cell.party) party.push_back(puzzle.pool.ids[hero]);
  json["party"] = std::move(party);
  return json;
}

}  // namespace

std::size_t PartyMap::number_of(PartyCell::State state) const {
  return static_cast<std::size_t>(std::ranges::count(cells, state, &PartyCell::state));
}

std::vector<std::uint64_t> PartyMap::places_of(std::size_t cell) const {
  std::vector<std::uint64_t> places(axes.size());
  for (std::size_t axis = axes.size(); axis-- > 0; cell /= axes[axis].cells)
    places[axis] = cell % axes[axis].cells;
  return places;
}

PartyMap map_parties(const std::shared_ptr<const Roster>& roster, const PartyMapSettings& settings,
                     const std::function<bool()>& stop,
                     const std::function<void(const std::string&)>& progress) {
  const Stopwatch watch;
  const Puzzle& puzzle = roster->puzzle();
  const auto over = [&] { return stop() || watch.seconds() >= settings.seconds; };
  PartyMap map;
  for (const FeatureMeasure& feature : features_of(puzzle)) map.axes.push_back(feature_of(puzzle, feature));
  map.cells.resize(MapCells(map.axes).size());
  const CellAnswers answers(puzzle, map.axes);

  progress("islands");
  fill_by_islands(map, roster, settings, settings.seconds * island_share, stop);
  for (const std::size_t cell : cells_in(map, State::filled)) answers.measure(map.cells[cell]);

  progress(states_text(map) + "; looking for patterns of traits");
  on_each(cells_in(map, State::open), settings.threads, [&](std::size_t cell) {
    if (!over()) answers.prove_quickly(map.cells[cell], cell, pattern_steps, over);
  });
  const double bounds_from = settings.seconds * (1 - bound_share);
  const auto decided_enough = [&] { return stop() || watch.seconds() >= bounds_from; };
  std::uint64_t round = 0;
  for (double seconds = first_seconds; !decided_enough(); seconds *= 2, ++round) {
    const std::vector<std::size_t> open = cells_in(map, State::open);
    if (open.empty()) break;
    progress(fmt::format("{}; {} seconds for each open one", states_text(map), seconds));
    on_each(open, settings.threads, [&](std::size_t cell) {
      if (!decided_enough())
        answers.decide(map.cells[cell], cell, seconds, settings.seed + round, decided_enough);
    });
  }

  const std::vector<std::size_t> filled = cells_in(map, State::filled);
  const auto share = [&] {
    return std::max(least_seconds, (settings.seconds - watch.seconds()) *
                                       static_cast<double>(settings.threads) /
                                       static_cast<double>(std::max<std::size_t>(1, filled.size())));
  };
  const double whole = share();
  progress(states_text(map) + "; bounding prices");
  on_each(filled, settings.threads, [&](std::size_t cell) {
    PartyCell& filled_cell = map.cells[cell];
    const Stopwatch of_cell;
    const auto enough = [&] { return over() || of_cell.seconds() >= whole; };
    if (!over()) answers.cheapen(filled_cell, cell, whole / 2, settings.seed + round, over);
    if (!over()) answers.bound(filled_cell, cell, whole / 2, over);
    // What is left of its time goes to a price that is not proven, while that helps.
    std::uint64_t seed = settings.seed + round;
    for (int in_vain = 0; in_vain < most_in_vain && !enough() && !is_proven(filled_cell);) {
      const double before = filled_cell.best;
      answers.cheapen(filled_cell, cell, whole, ++seed, enough, steps_of_an_annealing);
      in_vain = filled_cell.best == before ? in_vain + 1 : 0;
    }
  });
  map.seconds = watch.seconds();
  return map;
}

void fill_by_islands(PartyMap& map, const std::shared_ptr<const Roster>& roster,
                     const PartyMapSettings& settings, double seconds, const std::function<bool()>& stop) {
  const PartyProblem problem(roster, ConstructionSettings{});
  StopRule rule;
  rule.generations = 1'000'000;
  if (settings.evaluations > 0) {
    rule.evaluations = settings.evaluations;
  } else {
    rule.seconds = seconds;
  }
  rule.when = [&stop](const Epoch&) { return stop(); };
  on_threads(settings.threads, [&](const Mpi& mpi) {
    const auto island =
        make_island(problem, map_algorithm(), settings.seed, static_cast<std::uint32_t>(mpi.rank()));
    const Outcome outcome =
        run_archipelago(*island, mpi.communicator(), MigrationSettings{}, rule, settings.seed, {});
    if (!mpi.first()) return;
    map.evaluations = outcome.evaluations;
    const SolutionSet& set = outcome.solutions;
    for (std::size_t i = 0; i < set.size(); ++i) {
      PartyCell& cell = map.cells.at(set.cells[i]);
      cell.state = PartyCell::State::filled;
      cell.by = "islands";
      cell.party = problem.party(unpack_genome<PartyProblem::Genome>(set.genome(i)));
    }
  });
}

CellAnswers::CellAnswers(const Puzzle& puzzle, std::span<const Feature> axes)
    : puzzle_(&puzzle), axes_(axes), measures_(features_of(puzzle)), agreements_(puzzle) {}

void CellAnswers::measure(PartyCell& cell) const {
  cell.best = score(*puzzle_, cell.party).fitness;
  cell.values.clear();
  for (const FeatureMeasure& one : measures_)
    cell.values.push_back(measured(*puzzle_, one.measure, cell.party));
}

bool CellAnswers::take(PartyCell& cell, std::size_t number, const std::vector<std::uint32_t>& party,
                       std::string_view by) const {
  if (party.empty() || score(*puzzle_, party).violation > 0) return false;
  PartyCell found;
  found.party = party;
  measure(found);
  const MapCells cells({axes_.begin(), axes_.end()});
  if (cells.cell_of(found.values) != number) return false;
  if (cell.state == State::filled &&
      !(key_of({0, found.best}, puzzle_->direction) < key_of({0, cell.best}, puzzle_->direction)))
    return false;
  if (cell.state != State::filled) cell.by = by;
  cell.state = State::filled;
  cell.party = party;
  cell.best = found.best;
  cell.values = found.values;
  return true;
}

void CellAnswers::prove_quickly(PartyCell& cell, std::size_t number, std::uint64_t most_steps,
                                const std::function<bool()>& stop) const {
  const auto puzzle = with_cell(*puzzle_, measures_, axes_, number);
  if (!puzzle) return prove_empty(cell, "rules");
  if (search_patterns(*puzzle, agreements_, {.steps = most_steps, .stop = stop}).solvable == false)
    prove_empty(cell, "patterns");
}

void CellAnswers::decide(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
                         const std::function<bool()>& stop) const {
  const Stopwatch watch;
  const auto over = [&] { return stop() || watch.seconds() >= seconds; };
  const Puzzle puzzle = *with_cell(*puzzle_, measures_, axes_, number);
  const Roster roster(puzzle);
  const PatternAnswer patterns =
      search_patterns(puzzle, agreements_,
                      {.steps = static_cast<std::uint64_t>(seconds * pattern_steps_a_second),
                       .hero_steps = static_cast<std::uint64_t>(seconds * hero_steps_a_second),
                       .stop = over});
  if (take(cell, number, patterns.party, "patterns")) return;
  if (patterns.solvable == false) return prove_empty(cell, "patterns");
  if (over()) return;
  Random random(seed, static_cast<std::uint32_t>(number));
  const double annealed_by = watch.seconds() + seconds / 4;
  Annealing annealing(roster);
  while (!stop() && watch.seconds() < annealed_by) {
    if (take(cell, number, annealing.party(few_annealing_steps, random), "annealing")) return;
  }
  if (over()) return;
  if (find_clash(puzzle, [&] { return stop() || watch.seconds() >= seconds * 2 / 3; }))
    return prove_empty(cell, "clash");
  Prover prover(puzzle);
  prover.limit_programs(std::max(1.0, seconds / 3));
  // Rules at any price first: a party for the cell, or none in it.
  const Listing listing = prover.list(prover.whole().dearest(), 1, over);
  if (!listing.parties.empty()) {
    take(cell, number, listing.parties.front(), "proof");
  } else if (listing.complete) {
    prove_empty(cell, "proof");
  }
}

void CellAnswers::cheapen(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
                          const std::function<bool()>& stop, std::uint64_t steps) const {
  const Puzzle puzzle = *with_cell(*puzzle_, measures_, axes_, number);
  const auto roster = std::make_shared<const Roster>(puzzle);
  PartyProblem problem(roster, ConstructionSettings{});
  PartyProblem::Genome genome = problem.genome(cell.party);
  Score score = problem.evaluate(genome);
  Random random(seed, static_cast<std::uint32_t>(number));
  problem.improve(genome, score, local_search_budget, random);
  take(cell, number, problem.party(genome), cell.by);
  take(cell, number,
       anneal_party(*roster, annealings_of_one_of_many, steps, seed,
                    [&, watch = Stopwatch()] { return stop() || watch.seconds() >= seconds; }),
       cell.by);
}

void CellAnswers::bound(PartyCell& cell, std::size_t number, double seconds,
                        const std::function<bool()>& stop) const {
  const Stopwatch watch;
  const Puzzle puzzle = *with_cell(*puzzle_, measures_, axes_, number);
  Prover prover(puzzle);
  prover.limit_programs(std::max(0.5, seconds / 2));
  const Findings findings = prover.prove(cell.party, [&] { return stop() || watch.seconds() >= seconds; });
  take(cell, number, findings.best, "proof");
  if (findings.bound) cell.bound = prover.whole().objective(*findings.bound);
}

std::optional<Puzzle> with_cell(const Puzzle& puzzle, std::span<const FeatureMeasure> measures,
                                std::span<const Feature> axes, std::size_t cell) {
  std::vector<Measure> of_axes;
  for (const FeatureMeasure& one : measures) of_axes.push_back(one.measure);
  return puzzle_within(puzzle, of_axes, MapCells({axes.begin(), axes.end()}).intervals_of(cell));
}

std::string text_of(const PartyMap& map, const Puzzle& puzzle) {
  const std::size_t filled = map.number_of(State::filled);
  const std::size_t open = map.number_of(State::open);
  const auto proven = std::ranges::count_if(
      map.cells, [](const PartyCell& cell) { return cell.state == State::filled && is_proven(cell); });
  std::string text = fmt::format("puzzle  {}\n", puzzle.name);
  text += map.axes.size() == 2 ? table_text(map) : list_text(map);
  text += fmt::format("filled  {} of {} cells{}; {} with the best {} that is possible (=)\n", filled,
                      map.cells.size(), means_text(map, State::filled), proven,
                      puzzle.pool.numeric[puzzle.objective].name);
  text += fmt::format("empty   {}, as is proven{} (-)\n", map.number_of(State::empty),
                      means_text(map, State::empty));
  text += fmt::format("open    {} (?)\n", open);
  if (filled + open > 0) {
    text += fmt::format("        {:.1f} % of the cells that are not proven empty are filled\n",
                        100.0 * static_cast<double>(filled) / static_cast<double>(filled + open));
  }
  return text;
}

MapJson json_of(const PartyMap& map, const Puzzle& puzzle) {
  MapJson features = MapJson::array();
  for (const Feature& axis : map.axes) {
    features.push_back({{"name", axis.name},
                        {"unit", axis.unit},
                        {"least", axis.least},
                        {"most", axis.most},
                        {"cells", axis.cells}});
  }
  const auto in = [&](State state) {
    MapJson cells = MapJson::array();
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
      if (map.cells[cell].state == state) cells.push_back(cell);
    }
    return cells;
  };
  MapJson cells = MapJson::array();
  for (std::size_t cell = 0; cell < map.cells.size(); ++cell)
    cells.push_back(json_of(map.cells[cell], cell, map, puzzle));
  return {{"schema", map_schema},
          {"puzzle", puzzle.name},
          {"objective", puzzle.pool.numeric[puzzle.objective].name},
          {"unit", puzzle.unit},
          {"direction", puzzle.direction == Direction::minimise ? "minimise" : "maximise"},
          {"features", std::move(features)},
          {"filled", in(State::filled)},
          {"empty", in(State::empty)},
          {"open", in(State::open)},
          {"seconds", map.seconds},
          {"evaluations", map.evaluations},
          {"cells", std::move(cells)}};
}

}  // namespace skerry::party
