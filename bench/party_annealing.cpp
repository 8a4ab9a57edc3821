/// A plain simulated annealing of one party puzzle, on one thread, as a peer of `skerry run`: rules are
/// penalties, a step exchanges two nodes or gives a node a hero who shares a trait with a neighbour, and it
/// begins anew with other weights until its time is over. It reads a puzzle's file and prints the seconds and
/// the price of each cheaper party:
///   party_annealing PUZZLE.toml SEED SECONDS
/// It knows what binding puzzles have (average, distinct, count and share; a property to minimise), and
/// shares no code with the library, so that its judgement is independent.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <toml++/toml.h>

namespace {

using Random = std::mt19937_64;

double uniform(Random& random) {
  return static_cast<double>(random() >> 11U) * 0x1p-53;
}

std::size_t below(Random& random, std::size_t count) {
  return static_cast<std::size_t>(uniform(random) * static_cast<double>(count));
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// The columns of a pool, as texts.
std::map<std::string, std::vector<std::string>> read_pool(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::map<std::string, std::vector<std::string>> columns;
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> row = cells_of(line);
    if (names.empty()) {
      names = row;
      continue;
    }
    for (std::size_t i = 0; i < names.size(); ++i) columns[names[i]].push_back(row.at(i));
  }
  return columns;
}

struct Rule {
  std::string kind;
  double bound;
  bool at_least;
  std::vector<double> number;  // [hero] of average and count
  std::vector<int> value;      // [hero] of distinct and share
};

struct Puzzle {
  std::size_t nodes = 0;
  std::vector<std::pair<int, int>> edges;
  std::vector<double> curve;  // by shared traits
  double synergy = 0;
  std::vector<double> price;
  std::vector<std::vector<int>> traits;  // [trait][hero]
  std::vector<Rule> rules;
};

std::vector<int> numbered(const std::vector<std::string>& texts) {
  std::map<std::string, int> numbers;
  std::vector<int> values;
  for (const std::string& text : texts)
    values.push_back(numbers.try_emplace(text, static_cast<int>(numbers.size())).first->second);
  return values;
}

std::vector<double> numbers_of(const std::vector<std::string>& texts) {
  std::vector<double> values;
  for (const std::string& text : texts) values.push_back(std::stod(text));
  return values;
}

Puzzle read_puzzle(const std::filesystem::path& path) {
  const toml::table file = toml::parse_file(path.string());
  const auto pool = read_pool(path.parent_path() / file["pool"]["file"].value<std::string>().value());
  Puzzle puzzle;
  puzzle.nodes = file["formation"]["names"].as_array()->size();
  for (const auto& edge : *file["formation"]["edges"].as_array())
    puzzle.edges.emplace_back(edge.as_array()->get_as<std::int64_t>(0)->get(),
                              edge.as_array()->get_as<std::int64_t>(1)->get());
  puzzle.price = numbers_of(pool.at(file["objective"]["property"].value<std::string>().value()));
  puzzle.synergy = file["synergy"]["at_least"].value<double>().value();
  for (const auto& share : *file["synergy"]["curve"].as_array())
    puzzle.curve.push_back(share.value<double>().value());
  for (const auto& trait : *file["synergy"]["traits"].as_array())
    puzzle.traits.push_back(numbered(pool.at(trait.value<std::string>().value())));
  for (const auto& node : *file["requirement"].as_array()) {
    const toml::table& table = *node.as_table();
    Rule rule;
    rule.kind = table["kind"].value<std::string>().value();
    rule.at_least = table.contains("at_least");
    rule.bound = table[rule.at_least ? "at_least" : "at_most"].value<double>().value();
    const auto& column = pool.at(table["property"].value<std::string>().value());
    if (rule.kind == "average") {
      rule.number = numbers_of(column);
    } else if (rule.kind == "count") {
      const auto value = table["value"].value<std::string>().value();
      for (const std::string& text : column) rule.number.push_back(text == value ? 1 : 0);
    } else if (rule.kind == "distinct" || rule.kind == "share") {
      rule.value = numbered(column);
    } else {
      throw std::runtime_error("a requirement of kind " + rule.kind + " is unknown here");
    }
    puzzle.rules.push_back(std::move(rule));
  }
  return puzzle;
}

using Party = std::vector<std::size_t>;

/// What the party misses of a rule: units of a sum, heroes or values.
double missing(const Rule& rule, const Party& party) {
  double found = 0;
  if (!rule.number.empty()) {
    for (const std::size_t hero : party) found += rule.number[hero];
  } else {
    double most = 0;
    for (std::size_t i = 0; i < party.size(); ++i) {
      double same = 1;
      for (std::size_t j = 0; j < i; ++j) same += rule.value[party[j]] == rule.value[party[i]] ? 1 : 0;
      found += same == 1 ? 1 : 0;
      most = std::max(most, same);
    }
    if (rule.kind == "share") found = most;
  }
  const double bound = rule.bound * (rule.kind == "average" ? static_cast<double>(party.size()) : 1);
  return std::max(0.0, (rule.at_least ? bound - found : found - bound) - 1e-9);
}

/// What the party misses of the synergy, in edges.
double missing_synergy(const Puzzle& puzzle, const Party& party) {
  double weight = 0;
  for (const auto& [a, b] : puzzle.edges) {
    std::size_t shared = 0;
    for (const auto& trait : puzzle.traits) shared += trait[party[a]] == trait[party[b]] ? 1 : 0;
    weight += puzzle.curve[std::min(shared, puzzle.curve.size() - 1)];
  }
  return std::max(0.0, puzzle.synergy * static_cast<double>(puzzle.edges.size()) - weight - 1e-9);
}

class Annealing {
 public:
  Annealing(const Puzzle& puzzle, std::uint64_t seed) : puzzle_(&puzzle), random_(seed) {}

  /// Anneals once; `found` gets each party that meets every rule.
  template <class Found>
  void run(std::uint64_t steps, const Found& found) {
    weigh();
    Party party = random_party();
    double now = energy(party);
    double temperature = 0.4 * scale_;
    const double cooling = std::pow(0.01, 1.0 / static_cast<double>(steps));
    for (std::uint64_t step = 0; step < steps; ++step, temperature *= cooling) {
      Party next = party;
      const std::size_t node = below(random_, puzzle_->nodes);
      if (below(random_, 8) == 0) {
        std::swap(next[node], next[below(random_, puzzle_->nodes)]);
      } else {
        const std::size_t hero = draw(party, node);
        if (std::ranges::find(party, hero) != party.end()) continue;
        next[node] = hero;
      }
      const double then = energy(next);
      if (then > now && uniform(random_) >= std::exp((now - then) / temperature)) continue;
      party = next;
      now = then;
      if (feasible_) found(price_of(party), party);
    }
  }

 private:
  /// Draws the multiplier of the sums and the weight of broken rules, and orders the heroes by them.
  void weigh() {
    std::vector<double> prices = puzzle_->price;
    const auto low = prices.begin() + static_cast<std::ptrdiff_t>(prices.size() / 4);
    std::ranges::nth_element(prices, low);
    const double least = std::max(1.0, *low) / 3;
    const double most = std::max(2 * least, *std::ranges::max_element(prices) / 5);
    scale_ = least * std::pow(most / least, uniform(random_));
    weight_.clear();
    std::vector<double> merit = puzzle_->price;
    for (const Rule& rule : puzzle_->rules) {
      const bool average = rule.kind == "average";
      weight_.push_back(average ? scale_ * 0.15 : scale_);
      if (!average) continue;
      for (std::size_t hero = 0; hero < merit.size(); ++hero)
        merit[hero] -= (rule.at_least ? 1 : -1) * weight_.back() * rule.number[hero];
    }
    of_value_.assign(puzzle_->traits.size(), {});
    all_.resize(merit.size());
    for (std::size_t hero = 0; hero < all_.size(); ++hero) all_[hero] = hero;
    std::ranges::sort(all_, [&](std::size_t a, std::size_t b) { return merit[a] < merit[b]; });
    for (std::size_t trait = 0; trait < of_value_.size(); ++trait) {
      const auto& value = puzzle_->traits[trait];
      of_value_[trait].resize(static_cast<std::size_t>(1 + *std::ranges::max_element(value)));
      for (const std::size_t hero : all_)
        of_value_[trait][static_cast<std::size_t>(value[hero])].push_back(hero);
    }
  }

  Party random_party() {
    Party party;
    while (party.size() < puzzle_->nodes) {
      const std::size_t hero = below(random_, puzzle_->price.size());
      if (std::ranges::find(party, hero) == party.end()) party.push_back(hero);
    }
    return party;
  }

  std::size_t draw(const Party& party, std::size_t node) {
    if (below(random_, 10) == 0) return early(all_);
    std::vector<int> neighbours;
    for (const auto& [a, b] : puzzle_->edges) {
      if (a == static_cast<int>(node)) neighbours.push_back(b);
      if (b == static_cast<int>(node)) neighbours.push_back(a);
    }
    if (neighbours.empty()) return early(all_);
    const std::size_t hero = party[static_cast<std::size_t>(neighbours[below(random_, neighbours.size())])];
    const std::size_t trait = below(random_, of_value_.size());
    return early(of_value_[trait][static_cast<std::size_t>(puzzle_->traits[trait][hero])]);
  }

  std::size_t early(const std::vector<std::size_t>& heroes) {
    const double u = uniform(random_);
    return heroes[static_cast<std::size_t>(u * u * static_cast<double>(heroes.size()))];
  }

  double price_of(const Party& party) const {
    double price = 0;
    for (const std::size_t hero : party) price += puzzle_->price[hero];
    return price;
  }

  double energy(const Party& party) {
    double broken = scale_ * missing_synergy(*puzzle_, party);
    for (std::size_t r = 0; r < puzzle_->rules.size(); ++r)
      broken += weight_[r] * missing(puzzle_->rules[r], party);
    feasible_ = broken == 0;
    return price_of(party) + broken;
  }

  const Puzzle* puzzle_;
  Random random_;
  double scale_ = 1;            // what half a rule costs
  std::vector<double> weight_;  // [rule] of a unit
  std::vector<std::size_t> all_;
  std::vector<std::vector<std::vector<std::size_t>>> of_value_;  // [trait][value] by merit
  bool feasible_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: party_annealing PUZZLE.toml SEED SECONDS\n");
    return 2;
  }
  try {
    const Puzzle puzzle = read_puzzle(argv[1]);
    const double limit = std::stod(argv[3]);
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Annealing annealing(puzzle, std::stoull(argv[2]));
    double best = std::numeric_limits<double>::infinity();
    while (seconds() < limit) {
      annealing.run(500'000, [&](double price, const Party&) {
        if (price >= best) return;
        best = price;
        std::printf("%.2f %.0f\n", seconds(), price);
      });
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "party_annealing: %s\n", error.what());
    return 1;
  }
  return 0;
}
