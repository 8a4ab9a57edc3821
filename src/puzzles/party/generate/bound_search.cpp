#include "puzzles/party/generate/bound_search.hpp"

#include "skerry/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace skerry::party {

namespace {

using RangePlaces = std::vector<std::size_t>;  ///< [range]

/// Chains in a row that bring nothing new, after which the search ends.
constexpr int most_idle_chains = 50;
/// Choices of a chain that are tried where the price is right and solutions are missing.
constexpr int tries_in_range = 8;

bool at_least_as_tight(const RangePlaces& first, const RangePlaces& second) {
  return std::ranges::equal(first, second, std::greater_equal<>());
}

class BoundSearch {
 public:
  BoundSearch(const Request& request, std::uint64_t seed, const std::function<bool()>& stop,
              const std::function<void(const Puzzle&)>& progress)
      : request_(&request),
        puzzle_(request.puzzle),
        random_(seed, 0, Purpose::generation),
        stop_(&stop),
        progress_(&progress) {}

  SearchResult run() {
    const auto end = follow_chains();
    SearchResult result{end, {}, trials_.size()};
    if (trials_.empty()) return result;
    const auto nearest =
        std::ranges::min_element(trials_, {}, [&](const Trial& trial) { return distance(trial); });
    result.best = end == SearchEnd::too_dear ? trials_.back() : *nearest;
    if (result.best.side != PriceSide::open && !result.best.answer.proven) prove_price(result.best);
    return result;
  }

 private:
  SearchEnd follow_chains() {
    for (int idle = 0; idle < most_idle_chains; ++idle) {
      const std::size_t before = trials_.size();
      if (const auto end = follow(random_chain())) return *end;
      if (trials_.size() > before) idle = 0;
    }
    return SearchEnd::all_tried;
  }

  /// Returns choices from the loosest to the tightest, each a step of one bound behind the one before. The
  /// chain passes through a choice that is uniform among all.
  std::vector<RangePlaces> random_chain() {
    RangePlaces below, above;
    for (std::size_t range = 0; range < request_->ranges.size(); ++range) {
      const std::size_t last = request_->ranges[range].values.size() - 1;
      const std::size_t middle = random_.below(static_cast<std::uint32_t>(last + 1));
      below.insert(below.end(), middle, range);
      above.insert(above.end(), last - middle, range);
    }
    random_.shuffle(std::span(below));
    random_.shuffle(std::span(above));
    below.insert(below.end(), above.begin(), above.end());
    std::vector<RangePlaces> chain = {RangePlaces(request_->ranges.size(), 0)};
    for (const std::size_t range : below) {
      RangePlaces next = chain.back();
      ++next[range];
      chain.push_back(std::move(next));
    }
    return chain;
  }

  /// Returns why the whole search ends, if it does.
  std::optional<SearchEnd> follow(const std::vector<RangePlaces>& chain) {
    const auto cheap = [](PriceSide side) { return side == PriceSide::cheap; };
    const auto first = first_without(cheap, chain, 0);
    if (!first) return ended_;
    if (*first == chain.size()) return SearchEnd::too_cheap;
    const auto wanted = [](PriceSide side) { return side == PriceSide::wanted; };
    const auto end = first_without(wanted, chain, *first);
    if (!end) return ended_;
    if (*end == 0 && side_of(chain[0]) == PriceSide::dear) return SearchEnd::too_dear;
    const auto in_range = static_cast<std::uint32_t>(*end - *first);
    for (int i = 0; i < tries_in_range && in_range > 0; ++i) {
      if (!side_of(chain[*first + random_.below(in_range)])) return ended_;
    }
    return std::nullopt;
  }

  /// Returns the place of the first choice from `begin` on that is on none of these sides, where those that
  /// are come first; none where the search ends.
  std::optional<std::size_t> first_without(bool (*among)(PriceSide), const std::vector<RangePlaces>& chain,
                                           std::size_t begin) {
    std::size_t end = chain.size();
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      const auto side = side_of(chain[middle]);
      if (!side) return std::nullopt;
      if (among(*side)) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  /// Returns the side of a choice, by a trial if it does not follow from those before; none where the search
  /// ends.
  std::optional<PriceSide> side_of(const RangePlaces& places) {
    for (const Trial& trial : trials_) {
      if (trial.places == places) return trial.side;
      if (trial.side == PriceSide::dear && at_least_as_tight(places, trial.places)) return trial.side;
      if (trial.side == PriceSide::cheap && at_least_as_tight(trial.places, places)) return trial.side;
    }
    if ((*stop_)()) return give_up(SearchEnd::stopped);
    if (trials_.size() == request_->wanted.tries) return give_up(SearchEnd::tries_over);
    trials_.push_back(try_at(places, request_->wanted));
    if (fulfils(trials_.back(), request_->wanted)) return give_up(SearchEnd::found);
    return trials_.back().side;
  }

  std::nullopt_t give_up(SearchEnd end) {
    ended_ = end;
    return std::nullopt;
  }

  Trial try_at(const RangePlaces& places, const Wanted& wanted) {
    for (std::size_t range = 0; range < places.size(); ++range)
      set_bound(puzzle_, request_->ranges[range], request_->ranges[range].values[places[range]]);
    (*progress_)(puzzle_);
    Trial trial = try_puzzle(puzzle_, wanted, *stop_);
    trial.places = places;
    return trial;
  }

  /// Proves the price of a choice of which no more was asked than on which side of the range it is.
  void prove_price(Trial& trial) {
    Wanted any_price = request_->wanted;
    any_price.lowest = std::numeric_limits<double>::lowest();
    any_price.highest = std::numeric_limits<double>::max();
    Trial proven = try_at(trial.places, any_price);
    proven.side = trial.side;
    if (proven.answer.proven) trial = std::move(proven);
  }

  /// Returns how far a trial is from what is wanted: below 1 where only solutions are missing.
  double distance(const Trial& trial) const {
    const Wanted& wanted = request_->wanted;
    if (fulfils(trial, wanted)) return -1;
    if (trial.side == PriceSide::wanted) return 1 / (1 + static_cast<double>(trial.solutions->teams));
    const auto& price = trial.answer.best ? trial.answer.best : trial.answer.bound;
    if (!price) return std::numeric_limits<double>::infinity();
    return 1 + std::max({0.0, wanted.lowest - *price, *price - wanted.highest});
  }

  const Request* request_;
  Puzzle puzzle_;
  Random random_;
  const std::function<bool()>* stop_;
  const std::function<void(const Puzzle&)>* progress_;
  std::vector<Trial> trials_;
  SearchEnd ended_ = SearchEnd::stopped;
};

}  // namespace

SearchResult search_bounds(const Request& request, std::uint64_t seed, const std::function<bool()>& stop,
                           const std::function<void(const Puzzle&)>& progress) {
  return BoundSearch(request, seed, stop, progress).run();
}

}  // namespace skerry::party
