#include "puzzles/party/draw/draw.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/puzzles/svg_text.hpp"

namespace skerry::party {
namespace {

using svg::count;
using svg::dashed;
using svg::line_with;
using testing::EndsWith;
using Party = std::vector<std::uint32_t>;

// The heroes of small_pool by their index.
constexpr std::uint32_t ada = 0, bo = 1, cy = 2, di = 3, ed = 4;

constexpr std::string_view tick = "l4 4 8-10";
constexpr std::string_view cross = "l10 10m0-10l-10 10";
constexpr std::string_view box_size = "width='132.0' height='56.0'";

/// Returns a puzzle of heroes that differ in nothing, on any formation.
Puzzle plain_puzzle(std::uint32_t nodes, std::vector<std::array<std::uint32_t, 2>> edges) {
  Puzzle puzzle = read_texts(small_puzzle);
  for (std::size_t node = puzzle.nodes.size(); node < nodes; ++node) {
    puzzle.nodes.push_back({fmt::format("node {}", node), {}, {}});
  }
  puzzle.nodes.resize(nodes);
  puzzle.edges = std::move(edges);
  return puzzle;
}

/// Returns the upper left corners of the nodes' boxes.
std::vector<std::array<double, 2>> corners_of(const std::string& svg) {
  std::vector<std::array<double, 2>> corners;
  for (std::size_t at = svg.find(box_size); at != std::string::npos; at = svg.find(box_size, at + 1)) {
    const std::string rect = svg.substr(svg.rfind("<rect x='", at) + 9, 60);
    corners.push_back({std::stod(rect), std::stod(rect.substr(rect.find("y='") + 3))});
  }
  return corners;
}

TEST(PartyDraw, AParty) {
  const std::string svg = draw_svg(read_texts(small_puzzle), Party{bo, ada, ed});
  EXPECT_THAT(svg, HasSubstr("<title>small, a party of 3, every rule met</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>front: Bo (b), price 300, asks for roles tank\n"));
  EXPECT_THAT(svg, HasSubstr("\nfront - middle: 0.5\nmiddle - back: 1\ntotal price 1200, synergy 0.75\n"));
  EXPECT_THAT(svg, HasSubstr("\nmet: average level at least 70: 75\n"));
  EXPECT_THAT(svg, HasSubstr(">Ada</text>"));
  EXPECT_THAT(svg, HasSubstr(">500</text>"));
  EXPECT_THAT(svg, HasSubstr(">at least 2 heroes with race elf: 3</text>"));
  EXPECT_THAT(svg, HasSubstr(">total price 1200, synergy 0.75</text>"));
  EXPECT_EQ(count(svg, tick), 5U);
  EXPECT_EQ(count(svg, cross), 0U);
  EXPECT_EQ(corners_of(svg).size(), 3U);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(PartyDraw, EdgesDifferByWeightWithoutColours) {
  // Bo and Ada agree in race, Ada and Di in nothing.
  const std::string svg = draw_svg(read_texts(small_puzzle), Party{bo, ada, di});
  const std::string half = line_with(svg, "<title>front - middle: 0.5</title>");
  const std::string none = line_with(svg, "<title>middle - back: 0</title>");
  EXPECT_THAT(half, HasSubstr("stroke-width='4.0'"));
  EXPECT_THAT(half, Not(HasSubstr(dashed)));
  EXPECT_THAT(none, HasSubstr(dashed));
  EXPECT_THAT(svg, HasSubstr(">Weight of an edge:</text>"));
}

TEST(PartyDraw, BrokenRulesAreMarkedAndTold) {
  const std::string svg = draw_svg(read_texts(small_puzzle), Party{di, cy, cy});
  EXPECT_THAT(svg, HasSubstr(", 3 rules broken</title>"));
  EXPECT_THAT(svg, HasSubstr("\nbroken: no hero stands twice: c\n"));
  EXPECT_THAT(svg, HasSubstr("<desc>front: Di (d), price 700, breaks a rule, asks for roles tank\n"));
  EXPECT_EQ(count(svg, cross), 3U);
  EXPECT_EQ(count(svg, tick), 2U);
  EXPECT_EQ(count(svg, "stroke-dasharray='5 3'"), 3U + 1) << "each node, and the legend";
  EXPECT_THAT(svg, HasSubstr(">this hero breaks a rule</text>"));
}

TEST(PartyDraw, APuzzleAloneShowsWhoMayStand) {
  const std::string puzzle =
      with(small_puzzle, "[objective]", "[[formation.locked]]\nnode = 1\nhero = \"a\"\n[objective]");
  const std::string svg = draw_svg(read_texts(puzzle));
  EXPECT_THAT(svg, HasSubstr("<title>small, a formation of 3 nodes</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>front, asks for roles tank\nmiddle, Ada (a) is locked here\nback\n"));
  EXPECT_THAT(svg, HasSubstr("\nasked: average level at least 70\n"));
  EXPECT_THAT(svg, HasSubstr(">tank</text>"));
  EXPECT_THAT(svg, HasSubstr(">Ada</text>"));
  EXPECT_THAT(svg, HasSubstr(">locked</text>"));
  EXPECT_THAT(svg, HasSubstr(">any hero</text>"));
  EXPECT_THAT(svg, HasSubstr(">synergy at least 0.5</text>"));
  EXPECT_EQ(count(svg, tick) + count(svg, cross) + count(svg, dashed), 0U);
  const std::string moved = draw_svg(read_texts(puzzle), Party{bo, ed, ada});
  EXPECT_THAT(moved, HasSubstr("\nmiddle: Ed (e), price 400, breaks a rule, Ada (a) is locked here\n"));
}

TEST(PartyDraw, NamesAreTextWhateverTheyHold) {
  constexpr std::string_view script = "<script>alert(1)</script>";
  const std::string pool = with(with(small_pool, "Ada", script), "Bo", "\"R&D 'x' \"\"y\"\"\nz\"");
  const std::string toml = with(with(small_puzzle, "\"middle\"", "\"<b>\""), "\"small\"", "\"<i>&\"");
  const Puzzle puzzle = read_texts(with(toml, "\"price\"\n", "\"price\"\nunit = \"<u>\"\n"), pool);
  for (const std::string& svg : {draw_svg(puzzle, Party{bo, ada, ed}), draw_svg(puzzle)}) {
    for (const std::string_view tag : {"<script", "</script", "<b>", "<i>", "<u>"}) {
      EXPECT_EQ(count(svg, tag), 0U) << tag;
    }
    EXPECT_EQ(count(svg, "&"), count(svg, "&amp;") + count(svg, "&lt;") + count(svg, "&gt;") +
                                   count(svg, "&quot;") + count(svg, "&#39;"));
  }
  EXPECT_THAT(draw_svg(puzzle, Party{bo, ada, ed}),
              HasSubstr("&lt;b&gt;: &lt;script&gt;alert(1)&lt;/script&gt; (a), price 500 &lt;u&gt;"));
}

TEST(PartyDraw, ALongNameIsSetSmallerBeforeItIsCut) {
  const auto size_of = [](const std::string& name) {
    const std::string svg =
        draw_svg(read_texts(small_puzzle, with(small_pool, "Ada", name)), Party{bo, ada, ed});
    const std::string line = line_with(svg, ">" + name + "</text>");
    return line.empty() ? 0.0 : std::stod(line.substr(line.find("font-size='") + 11));
  };
  std::string name;
  std::vector<double> sizes;
  while (sizes.empty() || sizes.back() > 0) sizes.push_back(size_of(name += 'n'));
  const std::vector<double> shown(sizes.begin(), sizes.end() - 1);
  EXPECT_TRUE(std::ranges::is_sorted(shown, std::greater{}));
  EXPECT_EQ(shown.front(), 14);
  EXPECT_EQ(shown.back(), 9);
  EXPECT_EQ(size_of("Maximiliane Augusta A."), 10);
  EXPECT_EQ(draw_svg(read_texts(small_puzzle)).find("font-size='9'"), std::string::npos);
}

TEST(PartyDraw, LongNamesAreCutAndToldInFull) {
  const std::string name = "Maximiliane Augusta Theodora von und zu Hohenschwangau the Third";
  const std::string svg =
      draw_svg(read_texts(small_puzzle, with(small_pool, "Ada", name)), Party{bo, ada, ed});
  EXPECT_EQ(count(svg, ">" + name + "<"), 0U);
  EXPECT_THAT(svg, HasSubstr(">Maximiliane"));
  EXPECT_THAT(svg, HasSubstr("\u2026</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>middle: " + name + " (a), price 500</title>"));
  EXPECT_THAT(svg, HasSubstr("\nmiddle: " + name + " (a), price 500\n"));
}

TEST(PartyDraw, FormationsOfEverySizeHaveNodesThatDoNotOverlap) {
  std::vector<std::array<std::uint32_t, 2>> path, all, star;
  for (std::uint32_t node = 1; node < 64; ++node) {
    path.push_back({node - 1, node});
    star.push_back({0, node});
    for (std::uint32_t other = 0; other < node; ++other) all.push_back({other, node});
  }
  for (const Puzzle& puzzle : {plain_puzzle(64, path), plain_puzzle(64, all), plain_puzzle(64, star),
                               plain_puzzle(64, {}), plain_puzzle(1, {}), plain_puzzle(5, {{1, 3}})}) {
    const std::string svg = draw_svg(puzzle);
    const auto corners = corners_of(svg);
    ASSERT_EQ(corners.size(), puzzle.nodes.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_TRUE(std::abs(corners[i][0] - corners[j][0]) > 132 ||
                    std::abs(corners[i][1] - corners[j][1]) > 56)
            << i << " and " << j << " of " << corners.size() << " with " << puzzle.edges.size();
      }
    }
  }
}

TEST(PartyDraw, AFormationWithoutEdgesHasNoSynergy) {
  Puzzle puzzle = plain_puzzle(3, {});
  puzzle.synergy.at_least = 0;
  const std::string svg = draw_svg(puzzle, Party{bo, ada, ed});
  EXPECT_THAT(svg, Not(HasSubstr("synergy")));
  EXPECT_THAT(svg, Not(HasSubstr("Weight of an edge")));
  EXPECT_THAT(draw_text(puzzle, Party{bo, ada, ed}),
              HasSubstr("# small: total price 1200, every rule met\n"));
}

TEST(PartyDrawText, AParty) {
  EXPECT_EQ(draw_text(read_texts(small_puzzle), Party{di, ada, ed}),
            "# small: total price 1600, synergy 0.5, 1 rule broken\n"
            "# node: hero, name, price, weights of the edges\n"
            "front:   d  Di   700  middle 0         BREAKS A RULE\n"
            "middle:  a  Ada  500  front 0, back 1\n"
            "back:    e  Ed   400  middle 1\n"
            "# met     no hero stands twice             so it is\n"
            "# BROKEN  each hero may stand on its node  d on front\n"
            "# met     average level at least 70        81.66666667\n"
            "# met     at least 2 heroes with race elf  2\n"
            "# met     synergy at least 0.5             0.5\n");
}

TEST(PartyDrawText, APuzzleAlone) {
  EXPECT_EQ(draw_text(read_texts(small_puzzle)),
            "# small: 3 nodes, 2 edges\n"
            "# node    who may stand there  neighbours\n"
            "# front   roles tank           middle\n"
            "# middle  any hero             front, back\n"
            "# back    any hero             middle\n"
            "# asked  average level at least 70\n"
            "# asked  at least 2 heroes with race elf\n"
            "# asked  synergy at least 0.5\n");
}

TEST(PartyDrawText, IsReadBack) {
  for (auto&& [seed, random] : seeds(100)) {
    const Puzzle puzzle = test::random_puzzle(random);
    const Party party = test::random_party(puzzle, random);
    EXPECT_EQ(parse_party(puzzle, draw_text(puzzle, party), "drawn.txt"), party);
  }
  const std::string pool = with(with(small_pool, "\nb,", "\na  Ada,"), "Cy", "\"C\ny\"");
  const Puzzle puzzle = read_texts(small_puzzle, pool);
  for (const Party& party : {Party{cy, ada, ed}, Party{bo, di, ada}}) {
    EXPECT_EQ(parse_party(puzzle, draw_text(puzzle, party), "drawn.txt"), party);
  }
}

TEST(SvgText, WhatXmlGivesAMeaningIsEscaped) {
  EXPECT_EQ(svg_escaped("<script>alert('1' & \"2\")</script>"),
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;");
  EXPECT_EQ(svg_escaped("Zo\u00eb \u738b \U0001F600"), "Zo\u00eb \u738b \U0001F600");
}

TEST(SvgText, WhatXmlCannotHoldBecomesABlank) {
  EXPECT_EQ(svg_escaped("a\nb\x01\x1B\x7F"), "a b   ");
  EXPECT_EQ(svg_escaped(std::string("a\0b", 3)), "a b");
  EXPECT_EQ(svg_escaped("a\uFFFE\uFFFF\uFFFDb"), "a  \uFFFDb");
}

TEST(SvgText, LongTextsEndInAnEllipsis) {
  EXPECT_EQ(shortened("short", 10), "short");
  const std::string cut = shortened("a name that is far too long for its box", 10);
  EXPECT_THAT(cut, StartsWith("a name that"));
  EXPECT_THAT(cut, EndsWith("\u2026"));
  EXPECT_LE(width_em(cut), 10);
  EXPECT_EQ(shortened("wwwww ww", 6), "wwwww\u2026") << "no blank before the ellipsis";
}

TEST(SvgText, WordsThatDoNotFitAreSplitOff) {
  std::string text = "roles midfielder or playmaker";
  EXPECT_EQ(split_off(text, 100), "");
  EXPECT_EQ(split_off(text, 11), "playmaker");
  EXPECT_EQ(text, "roles midfielder or");
  EXPECT_EQ(split_off(text, 1), "midfielder or");
  EXPECT_EQ(split_off(text, 1), "");
  EXPECT_EQ(text, "roles");
}

TEST(SvgText, CharactersAreNeverCutInTwo) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "\u738b\u00eb";
  for (int most = 1; most < 40; ++most) {
    const std::string cut = shortened(text, most);
    EXPECT_LE(width_em(cut), std::max(most, 2));
    if (cut == text) continue;
    const std::string kept = cut.substr(0, cut.size() - 3);
    EXPECT_TRUE(text.starts_with(kept));
    EXPECT_TRUE(kept.size() % 5 == 0 || kept.size() % 5 == 3) << most;
  }
}

}  // namespace
}  // namespace skerry::party
