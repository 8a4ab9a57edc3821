#include "puzzles/latin/draw_steps.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/grid/grid.hpp"
#include "puzzles/latin/deduction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::latin {

namespace {

constexpr std::uint32_t unit = GridPicture::unit;
constexpr const char* ink = GridPicture::ink;
constexpr const char* red = GridPicture::red;
constexpr const char* grey = "#5a5a5a";
constexpr const char* green = "#1b6e3c";
constexpr const char* blue = "#24569b";

/// Pages without a style of their own show pictures on white.
constexpr const char* style =
    "<style>@media screen and (prefers-color-scheme:dark)"
    "{svg>*{filter:invert(.93) hue-rotate(180deg)}}</style>\n"
    "<defs><marker id='to' markerWidth='7' markerHeight='6' refX='6' refY='3' orient='auto'>"
    "<path d='M0 0l7 3l-7 3z' fill='#24569b'/></marker></defs>\n";

/// In user units.
struct Place {
  double x = 0;
  double y = 0;
};

class StepPicture {
 public:
  StepPicture(const Board& board, std::span<const std::uint8_t> givens, const Marks& before, const Step& step,
              const StepFrame& frame)
      : board_(board),
        before_(before),
        step_(step),
        frame_(frame),
        values_(placed_values(before)),
        unmarked_(board.cell_count()),
        grid_(board.size(), frame.margin, givens, values_, unmarked_,
              [&board](std::uint32_t value) { return board.symbol(value); }) {
    while (columns_ * columns_ < board.size()) ++columns_;
    pitch_ = static_cast<double>(unit) / columns_;
    std::size_t longest = 1;
    for (std::uint32_t value = 1; value <= board.size(); ++value) {
      longest = std::max(longest, board.symbol(value).size());
    }
    font_size_ = std::min(14.0, pitch_ * (longest == 1 ? 0.86 : 0.68));
  }

  std::string svg() const {
    std::string effect = effect_of(board_, step_);
    if (!effect.empty()) effect = ", so " + effect;
    return grid_.head(std::string(step_.rule), step_.argument + effect) + style + shaded() + grid_.lines() +
           frame_.lines + frames() + chains() + candidates() + grid_.numbers() + placed() + frame_.clues +
           "</svg>\n";
  }

 private:
  static std::vector<std::uint8_t> placed_values(const Marks& marks) {
    std::vector<std::uint8_t> values;
    for (std::size_t cell = 0; cell < marks.placed.size(); ++cell) {
      values.push_back(static_cast<std::uint8_t>(marks.placed[cell] ? lowest(marks.candidates[cell]) : 0));
    }
    return values;
  }

  Place middle_of(std::uint32_t cell, std::uint32_t value) const {
    const Point corner = grid_.corner_of(cell);
    return {corner.x + pitch_ * ((value - 1) % columns_ + 0.5),
            corner.y + pitch_ * ((value - 1) / columns_ + 0.5)};
  }

  std::string path(const std::vector<std::uint32_t>& cells, std::uint32_t inset,
                   std::string_view look) const {
    std::string squares;
    for (const std::uint32_t cell : cells) squares += grid_.square(cell, inset);
    return squares.empty() ? squares : fmt::format("<path d='{}' {}/>\n", squares, look);
  }

  std::string shaded() const {
    // Chains use units in too many places.
    if (!step_.chains.empty()) return {};
    std::vector<std::uint32_t> cells;
    for (std::uint32_t cell = 0; cell < board_.cell_count(); ++cell) {
      const auto holds = [&](std::uint32_t one) { return board_.holds(one, cell); };
      if (std::ranges::any_of(step_.units, holds)) cells.push_back(cell);
    }
    return path(cells, 0, "fill='#dbe6f1'");
  }

  std::string frames() const {
    std::vector<std::uint32_t> placed;
    for (const CellValues& each : step_.places) placed.push_back(each.cell);
    // A whole line is shaded already.
    const bool frame_cells = step_.chains.empty() && step_.sequences.empty() && step_.clues.empty();
    const std::string look = fmt::format("fill='none' stroke='{}' stroke-width='2.5'", ink);
    return path(frame_cells ? step_.cells : std::vector<std::uint32_t>(), 2, look) +
           path(placed, 2, fmt::format("fill='#fff' stroke='{}' stroke-width='2'", green)) +
           path(placed, 6, fmt::format("fill='none' stroke='{}'", green));
  }

  std::string chains() const {
    const double radius = font_size_ * 0.58;
    std::string lines, circles;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> circled;
    for (const auto& chain : step_.chains) {
      for (std::size_t i = 0; i < chain.size(); ++i) {
        const Place here = middle_of(chain[i].candidate);
        // Neighbours that both hold are of one colour, and not linked.
        if (i > 0 && chain[i - 1].holds != chain[i].holds) {
          lines += arrow(middle_of(chain[i - 1].candidate), here, radius, chain[i].holds);
        }
        const std::pair key(chain[i].candidate.cell, chain[i].candidate.values);
        if (std::ranges::find(circled, key) != circled.end()) continue;
        circled.push_back(key);
        circles += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='{}'{}/>\n", here.x, here.y,
                               radius, chain[i].holds ? "#cde7d4" : "#fff",
                               chain[i].holds ? "" : " stroke-dasharray='2.5 1.5'");
      }
    }
    if (circles.empty()) return circles;
    return fmt::format("<g fill='none' stroke='{}' stroke-width='1.6'>\n{}</g>\n<g stroke='{}'>\n{}</g>\n",
                       blue, lines, ink, circles);
  }

  Place middle_of(const CellValues& candidate) const {
    return middle_of(candidate.cell, lowest(candidate.values));
  }

  /// A strong link, which leads to a candidate that holds, is a full line.
  static std::string arrow(Place from, Place to, double radius, bool strong) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length <= 2 * radius) return {};
    const double along = radius / length;
    return fmt::format("<path d='M{:.1f} {:.1f}L{:.1f} {:.1f}' marker-end='url(#to)'{}/>\n",
                       from.x + along * (to.x - from.x), from.y + along * (to.y - from.y),
                       to.x - along * (to.x - from.x), to.y - along * (to.y - from.y),
                       strong ? "" : " stroke-dasharray='4 3'");
  }

  /// Returns the candidates of a cell on which the step rests.
  std::uint32_t used(std::uint32_t cell) const {
    std::uint32_t values = 0;
    if (!step_.chains.empty()) {
      for (const auto& chain : step_.chains) {
        for (const Link& link : chain) values |= link.candidate.cell == cell ? link.candidate.values : 0;
      }
      return values;
    }
    if (std::ranges::find(step_.cells, cell) != step_.cells.end()) values = board_.all_values();
    const auto holds = [&](std::uint32_t one) { return board_.holds(one, cell); };
    if (std::ranges::any_of(step_.units, holds)) values |= step_.values;
    return values;
  }

  std::string candidates() const {
    std::string others, bold, gone, strokes;
    for (std::uint32_t cell = 0; cell < board_.cell_count(); ++cell) {
      const auto here = [&](const CellValues& one) { return one.cell == cell; };
      if (before_.placed[cell] || std::ranges::any_of(step_.places, here)) continue;
      const auto removed = std::ranges::find_if(step_.removes, here);
      const std::uint32_t removes = removed == step_.removes.end() ? 0 : removed->values;
      const std::uint32_t uses = used(cell);
      for (std::uint32_t left = before_[cell]; left != 0; left &= left - 1) {
        const std::uint32_t value = lowest(left);
        const Place at = middle_of(cell, value);
        const std::uint32_t bit = left & -left;
        ((removes & bit) != 0 ? gone
         : (uses & bit) != 0  ? bold
                              : others) += fmt::format("<text x='{:.1f}' y='{:.1f}'>{}</text>\n", at.x,
                                                      at.y + 0.36 * font_size_, board_.symbol(value));
        if ((removes & bit) == 0) continue;
        const double reach = 0.48 * font_size_;
        strokes +=
            fmt::format("M{:.1f} {:.1f}l{:.1f} {:.1f}", at.x - reach, at.y + reach, 2 * reach, -2 * reach);
      }
    }
    const auto drawn = [&](const std::string& texts, const char* colour, const char* weight) {
      if (texts.empty()) return texts;
      return fmt::format("<g font-size='{:.1f}' fill='{}'{}>\n{}</g>\n", font_size_, colour, weight, texts);
    };
    std::string text = drawn(others, grey, "") + drawn(bold, ink, " font-weight='bold'") +
                       drawn(gone, red, " font-weight='bold'");
    if (!strokes.empty())
      text += fmt::format("<path d='{}' stroke='{}' stroke-width='1.8'/>\n", strokes, red);
    return text;
  }

  std::string placed() const {
    std::string text;
    for (const CellValues& each : step_.places) {
      const Point corner = grid_.corner_of(each.cell);
      text += fmt::format("<text x='{}' y='{}' fill='{}' font-weight='bold'>{}</text>\n", corner.x + unit / 2,
                          corner.y + unit / 2 + GridPicture::to_baseline, green,
                          board_.symbol(lowest(each.values)));
    }
    return text;
  }

  const Board& board_;
  const Marks& before_;
  const Step& step_;
  const StepFrame& frame_;
  std::vector<std::uint8_t> values_;
  std::vector<bool> unmarked_;
  GridPicture grid_;
  std::uint32_t columns_ = 1;  // of the candidates in a cell
  double pitch_ = 0;
  double font_size_ = 0;
};

constexpr const char* page_head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Step by step</title>\n"
    "<style>\n"
    "body { font: 1rem/1.4 Helvetica, Arial, sans-serif; margin: 1rem; color: #1a1a1a; background: #fff; }\n"
    "ol.steps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));\n"
    "  gap: 1.5rem; padding: 0; list-style: none; }\n"
    "figure { margin: 0; }\nimg { width: 100%; max-width: 400px; height: auto; }\n"
    "@media screen and (prefers-color-scheme: dark) { body { color: #ededed; background: #121212; } }\n"
    "</style>\n</head>\n<body>\n<h1>Step by step</h1>\n"
    "<p>Shaded: the lines or boxes on which a step rests. Framed: its cells. Struck out: candidates that "
    "go.\n"
    "Large in a double frame: a placed value. In a chain a full circle is a candidate that holds, a dashed "
    "one\none that does not.</p>\n";

std::string html_of(const Board& board, const Step& step) {
  std::string text = fmt::format("<b>{}</b>: {}", step.rule, step.argument);
  const std::string effect = effect_of(board, step);
  if (!effect.empty() && step.refutation.empty()) text += ", so " + effect;
  for (const auto& sequence : step.sequences) {
    text += "<br>";
    for (const std::uint8_t value : sequence) text += " " + board.symbol(value);
  }
  if (step.refutation.empty()) return text;
  text += "\n<ol>\n";
  for (const Step& each : step.refutation) text += "<li>" + html_of(board, each) + "</li>\n";
  return text + "</ol>";
}

}  // namespace

std::string draw_step(const Board& board, std::span<const std::uint8_t> givens, const Marks& before,
                      const Step& step, const StepFrame& frame) {
  return StepPicture(board, givens, before, step, frame).svg();
}

StepPictures::StepPictures(std::filesystem::path folder) : folder_(std::move(folder)), page_(page_head) {
  make_folder(folder_);
}

void StepPictures::add(std::size_t index, const std::string& summary, const Board& board,
                       std::span<const std::uint8_t> givens, const Explanation& explanation,
                       const Frame& frame) {
  page_ += fmt::format("<h2>Puzzle {}: {}</h2>\n<ol class=\"steps\">\n", index, summary);
  Marks marks(board, givens);
  for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
    const Step& step = explanation.steps[i];
    const std::string name = fmt::format("{}-{:03}.svg", index, i + 1);
    OutputFile picture(folder_ / name);
    picture.write(draw_step(board, givens, marks, step, frame(step)));
    picture.close();
    page_ += fmt::format(
        "<li><figure><img src=\"{}\" alt=\"step {}\"><figcaption>{}. {}</figcaption></figure></li>\n", name,
        i + 1, i + 1, html_of(board, step));
    marks.take(board, step);
    ++count_;
  }
  page_ += "</ol>\n";
}

void StepPictures::finish() {
  OutputFile page(folder_ / "index.html");
  page.write(page_ + "</body>\n</html>\n");
  page.close();
  print_note(
      fmt::format("{} picture{}  {}\n", count_, count_ == 1 ? "" : "s", (folder_ / "index.html").string()));
}

}  // namespace skerry::latin
