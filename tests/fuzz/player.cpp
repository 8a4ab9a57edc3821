// The input is a [problem.player] table, a line "----", then the file "mine.csv" that it may name. The puzzle
// is a fixed one, with a proven optimum and a locked hero.
#include "skerry/app/settings.hpp"

#include "fuzz.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/search/problem.hpp"

namespace skerry::fuzz::of_player {
namespace {

using namespace party;

constexpr const char* puzzle_text =
    "[pool]\nfile = \"heroes.csv\"\nname = \"name\"\nmany = [\"roles\"]\n"
    "[formation]\nnodes = 3\nedges = [[0, 1], [1, 2]]\n"
    "[[formation.restriction]]\nnode = 0\nproperty = \"roles\"\nvalue = \"tank\"\n"
    "[[formation.locked]]\nnode = 2\nhero = \"a\"\n"
    "[objective]\nproperty = \"price\"\n"
    "[synergy]\ntraits = [\"race\", \"faith\"]\n"
    "[[requirement]]\nkind = \"average\"\nproperty = \"level\"\nat_least = 70\n"
    "[optimum]\nfitness = 1230\nbase = -500\nmultipliers = [13]\nparty = [\"c\", \"b\", \"a\"]\n";
constexpr const char* pool_text =
    "id,name,race,faith,roles,level,price\na,Ada,elf,sun,mage,80,540\nb,Bo,elf,sun,tank,70,410\n"
    "c,Cy,orc,sun,tank,60,280\nd,Di,orc,moon,mage,90,700\ne,Ed,elf,sun,tank;healer,75,500\n"
    "f,Fi,gnome,sea,tank,65,345\n";

void expect_sound_pool(const Puzzle& puzzle) {
  const Pool& pool = puzzle.pool;
  require(pool.size() + puzzle.banned.size() == 6, "heroes that are neither in the pool nor banned");
  require(pool.names.size() == pool.size(), "names don't fit the heroes");
  for (const NumericColumn& column : pool.numeric) {
    require(column.value.size() == pool.size(), "a column that does not fit the pool");
    for (const double value : column.value) require(std::isfinite(value) && value >= 0, "no price");
  }
  require(puzzle.nodes[2].locked == pool.find("a"), "the locked hero is another one");
  if (puzzle.known_optimum) require(verify_certificate(puzzle).empty(), "an optimum without a proof");
}

void run(std::string_view input) {
  const std::string table(take_part(input));
  accepted([&] {
    Files files;
    files.replace({{"dir/puzzle.toml", puzzle_text},
                   {"dir/heroes.csv", pool_text},
                   {"dir/mine.csv", std::string(input)}});
    const std::string text = "[problem]\ninstance = \"puzzle.toml\"\n[problem.player]\n" + table;
    const Settings settings = Settings::parse(text, "dir/run.toml", Settings::Kind::configuration);
    PartyProblem problem(settings.table("problem"), files);
    expect_sound_pool(problem.puzzle());
    Random random(input.size());
    const auto genome = problem.sample(random);
    require(problem.valid(genome), "a party that is none");
    require(std::isfinite(problem.evaluate(genome).fitness), "a fitness that is none");
  });
}

}  // namespace

const Target target("player", run);

}  // namespace skerry::fuzz::of_player
