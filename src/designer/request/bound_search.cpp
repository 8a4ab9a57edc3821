#include "designer/request/bound_search.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/random.hpp"

#include "app/config/node.hpp"
#include "app/text/text.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/core.h>

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

namespace {

using Texts = std::map<std::string, std::string, std::less<>>;  ///< [key] value in TOML

/// Returns the values of a table, with some in place of its own, without those that stand elsewhere.
std::string table_text(std::string_view heading, const Settings& table, const Texts& replaced,
                       const std::vector<std::string_view>& elsewhere = {}) {
  std::string text = fmt::format("\n{}\n", heading);
  for (const Settings::Value& value : table.values()) {
    if (std::ranges::find(elsewhere, value.key) != elsewhere.end()) continue;
    const auto other = replaced.find(value.key);
    text += fmt::format("{} = {}\n", value.key, other == replaced.end() ? value.text : other->second);
  }
  return text;
}

std::string tables_text(std::string_view path, const Settings& table, std::string_view list) {
  std::string text;
  for (const Settings& element : table.tables(list))
    text += table_text(fmt::format("[[{}.{}]]", path, list), element, {});
  return text;
}

Texts bounds_of(const Request& request, const Trial& trial, std::size_t rule) {
  Texts bounds;
  for (std::size_t i = 0; i < request.ranges.size(); ++i) {
    const BoundRange& range = request.ranges[i];
    if (range.rule == rule) bounds.emplace(key_of(range), fmt::format("{}", range.values[trial.places[i]]));
  }
  return bounds;
}

std::string pool_text(const Request& request, const std::filesystem::path& folder) {
  const auto absolute = [](const std::filesystem::path& path) {
    return (std::filesystem::current_path() / path).lexically_normal();
  };
  const std::filesystem::path file = absolute(request.pool).lexically_proximate(absolute(folder));
  const std::string heading = fmt::format("[pool]\nfile = {}", toml_string(file.generic_string()));
  return table_text(heading, request.settings.table("pool"), {}, {"file", "heroes", "traits_together"});
}

std::string optimum_text(const Puzzle& puzzle) {
  const Certificate& certificate = *puzzle.certificate;
  std::vector<std::string> ids;
  for (const std::uint32_t hero : certificate.party) ids.push_back(toml_string(puzzle.pool.ids[hero]));
  return fmt::format(
      "\n# The proof: no hero costs less than base + multiplier x (what it adds to each requirement); this "
      "party costs "
      "just that.\n"
      "[optimum]\nfitness = {}\nbase = {}\nmultipliers = [{}]  # of the requirements, in their order\nparty "
      "= [{}]\n",
      certificate.optimum, certificate.base, numbers_text(certificate.multipliers), joined(ids, ", "));
}

std::string with_unit(double price, const Puzzle& puzzle) {
  return puzzle.unit.empty() ? fmt::format("{:.10g}", price) : fmt::format("{:.10g} {}", price, puzzle.unit);
}

std::string price_phrase(const PriceAnswer& answer, const Puzzle& puzzle) {
  const bool minimise = puzzle.direction == Direction::minimise;
  const std::string_view best = minimise ? "the cheapest party costs" : "the best party has";
  if (answer.solvable == false) return "no party meets its rules";
  if (answer.proven) return fmt::format("{} {}", best, with_unit(*answer.best, puzzle));
  if (answer.bound && answer.best) {
    const auto [low, high] = std::minmax(*answer.bound, *answer.best);
    return fmt::format("{} {:.10g} to {}", best, low, with_unit(high, puzzle));
  }
  if (answer.bound) {
    return fmt::format("{} {} {}", best, minimise ? "at least" : "at most", with_unit(*answer.bound, puzzle));
  }
  if (answer.best) {
    return fmt::format("{} {} {}", best, minimise ? "at most" : "at least", with_unit(*answer.best, puzzle));
  }
  return "what it costs was not decided";
}

std::string reason(SearchEnd end) {
  switch (end) {
    case SearchEnd::too_dear:
      return "even the loosest bounds are too tight";
    case SearchEnd::too_cheap:
      return "even the tightest bounds are too loose";
    case SearchEnd::tries_over:
      return "wanted.tries is reached";
    case SearchEnd::stopped:
      return "the time is over";
    default:
      return "no choice of bounds is left to try";
  }
}

}  // namespace

Puzzle puzzle_of(const Request& request, const Trial& trial) {
  Puzzle puzzle = request.puzzle;
  for (std::size_t i = 0; i < trial.places.size(); ++i)
    set_bound(puzzle, request.ranges[i], request.ranges[i].values[trial.places[i]]);
  return puzzle;
}

std::string puzzle_text(const Request& request, const Trial& trial, const std::vector<std::string>& heading,
                        const std::filesystem::path& folder) {
  const Settings& settings = request.settings;
  std::string text;
  for (std::string line : heading) {
    std::ranges::replace_if(line, is_control, ' ');
    text += fmt::format("# {}\n", line);
  }
  if (settings.has("name")) text += fmt::format("name = {}\n", toml_string(settings.text("name")));
  for (const char* measures : {"features", "objectives"}) {
    std::vector<std::string> texts;
    for (const std::string& measure : settings.texts(measures)) texts.push_back(toml_string(measure));
    if (!texts.empty()) text += fmt::format("{} = [{}]\n", measures, joined(texts, ", "));
  }
  text += pool_text(request, folder);
  const Settings formation = settings.table("formation");
  const std::vector<std::string_view> conditions = {"restriction", "fit", "locked"};
  text += table_text("[formation]", formation, {}, conditions);
  for (const std::string_view list : conditions) text += tables_text("formation", formation, list);
  text += table_text("[objective]", settings.table("objective"), {});
  const std::vector<Settings> requirements = settings.tables("requirement");
  if (settings.has("synergy")) {
    const Settings synergy = settings.table("synergy");
    text += table_text("[synergy]", synergy, bounds_of(request, trial, requirements.size()), {"affinity"});
    text += tables_text("synergy", synergy, "affinity");
  }
  for (std::size_t r = 0; r < requirements.size(); ++r)
    text += table_text("[[requirement]]", requirements[r], bounds_of(request, trial, r));
  if (request.puzzle.certificate) return text + optimum_text(request.puzzle);
  if (trial.answer.proven && trial.answer.best)
    text += fmt::format("\n[optimum]\nfitness = {}\n", *trial.answer.best);
  return text;
}

std::string proven_text(const Request& request, const Trial& trial) {
  std::string text = price_phrase(trial.answer, request.puzzle);
  if (trial.solutions) {
    const std::uint64_t teams = trial.solutions->teams;
    text +=
        fmt::format(", and {}{} team{} within {:.4g} % of {}", trial.solutions->complete ? "" : "at least ",
                    teams, teams == 1 ? " is" : "s are", 100 * request.wanted.within,
                    trial.answer.proven ? "that" : "the cheapest that was found");
  }
  return text;
}

std::string failure_text(const Request& request, const SearchResult& result) {
  const Wanted& wanted = request.wanted;
  const std::string asked =
      fmt::format("a price of {:.10g} to {} and {} team{} within {:.4g} %", wanted.lowest,
                  with_unit(wanted.highest, request.puzzle), wanted.solutions,
                  wanted.solutions == 1 ? "" : "s", 100 * wanted.within);
  if (result.tried == 0) return fmt::format("no puzzle with {}: {}", asked, reason(result.end));
  const std::string bounds = bounds_text(puzzle_of(request, result.best), request.ranges);
  return fmt::format("no puzzle with {} among {} tried: {}; the nearest{}: {}", asked, result.tried,
                     reason(result.end), bounds.empty() ? "" : fmt::format(" asks {}", bounds),
                     proven_text(request, result.best));
}

}  // namespace skerry::party
