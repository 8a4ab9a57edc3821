#include "puzzles/party/draw/draw_marks.hpp"

#include "puzzles/party/draw/svg_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr const char* dashes = "stroke-width='2.5' stroke-dasharray='5 3'";

/// Returns a rectangle that lies `inset` within a node's box.
std::string frame(double x, double y, double inset, std::string_view attributes) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' rx='6' {}/>\n", x + inset,
                     y + inset, box_width - 2 * inset, box_height - 2 * inset, attributes);
}

/// Returns a small box before a line of text that explains it.
std::string explained(double x, double y, std::string_view attributes, std::string_view words) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='24' height='12' fill='none' {}/>\n", x, y - 11,
                     attributes) +
         text_element(x + 34, y, words, "");
}

}  // namespace

std::string text_element(double x, double y, std::string_view text, std::string_view attributes) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}'{}>{}</text>\n", x, y, attributes, svg_escaped(text));
}

std::string title_element(std::string_view text) {
  return fmt::format("<title>{}</title>", svg_escaped(text));
}

std::string stroke_of(double weight) {
  if (weight <= 0) return fmt::format("stroke='{}' stroke-width='1.2' stroke-dasharray='4 4'", grey);
  constexpr std::array light = {0x9a, 0xb3, 0xcc};
  constexpr std::array dark = {0x0b, 0x2f, 0x57};
  std::string colour = "#";
  for (std::size_t i = 0; i < light.size(); ++i) {
    const double mixed = light.at(i) + (dark.at(i) - light.at(i)) * std::min(weight, 1.0);
    colour += fmt::format("{:02x}", static_cast<unsigned>(mixed));
  }
  return fmt::format("stroke='{}' stroke-width='{:.1f}'", colour, 1.5 + 5 * std::min(weight, 1.0));
}

std::string box_frames(double x, double y, bool locked, bool misplaced) {
  std::string frames = frame(x, y, 0, fmt::format("fill='#fff' stroke='{}' stroke-width='1.3'", ink));
  if (locked) frames += frame(x, y, 3, fmt::format("fill='none' stroke='{}'", ink));
  if (misplaced) frames += frame(x, y, 4, fmt::format("fill='none' stroke='{}' {}", red, dashes));
  return frames;
}

std::string verdict_mark(double x, double y, bool met) {
  return fmt::format("<path d='M{:.1f} {:.1f}{}' fill='none' stroke='{}' stroke-width='2'/>\n", x,
                     met ? y - 5 : y - 10, met ? "l4 4 8-10" : "l10 10m0-10l-10 10", met ? green : red);
}

std::string locked_legend(double x, double y) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='18' height='6' fill='none' stroke='{}'/>\n", x + 3,
                     y - 8, ink) +
         explained(x, y, fmt::format("stroke='{}' stroke-width='1.3'", ink), "a locked hero");
}

std::string misplaced_legend(double x, double y) {
  return explained(x, y, fmt::format("stroke='{}' {}", red, dashes), "this hero breaks a rule");
}

std::string weight_legend(double x, double y) {
  std::string drawn = text_element(x, y, "Weight of an edge:", "");
  double at = x + 150;
  for (const double weight : {0.0, 0.5, 1.0}) {
    drawn += fmt::format("<path d='M{:.1f} {:.1f}h40' {}/>\n", at, y - 5, stroke_of(weight)) +
             text_element(at + 48, y, fmt::format("{}", weight), "");
    at += 84;
  }
  return drawn;
}

}  // namespace skerry::party
