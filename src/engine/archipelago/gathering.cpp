#include "engine/archipelago/gathering.hpp"

#include "skerry/error.hpp"
#include "skerry/record.hpp"

#include "engine/communication/communicator.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

namespace skerry {
namespace {

/// Puts events in the order of generation, then island, where each island's are in the order of generations;
/// with each goes its row of `genomes`, if there are any.
template <typename Row>
void sort_events(std::vector<Row>& events, std::vector<std::byte>& genomes) {
  if (genomes.empty()) {
    std::ranges::stable_sort(events, {}, &Row::generation);
    return;
  }
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t event) { return events[event].generation; });
  const std::size_t row_size_bytes = genomes.size() / events.size();
  std::vector<Row> sorted;
  std::vector<std::byte> sorted_genomes;
  sorted.reserve(events.size());
  sorted_genomes.reserve(genomes.size());
  for (const std::size_t event : order) {
    sorted.push_back(events[event]);
    const auto row = std::span(genomes).subspan(event * row_size_bytes, row_size_bytes);
    sorted_genomes.insert(sorted_genomes.end(), row.begin(), row.end());
  }
  events = std::move(sorted);
  genomes = std::move(sorted_genomes);
}

EpochRecord unpack(std::span<const std::byte> messages, std::size_t generations, std::size_t columns,
                   bool migrated, std::span<const EventCounts> counts, std::size_t genome_size_bytes) {
  const auto take = [&messages](auto& record) { take_record(messages, record); };
  const std::size_t islands = counts.size();
  EpochRecord record;
  record.generations = generations;
  record.islands = islands;
  record.statistics.resize(generations * islands);
  record.column_values.resize(generations * islands * columns);
  for (std::size_t island = 0; island < islands; ++island) {
    for (std::size_t row = 0; row < generations; ++row) take(record.statistics[row * islands + island]);
    for (std::size_t row = 0; row < generations; ++row) {
      for (double& value :
           std::span(record.column_values).subspan((row * islands + island) * columns, columns))
        take(value);
    }
    MigrationCost cost;
    take(cost);
    if (migrated) record.migration.push_back(cost);
    auto count = counts[island].begin();
    for_each_event_list(record, [&](auto& list) {
      for (std::uint64_t i = 0; i < *count; ++i) take(list.emplace_back());
      ++count;
    });
    const auto genomes = messages.first(counts[island].front() * genome_size_bytes);
    record.improvement_genomes.insert(record.improvement_genomes.end(), genomes.begin(), genomes.end());
    messages = messages.subspan(genomes.size());
  }
  sort_events(record.improvements, record.improvement_genomes);
  std::vector<std::byte> none;
  sort_events(record.births, none);
  sort_events(record.evaluation_rows, none);
  return record;
}

}  // namespace

EventCounts counts_of(const IslandRows& rows) {
  EventCounts counts;
  auto count = counts.begin();
  for_each_event_list(rows, [&](const auto& list) { *count++ = list.size(); });
  return counts;
}

EpochRecord Gathering::gather(const Logbook& logbook, const std::optional<MigrationCost>& cost,
                              std::span<const EventCounts> counts) {
  const IslandRows& rows = logbook.rows;
  message_.clear();
  for (const Statistics& row : rows.statistics) append_record(message_, row);
  for (const double value : rows.column_values) append_record(message_, value);
  append_record(message_, cost.value_or(MigrationCost{}));
  for_each_event_list(rows, [&](const auto& list) {
    for (const auto& row : list) append_record(message_, row);
  });
  message_.insert(message_.end(), rows.improvement_genomes.begin(), rows.improvement_genomes.end());

  sizes_.clear();
  for (const EventCounts& of_island : counts) {
    std::size_t size_bytes = rows.statistics.size() * sizeof(Statistics) +
                             rows.column_values.size() * sizeof(double) + sizeof(MigrationCost);
    auto count = of_island.begin();
    for_each_event_list(rows,
                        [&]<typename Row>(const std::vector<Row>&) { size_bytes += *count++ * sizeof(Row); });
    sizes_.push_back(size_bytes + of_island.front() * genome_size_bytes_);
  }
  const bool first = world_.rank() == 0;
  if (first) messages_.resize(std::reduce(sizes_.begin(), sizes_.end()));
  world_.gather(std::span<const std::byte>(message_), sizes_, std::span(messages_));
  if (!first) return {};
  const std::size_t generations = rows.statistics.size();
  const std::size_t columns = generations == 0 ? 0 : rows.column_values.size() / generations;
  return unpack(messages_, generations, columns, cost.has_value(), counts, genome_size_bytes_);
}

PopulationGathering::PopulationGathering(Communicator& world, const Island& island)
    : world_(world), sizes_(world.size()), row_size_bytes_(island.genome_form().row_size_bytes()) {
  world_.allgather(island.size(), std::span(sizes_));
}

void PopulationGathering::gather(const Island& island, IslandRows& rows) const {
  std::vector<PopulationRow> own;
  std::vector<std::byte> genomes;
  island.append_population(own, genomes);
  std::vector<std::byte> packed;
  for (const PopulationRow& row : own) append_record(packed, row);
  const auto bring = [&](std::span<const std::byte> bytes, std::size_t size_bytes_each) {
    std::vector<std::size_t> sizes;
    for (const std::size_t size : sizes_) sizes.push_back(size * size_bytes_each);
    std::vector<std::byte> all(world_.rank() == 0 ? std::reduce(sizes.begin(), sizes.end()) : 0);
    world_.gather(bytes, sizes, std::span(all));
    return all;
  };
  const std::vector<std::byte> records = bring(packed, sizeof(PopulationRow));
  rows.population_genomes = bring(genomes, row_size_bytes_);
  rows.populations.resize(records.size() / sizeof(PopulationRow));
  std::span<const std::byte> rest = records;
  for (PopulationRow& row : rows.populations) take_record(rest, row);
}

namespace {

template <typename Set, typename Work>
void for_each_vector(Set& set, Work work) {
  std::apply([&](auto&... list) { (work(list), ...); },
             std::tie(set.keys, set.cells, set.values, set.ends, set.genomes));
}

std::vector<std::byte> packed(const SolutionSet& set) {
  std::vector<std::byte> bytes;
  for_each_vector(set, [&](const auto& list) {
    append_record(bytes, std::uint64_t{list.size()});
    const auto raw = std::as_bytes(std::span(list));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  });
  set.trials.save(bytes);
  return bytes;
}

SolutionSet unpacked(std::span<const std::byte> bytes) {
  SolutionSet set;
  for_each_vector(set, [&](auto& list) {
    std::uint64_t size = 0;
    take_record(bytes, size);
    list.resize(size);
    const auto raw = std::as_writable_bytes(std::span(list));
    std::ranges::copy(bytes.first(raw.size()), raw.begin());
    bytes = bytes.subspan(raw.size());
  });
  set.trials.load(bytes);
  return set;
}

/// Throws UsageError if the maps of two islands have different cells; seed and problem are the same.
void expect_same_cells(Communicator& world, const SetDescription& description) {
  struct Cells {
    std::uint64_t number = 0;
    std::uint64_t centroidal = 0;
    bool operator==(const Cells&) const = default;
  };
  const auto text_of = [](const Cells& cells) {
    return std::to_string(cells.number) + (cells.centroidal == 1 ? " centroidal cells" : " cells of a grid");
  };
  std::vector<Cells> all(world.size());
  world.allgather(Cells{description.cells, description.centroids.empty() ? 0U : 1U}, std::span(all));
  std::erase(all, Cells{});  // of islands without a map
  const auto other = std::ranges::find_if(all, [&](const Cells& cells) { return cells != all.front(); });
  if (other == all.end()) return;
  throw UsageError("the map of one island has " + text_of(all.front()) + " and that of another " +
                   text_of(*other) + "; the maps of a run have the same cells");
}

}  // namespace

SolutionGathering::SolutionGathering(Communicator& world, const Island& island)
    : world_(world), description_(island.set_description()) {
  std::vector<SetKind> kinds(world.size());
  world.allgather(description_.kind, std::span(kinds));
  if (std::ranges::count(kinds, SetKind::map) > 0 && std::ranges::count(kinds, SetKind::front) > 0) {
    throw UsageError(
        "some islands keep a map of solutions and others a front; a run has one of the two, so all islands "
        "are of \"map_elites\" or of \"nsga2\", or of algorithms that keep nothing");
  }
  expect_same_cells(world, description_);
  const auto keeps = std::ranges::find_if(kinds, [](SetKind kind) { return kind != SetKind::none; });
  if (keeps != kinds.end() && kinds.front() == SetKind::none) {
    throw UsageError("the first island keeps no solutions and others do; the first of all has to, too");
  }
}

SolutionSet SolutionGathering::gather(const Island& island) const {
  std::uint64_t kind = static_cast<std::uint64_t>(description_.kind);
  world_.broadcast(kind);
  if (kind == static_cast<std::uint64_t>(SetKind::none)) return {};
  const std::vector<std::byte> own = packed(island.solution_set());
  std::vector<SolutionSet> sets;
  for (const auto& bytes : world_.gather(std::span<const std::byte>(own))) sets.push_back(unpacked(bytes));
  if (world_.rank() != 0) return {};
  return merged(description_, sets);
}

void broadcast_solutions(SolutionSet& solutions, Communicator& world) {
  std::vector<std::byte> bytes;
  if (world.rank() == 0) bytes = packed(solutions);
  world.broadcast(bytes);
  if (world.rank() != 0) solutions = unpacked(bytes);
}

}  // namespace skerry
