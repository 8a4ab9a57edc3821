#include "puzzles/party/bound/search.hpp"

#include "engine/communication/communicator.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace skerry::party {

namespace {

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();

}  // namespace

Search::Search(const IntegerPuzzle& puzzle, const Lagrangian& lagrangian, const Candidates& candidates)
    : puzzle_(puzzle),
      lagrangian_(lagrangian),
      fraction_(price_fraction(puzzle)),
      lost_most_(puzzle.lost_most),
      lists_(puzzle.nodes() + 1, Lists(puzzle.nodes())),
      party_(puzzle.nodes(), 0),
      open_(puzzle.nodes(), true),
      open_count_(puzzle.nodes()),
      sum_(puzzle.linear.size(), 0),
      distinct_(puzzle.by_value.size(), 0),
      used_(puzzle.heroes(), false) {
  for (const ValueRule& rule : puzzle.by_value) holders_.emplace_back(rule.values, 0);
  shared_ = shared_values(puzzle);
  for (std::uint32_t node = 0; node < puzzle.nodes(); ++node) {
    for (std::size_t place = 0; place < candidates[node].size(); ++place)
      lists_[0][node].push_back({candidates[node][place], lagrangian.excess(node, place),
                                 puzzle.lost_on_node(node, candidates[node][place])});
    std::ranges::stable_sort(lists_[0][node], {}, &Candidate::excess);
  }
  for (std::uint32_t hero = 0; hero < puzzle.heroes(); ++hero) {
    if (lagrangian.worth(hero) == 0) continue;
    std::uint64_t nodes = 0;
    for (std::uint32_t node = 0; node < puzzle.nodes(); ++node)
      nodes |= std::uint64_t{std::ranges::binary_search(candidates[node], hero)} << node;
    worthy_.push_back({hero, lagrangian.worth(hero), nodes});
  }
  std::ranges::stable_sort(worthy_, std::greater<>(), &Worthy::worth);
}

void Search::set_most(std::int64_t most) {
  most_ = most;
  slack_ = most * fraction_ - lagrangian_.bound();
}

bool Search::run(std::int64_t most, const Found& found, const Stop& stop) {
  found_ = &found;
  stop_ = &stop;
  set_most(most);
  return descend(0, 0, 0);
}

void Search::count(std::uint32_t hero, int sign) {
  used_[hero] = sign > 0;
  for (std::size_t r = 0; r < sum_.size(); ++r) sum_[r] += sign * puzzle_.linear[r].coefficient[hero];
  for (std::size_t r = 0; r < holders_.size(); ++r) {
    std::int32_t& holders = holders_[r][puzzle_.by_value[r].value[hero]];
    if (sign > 0) distinct_[r] += holders == 0;
    holders += sign;
    if (sign < 0) distinct_[r] -= holders == 0;
  }
}

bool Search::prune_by_sum(Lists& lists, std::size_t rule) {
  const LinearRule& bounds = puzzle_.linear[rule];
  const std::vector<std::int64_t>& coefficient = bounds.coefficient;
  std::int64_t highest = sum_[rule], lowest = sum_[rule];
  std::vector<std::array<std::int64_t, 2>> range(lists.size());
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    std::int64_t low = nothing, high = -nothing;
    for (const Candidate& candidate : lists[node]) {
      low = std::min(low, coefficient[candidate.hero]);
      high = std::max(high, coefficient[candidate.hero]);
    }
    range[node] = {low, high};
    lowest += low;
    highest += high;
  }
  if ((bounds.at_least && highest < *bounds.at_least) || (bounds.at_most && lowest > *bounds.at_most))
    return false;
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    const std::int64_t least = bounds.at_least ? *bounds.at_least - (highest - range[node][1]) : -nothing;
    const std::int64_t most = bounds.at_most ? *bounds.at_most - (lowest - range[node][0]) : nothing;
    if (least <= range[node][0] && most >= range[node][1]) continue;
    std::erase_if(lists[node], [&](const Candidate& candidate) {
      return coefficient[candidate.hero] < least || coefficient[candidate.hero] > most;
    });
    if (lists[node].empty()) return false;
  }
  return true;
}

bool Search::prune_by_values(Lists& lists, std::size_t rule) {
  const ValueRule& bounds = puzzle_.by_value[rule];
  const std::vector<std::int32_t>& holders = holders_[rule];
  const auto open = static_cast<std::int64_t>(open_count_);
  bool only_new = false, only_present = false;
  if (bounds.share) {
    if (!bounds.at_most) return true;
  } else {
    if (bounds.at_least && distinct_[rule] + open < *bounds.at_least) return false;
    if (bounds.at_most && distinct_[rule] > *bounds.at_most) return false;
    only_new = bounds.at_least && distinct_[rule] + open == *bounds.at_least;
    only_present = bounds.at_most && distinct_[rule] == *bounds.at_most;
    if (!only_new && !only_present) return true;
  }
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    std::erase_if(lists[node], [&](const Candidate& candidate) {
      const std::int32_t present = holders[bounds.value[candidate.hero]];
      if (bounds.share) return present >= *bounds.at_most;
      return (only_new && present > 0) || (only_present && present == 0);
    });
    if (lists[node].empty()) return false;
  }
  return true;
}

/// Takes out who would leave the heroes of one value that a rule asks for out of reach, or too dear: `slack`
/// is what the excess of the candidates may come to beyond the least of each node.
bool Search::prune_by_shared_value(Lists& lists, SharedValue& shared, std::int64_t slack) {
  shared.begin();
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) {
      shared.decide(party_[node]);
    } else {
      for (const Candidate& candidate : lists[node]) shared.offer(node, candidate.hero, candidate.excess);
    }
  }
  if (shared.compute() > slack) return false;
  if (shared.met()) return true;
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    std::erase_if(lists[node], [&](const Candidate& candidate) {
      return candidate.excess - shared.least(node) + shared.others_with(node, candidate.hero) > slack;
    });
    if (lists[node].empty()) return false;
  }
  return true;
}

bool Search::prune(Lists& lists, std::int64_t excess, std::int64_t lost) {
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (open_[node] && lists[node].empty()) return false;
  }
  for (std::size_t r = 0; r < holders_.size(); ++r) {
    if (!prune_by_values(lists, r)) return false;
  }
  for (std::size_t r = 0; r < sum_.size(); ++r) {
    if (!prune_by_sum(lists, r)) return false;
  }
  std::array<Least, max_nodes> least;
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    least[node] = {nothing, nothing};
    for (const Candidate& candidate : lists[node]) {
      least[node].excess = std::min(least[node].excess, candidate.excess);
      least[node].lost = std::min(least[node].lost, candidate.lost);
    }
    excess += least[node].excess;
    lost += least[node].lost;
  }
  if (excess > slack_ || lost > lost_most_) return false;
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    const std::int64_t excess_most = slack_ - excess + least[node].excess;
    const std::int64_t lost_most = lost_most_ - lost + least[node].lost;
    std::erase_if(lists[node], [&](const Candidate& candidate) {
      return candidate.excess > excess_most || candidate.lost > lost_most;
    });
    if (lists[node].empty()) return false;
  }
  return std::ranges::all_of(
      shared_, [&](SharedValue& shared) { return prune_by_shared_value(lists, shared, slack_ - excess); });
}

std::uint32_t Search::choose(const Lists& lists) const {
  std::uint32_t best = 0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max(), most_open = 0;
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    if (!open_[node]) continue;
    std::size_t open = 0;
    for (const std::uint32_t e : puzzle_.edges_of[node])
      open += open_[puzzle_.edges[e][0]] && open_[puzzle_.edges[e][1]] ? 1 : 0;
    if (lists[node].size() < fewest || (lists[node].size() == fewest && open > most_open)) {
      best = node;
      fewest = lists[node].size();
      most_open = open;
    }
  }
  return best;
}

/// Returns by how much the bound rises for the heroes who are left over, even if those worth the most come to
/// stand on the open nodes.
std::int64_t Search::worth_of_unused() const {
  std::uint64_t open_nodes = 0;
  for (std::uint32_t node = 0; node < open_.size(); ++node) open_nodes |= std::uint64_t{open_[node]} << node;
  std::int64_t sum = 0;
  std::size_t places = open_count_;
  for (const auto& [hero, worth, nodes] : worthy_) {
    if (used_[hero]) continue;
    if (places > 0 && (nodes & open_nodes) != 0) {
      --places;
    } else {
      sum += worth;
    }
  }
  return sum;
}

void Search::look_ahead(const Lists& from, Lists& to, std::uint32_t node, std::uint32_t hero) const {
  for (std::uint32_t other = 0; other < from.size(); ++other) {
    to[other].clear();
    if (!open_[other]) continue;
    for (const Candidate& candidate : from[other]) {
      if (candidate.hero != hero) to[other].push_back(candidate);
    }
  }
  const std::uint32_t of_class = puzzle_.class_of[hero];
  for (const std::uint32_t e : puzzle_.edges_of[node]) {
    const bool first = puzzle_.edges[e][0] == node;
    const std::uint32_t other = puzzle_.edges[e][first ? 1 : 0];
    if (!open_[other]) continue;
    for (Candidate& candidate : to[other]) {
      const std::uint32_t its_class = puzzle_.class_of[candidate.hero];
      candidate.excess += first ? lagrangian_.edge_excess(e, of_class, its_class)
                                : lagrangian_.edge_excess(e, its_class, of_class);
      candidate.lost += puzzle_.lost(e, hero, candidate.hero);
    }
  }
}

bool Search::descend(std::size_t depth, std::int64_t excess, std::int64_t lost) {
  if ((++steps_ & 0x3FF) == 0 && (*stop_)()) return false;
  Lists& lists = lists_[depth];
  if (open_count_ == 0) {
    if (excess <= slack_ && lost <= lost_most_ && puzzle_.cost(party_) <= most_) set_most((*found_)(party_));
    return true;
  }
  if (!prune(lists, excess + worth_of_unused(), lost)) return true;
  const std::uint32_t node = choose(lists);
  std::vector<Candidate> candidates = lists[node];
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.excess != b.excess ? a.excess < b.excess : a.lost < b.lost;
  });
  open_[node] = false;
  --open_count_;
  bool complete = true;
  std::size_t place = 0;
  for (const Candidate& candidate : candidates) {
    if (excess + candidate.excess > slack_) break;  // a party found may have lowered it
    if (depth == 0 && place++ % parts_ != part_) continue;
    party_[node] = candidate.hero;
    count(candidate.hero, +1);
    look_ahead(lists, lists_[depth + 1], node, candidate.hero);
    complete = descend(depth + 1, excess + candidate.excess, lost + candidate.lost);
    count(candidate.hero, -1);
    if (!complete) break;
  }
  open_[node] = true;
  ++open_count_;
  return complete;
}

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
