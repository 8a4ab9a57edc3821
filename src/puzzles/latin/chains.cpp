#include "puzzles/latin/chains.hpp"

#include "puzzles/latin/deduction.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::latin {

namespace {

constexpr std::uint32_t none = UINT32_MAX;
/// Beyond these many, as in nearly empty grids of 25x25, chains from all of them would take minutes.
constexpr std::uint32_t most_forcing = 2000;

/// The candidates of open cells, numbered, and their links.
class Links {
 public:
  Links(const Board& board, const Marks& marks, ChainKind kind)
      : board_(board), number_(std::size_t{board.cell_count()} * board.size(), none) {
    for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
      if (marks.placed[cell]) continue;
      for (std::uint32_t left = marks[cell]; left != 0; left &= left - 1) {
        number_[cell * board.size() + lowest(left) - 1] = count();
        candidates_.push_back({cell, left & -left});
      }
    }
    weak_.resize(count());
    strong_.resize(count());
    for (std::uint32_t from = 0; from < count(); ++from) link(marks, kind, from);
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(candidates_.size()); }
  const CellValues& operator[](std::uint32_t number) const { return candidates_[number]; }
  std::uint32_t number(std::uint32_t cell, std::uint32_t value) const {
    return number_[cell * board_.size() + lowest(value) - 1];
  }
  /// Returns the candidates that can't hold if this one holds.
  const std::vector<std::uint32_t>& weak(std::uint32_t number) const { return weak_[number]; }
  /// Returns the candidates that must hold if this one does not.
  const std::vector<std::uint32_t>& strong(std::uint32_t number) const { return strong_[number]; }

 private:
  void link(const Marks& marks, ChainKind kind, std::uint32_t from) {
    const auto [cell, value] = candidates_[from];
    for (const std::uint32_t peer : board_.peers(cell)) {
      if (!marks.placed[peer] && (marks[peer] & value) != 0) weak_[from].push_back(number(peer, value));
    }
    for (const std::uint32_t unit : board_.units(cell)) {
      std::uint32_t other = none;
      std::uint32_t others = 0;
      for (const std::uint32_t place : board_.cells(unit)) {
        if (place == cell || marks.placed[place] || (marks[place] & value) == 0) continue;
        ++others;
        other = place;
      }
      if (others == 1) strong_[from].push_back(number(other, value));
    }
    if (kind == ChainKind::one_value) return;
    const std::uint32_t rest = marks[cell] & ~value;
    for (std::uint32_t left = rest; left != 0; left &= left - 1) {
      weak_[from].push_back(number(cell, left & -left));
    }
    if (single(rest)) strong_[from].push_back(number(cell, rest));
  }

  const Board& board_;
  std::vector<CellValues> candidates_;
  std::vector<std::uint32_t> number_;
  std::vector<std::vector<std::uint32_t>> weak_;
  std::vector<std::vector<std::uint32_t>> strong_;
};

/// Breadth-first search over links, strong and weak ones by turns.
class ChainSearch {
 public:
  explicit ChainSearch(const Links& links) : links_(links), nodes_(2 * std::size_t{links.count()}) {}

  /// Visits what follows, nearest first, until found(candidate, holds, length) returns true, or a length
  /// exceeds `most`. The length counts links, the candidates themselves among them.
  template <typename Found>
  bool spread(std::uint32_t from, bool holds, std::uint32_t most, Found found) {
    ++round_;
    queue_.clear();
    visit(from, holds, none, 1);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const std::uint32_t node = queue_[next];
      const std::uint32_t length = nodes_[node].length;
      if (length > 1 && found(node / 2, node % 2 == 1, length)) return true;
      if (length >= most) continue;
      const bool on = node % 2 == 1;
      for (const std::uint32_t other : on ? links_.weak(node / 2) : links_.strong(node / 2)) {
        visit(other, !on, node, length + 1);
      }
    }
    return false;
  }

  /// Returns the way to a candidate that the last search visited.
  std::vector<Link> way_to(std::uint32_t candidate, bool holds) const {
    std::vector<Link> way;
    for (std::uint32_t node = 2 * candidate + (holds ? 1 : 0); node != none; node = nodes_[node].from) {
      way.push_back({links_[node / 2], node % 2 == 1});
    }
    std::ranges::reverse(way);
    return way;
  }

 private:
  struct Node {
    std::uint32_t round = 0;  // of the last visit
    std::uint32_t from = none;
    std::uint32_t length = 0;
  };

  void visit(std::uint32_t candidate, bool holds, std::uint32_t from, std::uint32_t length) {
    const std::uint32_t node = 2 * candidate + (holds ? 1 : 0);
    if (nodes_[node].round == round_) return;
    nodes_[node] = {round_, from, length};
    queue_.push_back(node);
  }

  const Links& links_;
  std::vector<Node> nodes_;  // [2 * candidate + holds]
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> queue_;
};

/// Returns the candidates that can hold neither with the one nor with the other.
void remove_excluded(const Board& board, const Marks& marks, const CellValues& one, const CellValues& other,
                     Step& step) {
  if (one.values == other.values) {
    for (const std::uint32_t peer : board.peers(one.cell)) {
      if (!marks.placed[peer] && board.see(peer, other.cell)) {
        remove_from(marks, std::span(&peer, 1), one.values, step);
      }
    }
  } else if (one.cell == other.cell) {
    remove_from(marks, std::span(&one.cell, 1), ~(one.values | other.values), step);
  } else if (board.see(one.cell, other.cell)) {
    remove_from(marks, std::span(&one.cell, 1), other.values, step);
    remove_from(marks, std::span(&other.cell, 1), one.values, step);
  }
}

std::string link_text(const Board& board, const Link& link) {
  return fmt::format("{} is {}{}", board.cell_name(link.candidate.cell), link.holds ? "" : "not ",
                     board.symbols(link.candidate.values));
}

std::string chain_text(const Board& board, std::span<const Link> chain) {
  std::string text = "if " + link_text(board, chain.front());
  for (const Link& link : chain.subspan(1)) text += ", " + link_text(board, link);
  return text;
}

/// Adds the cells and units on whose lost candidates the links of a chain rest.
void add_uses(const Board& board, std::span<const Link> chain, Step& step) {
  const auto add = [](std::vector<std::uint32_t>& to, std::uint32_t what) {
    if (std::ranges::find(to, what) == to.end()) to.push_back(what);
  };
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const CellValues& from = chain[i].candidate;
    const CellValues& to = chain[i + 1].candidate;
    if (chain[i].holds) continue;
    if (from.cell == to.cell) {
      add(step.cells, from.cell);
      continue;
    }
    step.values |= from.values;
    for (const std::uint32_t unit : board.units(from.cell)) {
      if (board.holds(unit, to.cell)) add(step.units, unit);
    }
  }
}

bool strong_only_in_cells(std::span<const Link> chain) {
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    if (!chain[i].holds && chain[i].candidate.cell != chain[i + 1].candidate.cell) return false;
  }
  return true;
}

}  // namespace

std::optional<Step> alternating_chain(const Board& board, const Marks& marks, ChainKind kind) {
  const Links links(board, marks, kind);
  ChainSearch search(links);
  std::optional<Step> best;
  std::uint32_t most = UINT32_MAX;
  for (std::uint32_t from = 0; from < links.count(); ++from) {
    search.spread(from, false, most, [&](std::uint32_t to, bool holds, std::uint32_t length) {
      if (!holds) return false;
      Step step;
      if (to == from) {
        step.places.push_back(links[from]);
      } else {
        remove_excluded(board, marks, links[from], links[to], step);
      }
      if (!step.useful()) return false;
      step.chains.push_back(search.way_to(to, true));
      best = std::move(step);
      most = length - 1;
      return true;
    });
  }
  if (!best) return std::nullopt;
  const std::vector<Link>& chain = best->chains.front();
  add_uses(board, chain, *best);
  best->argument = chain_text(board, chain);
  if (best->places.empty()) {
    best->argument += fmt::format("; either {} or {}", link_text(board, {chain.front().candidate, true}),
                                  link_text(board, chain.back()));
  }
  if (kind == ChainKind::any && strong_only_in_cells(chain)) best->rule = "XY-chain";
  best->rating = (kind == ChainKind::one_value ? 6.6 : 7.0) + rating_of_length(chain.size());
  return best;
}

std::optional<Step> simple_colouring(const Board& board, const Marks& marks) {
  const Links links(board, marks, ChainKind::one_value);
  std::vector<int> colours(links.count(), -1);
  for (std::uint32_t first = 0; first < links.count(); ++first) {
    if (colours[first] >= 0 || links.strong(first).empty()) continue;
    std::array<std::vector<std::uint32_t>, 2> cells;
    Step step{.values = links[first].values};
    std::vector<std::uint32_t> reached{first};
    colours[first] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::uint32_t from = reached[next];
      cells[static_cast<std::size_t>(colours[from])].push_back(links[from].cell);
      for (const std::uint32_t to : links.strong(from)) {
        for (const std::uint32_t unit : board.units(links[from].cell)) {
          const bool known = std::ranges::find(step.units, unit) != step.units.end();
          if (!known && board.holds(unit, links[to].cell)) step.units.push_back(unit);
        }
        if (colours[to] >= 0) continue;
        colours[to] = 1 - colours[from];
        reached.push_back(to);
      }
    }
    const std::string symbol = board.symbols(step.values);
    const std::string either = fmt::format("either {} or {} hold {}", board.cell_names(cells[0]),
                                           board.cell_names(cells[1]), symbol);
    // Where the first colour holds, the second does not.
    for (const bool holds : {true, false}) {
      step.chains.emplace_back();
      for (const std::uint32_t cell : cells[holds ? 0 : 1]) {
        step.chains.back().push_back({{cell, step.values}, holds});
      }
    }
    for (const auto& colour : cells) {
      for (const std::uint32_t cell : colour) {
        const auto sees = [&](std::uint32_t other) { return board.see(cell, other); };
        const auto* const twin = std::to_address(std::ranges::find_if(colour, sees));
        if (twin == std::to_address(colour.end())) continue;
        remove_from(marks, colour, step.values, step);
        step.argument = fmt::format("{}; {} and {} see each other", either, board.cell_name(cell),
                                    board.cell_name(*twin));
        return step;
      }
    }
    for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
      const auto sees = [&](std::uint32_t other) { return board.see(cell, other); };
      if (!marks.placed[cell] && std::ranges::any_of(cells[0], sees) && std::ranges::any_of(cells[1], sees)) {
        remove_from(marks, std::span(&cell, 1), step.values, step);
      }
    }
    if (!step.useful()) continue;
    step.argument = either;
    return step;
  }
  return std::nullopt;
}

namespace {

/// How far each candidate is from each, in links; 0 if it does not follow.
class Distances {
 public:
  Distances(const Links& links, ChainSearch& search)
      : nodes_(2 * std::size_t{links.count()}), lengths_(links.count() * nodes_) {
    for (std::uint32_t from = 0; from < links.count(); ++from) {
      search.spread(from, true, UINT32_MAX, [&](std::uint32_t to, bool holds, std::uint32_t length) {
        lengths_[from * nodes_ + 2 * to + (holds ? 1 : 0)] =
            static_cast<std::uint8_t>(std::min(length, 255U));
        return false;
      });
    }
  }

  std::span<const std::uint8_t> from(std::uint32_t candidate) const {
    return std::span(lengths_).subspan(candidate * nodes_, nodes_);
  }

 private:
  std::size_t nodes_;
  std::vector<std::uint8_t> lengths_;  // [from][2 * to + holds]
};

struct Forced {
  std::vector<std::uint32_t> sources;
  std::uint32_t target = 0;
  bool holds = false;
  std::uint32_t length = UINT32_MAX;
};

/// Looks for a nearer candidate that follows from each of the sources.
void find_forced(const Distances& distances, const std::vector<std::uint32_t>& sources, std::uint32_t count,
                 Forced& best) {
  for (std::uint32_t node = 0; node < 2 * count; ++node) {
    std::uint32_t length = 0;
    for (const std::uint32_t source : sources) {
      const std::uint32_t here = source * 2 + 1 == node ? 1 : distances.from(source)[node];
      length += here;
      if (here == 0 || length >= best.length) length = best.length;
      if (length >= best.length) break;
    }
    if (length < best.length) best = {sources, node / 2, node % 2 == 1, length};
  }
}

}  // namespace

std::optional<Step> forcing_chains(const Board& board, const Marks& marks) {
  const Links links(board, marks, ChainKind::any);
  if (links.count() > most_forcing) return std::nullopt;
  ChainSearch search(links);
  const Distances distances(links, search);
  Forced best;
  std::uint32_t best_unit = none;
  std::vector<std::uint32_t> sources;
  for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
    if (marks.placed[cell]) continue;
    sources.clear();
    for (std::uint32_t left = marks[cell]; left != 0; left &= left - 1) {
      sources.push_back(links.number(cell, left & -left));
    }
    find_forced(distances, sources, links.count(), best);
  }
  for (std::uint32_t unit = 0; unit < board.unit_count(); ++unit) {
    for (std::uint32_t value = 1; value <= board.size(); ++value) {
      const auto bit = value_bit<std::uint32_t>(value);
      sources.clear();
      for (const std::uint32_t cell : board.cells(unit)) {
        if (!marks.placed[cell] && (marks[cell] & bit) != 0) sources.push_back(links.number(cell, bit));
      }
      if (sources.empty()) continue;
      const std::uint32_t before = best.length;
      find_forced(distances, sources, links.count(), best);
      if (best.length < before) best_unit = unit;
    }
  }
  if (best.length == UINT32_MAX) return std::nullopt;
  const CellValues& first = links[best.sources.front()];
  Step step;
  if (best_unit == none) {
    step.rule = "cell forcing chains";
    step.cells.push_back(first.cell);
    step.argument = "whichever value " + board.cell_name(first.cell) + " has";
  } else {
    step.rule = "unit forcing chains";
    step.units.push_back(best_unit);
    step.values = first.values;
    step.argument =
        fmt::format("wherever {} is in {}", board.symbols(first.values), board.unit_name(best_unit));
  }
  for (const std::uint32_t source : best.sources) {
    if (source == best.target && best.holds) {
      step.chains.push_back({{links[source], true}});
    } else {
      search.spread(source, true, UINT32_MAX, [&](std::uint32_t to, bool holds, std::uint32_t /*length*/) {
        return to == best.target && holds == best.holds;
      });
      step.chains.push_back(search.way_to(best.target, best.holds));
    }
    add_uses(board, step.chains.back(), step);
    step.argument += "; " + chain_text(board, step.chains.back());
  }
  (best.holds ? step.places : step.removes).push_back(links[best.target]);
  step.rating = 8.0 + rating_of_length(best.length);
  return step;
}

}  // namespace skerry::latin
