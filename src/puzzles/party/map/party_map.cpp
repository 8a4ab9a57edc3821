#include "puzzles/party/map/party_map.hpp"

#include "skerry/archives/map_cells.hpp"

#include "engine/stopwatch.hpp"
#include "puzzles/party/map/cell_answers.hpp"
#include "puzzles/party/map/map_islands.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/core.h>

namespace skerry::party {

namespace {

using State = PartyCell::State;

constexpr double island_share = 0.25;  // of the time, for islands over all cells
constexpr double bound_share = 0.2;    // of the time, at the end, for bounds on the prices of filled cells
constexpr std::uint64_t pattern_steps = 30'000'000;  // about a second
constexpr double first_seconds = 1;                  // for a cell, twice as much in each round after
constexpr double least_seconds = 0.2;

/// Calls work(cell) for each of these cells, on several threads. The first exception is thrown again.
void on_cells(const std::vector<std::size_t>& cells, std::size_t threads,
              const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take_turns = [&] {
    try {
      for (std::size_t i = next++; i < cells.size(); i = next++) work(cells[i]);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
      next = cells.size();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t thread = 1; thread < std::min(threads, cells.size()); ++thread)
    others.emplace_back(take_turns);
  take_turns();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

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
  on_cells(cells_in(map, State::open), settings.threads, [&](std::size_t cell) {
    if (!over()) answers.prove_quickly(map.cells[cell], cell, pattern_steps, over);
  });
  const double bounds_from = settings.seconds * (1 - bound_share);
  const auto decided_enough = [&] { return stop() || watch.seconds() >= bounds_from; };
  std::uint64_t round = 0;
  for (double seconds = first_seconds; !decided_enough(); seconds *= 2, ++round) {
    const std::vector<std::size_t> open = cells_in(map, State::open);
    if (open.empty()) break;
    progress(fmt::format("{}; {} seconds for each open one", states_text(map), seconds));
    on_cells(open, settings.threads, [&](std::size_t cell) {
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
  const double half = share() / 2;
  progress(states_text(map) + "; bounding prices");
  on_cells(filled, settings.threads, [&](std::size_t cell) {
    if (!over()) answers.cheapen(map.cells[cell], cell, half, settings.seed + round, over);
    if (!over()) answers.bound(map.cells[cell], cell, half, over);
  });
  map.seconds = watch.seconds();
  return map;
}

}  // namespace skerry::party
