#include "puzzles/party/proof/shared_search.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/stopwatch.hpp"
#include "puzzles/party/proof/multipliers_json.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace skerry::party {

namespace {

using Json = nlohmann::ordered_json;
using FoundParty = std::vector<std::uint32_t>;

/// Returns what a rank other than the first found in its part: whether it ended by itself, 1 or 0, and the
/// heroes of its parties, one party after the other.
std::vector<std::uint32_t> search_part(const Puzzle& puzzle, const IntegerPuzzle& whole, const Json& task,
                                       const Communicator& ranks, const Search::Stop& stop) {
  const auto candidates = task.at("candidates").get<Candidates>();
  const Multipliers multipliers = multipliers_of(task.at("multipliers"), whole);
  const auto parties = task.at("parties").get<std::size_t>();
  const auto seconds = task.at("seconds").get<double>();
  auto most = task.at("most").get<std::int64_t>();
  std::vector<std::uint32_t> result{0};
  std::size_t found = 0;
  const Lagrangian lagrangian(whole, multipliers, candidates);
  Search search(whole, lagrangian, candidates);
  search.take_part(ranks.rank(), ranks.size());
  const bool complete = search.run(
      most,
      [&](std::span<const std::uint32_t> party) {
        if (score(puzzle, party).violation > 0) return most;
        if (parties == 0) {
          most = whole.cost(party) - whole.price_step;
          result.resize(1);
        }
        if (parties == 0 || found < parties) result.insert(result.end(), party.begin(), party.end());
        ++found;
        return most;
      },
      [&, watch = Stopwatch()] {
        return stop() || watch.seconds() > seconds || (parties > 0 && found > parties);
      });
  result.front() = complete ? 1 : 0;
  return result;
}

}  // namespace

SharedSearch::~SharedSearch() {
  std::string none;
  ranks_->broadcast(none);
}

bool SharedSearch::run(const Limits& limits, const Multipliers& multipliers, const Candidates& candidates,
                       const Search::Found& found, const Search::Stop& stop) {
  std::string task = Json{{"most", limits.most},
                          {"parties", limits.parties},
                          {"seconds", limits.seconds},
                          {"candidates", candidates},
                          {"multipliers", json_of(multipliers)}}
                         .dump();
  ranks_->broadcast(task);
  const Lagrangian lagrangian(*whole_, multipliers, candidates);
  Search search(*whole_, lagrangian, candidates);
  search.take_part(0, ranks_->size());
  std::int64_t most = limits.most;
  bool complete = search.run(
      most, [&](std::span<const std::uint32_t> party) { return most = found(party); }, stop);
  const auto nodes = static_cast<std::ptrdiff_t>(whole_->nodes());
  std::vector<FoundParty> others;
  for (const auto& result : ranks_->gather(std::span<const std::uint32_t>())) {
    if (result.empty()) continue;  // this rank
    complete = complete && result.front() == 1;
    for (auto hero = result.begin() + 1; hero != result.end(); hero += nodes)
      others.emplace_back(hero, hero + nodes);
  }
  std::ranges::stable_sort(others, {}, [&](const FoundParty& party) { return whole_->cost(party); });
  for (const FoundParty& party : others) {
    if (whole_->cost(party) <= most) most = found(party);
  }
  return complete;
}

void serve_searches(const Puzzle& puzzle, Communicator& ranks, const Search::Stop& stop) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  std::string task;
  for (ranks.broadcast(task); !task.empty(); ranks.broadcast(task)) {
    const std::vector<std::uint32_t> result = search_part(puzzle, whole, Json::parse(task), ranks, stop);
    ranks.gather(std::span<const std::uint32_t>(result));
  }
}

}  // namespace skerry::party
