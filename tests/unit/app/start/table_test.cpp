#include "app/start/table.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/onemax/onemax.hpp"
#include "unit/app/config/message.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>

namespace skerry {
namespace start_table_test {

struct Plane {
  using Genome = Reals<2>;
  Box<2> bounds() const { return Box<2>(-5, 5); }
  double evaluate(const Genome& x) const { return x[0] + x[1]; }
};

/// Returns the genomes of a table in their text form, separated by slashes.
template <typename P>
std::string texts(P problem, std::string_view csv) {
  ConcreteProblem<P> concrete("test", std::move(problem));
  const SolutionSet found = candidates_of_table(csv, "a.csv", concrete).individuals;
  std::string text;
  for (std::size_t i = 0; i < found.size(); ++i)
    text += (i > 0 ? "/" : "") + concrete.describe(found.genome(i));
  return text;
}

std::string bits(std::string_view csv) {
  return texts(OneMax(4), csv);
}

std::string refusal(std::string_view csv) {
  return message_of<DataError>([&] { bits(csv); });
}

TEST(StartTable, HasAColumnOfGenomes) {
  EXPECT_EQ(bits("genome\n1010\n0001\n1010\n"), "1010/0001/1010");
  EXPECT_EQ(bits("note,genome,score\nmine,1010,3\r\n\"a, b\",\"0001\",x\n"), "1010/0001");
  EXPECT_EQ(texts(Plane{}, "genome\n1.5 -2\n0.1 0.2\n"), "1.5 -2/0.1 0.2");
}

TEST(StartTable, MayHaveAColumnForEachGene) {
  EXPECT_EQ(texts(Plane{}, "x,y\n1.5,-2\n0.1,0.2\n"), "1.5 -2/0.1 0.2");
  EXPECT_EQ(texts(Plane{}, ",x,fitness,y\n0,1.5,9,-2\n1,0.1,8,0.2\n"), "0.1 0.2/1.5 -2")
      << "an index without a name, and fitness, are no genes";
}

TEST(StartTable, IsOrderedByFitnessIfItHasOne) {
  EXPECT_EQ(bits("genome,fitness\n1000,1\n1110,3\n0001,1\n1010,2\n"), "1110/1010/1000/0001")
      << "onemax maximises; equally good ones keep their order";
  EXPECT_EQ(bits("violation,genome,fitness\n1,1111,4\n0,1000,1\n0.5,1110,3\n"), "1000/1110/1111");
}

TEST(StartTable, RefusesAGenomeWithItsPlace) {
  EXPECT_EQ(message_of<DataError>([] { texts(Plane{}, "genome\n1 2\n3 x\n"); }),
            "'x' is not a number (a.csv:3:1, genome:1:3)");
  EXPECT_EQ(message_of<DataError>([] { texts(Plane{}, "x,y\n1,2\n3,7\n"); }),
            "gene 1 is 7; it lies in [-5, 5] (a.csv:3:1, genome)");
  EXPECT_THAT(refusal("genome\n1010\n\n10101\n"), testing::HasSubstr("(a.csv:4:1, genome"));
}

TEST(StartTable, RefusesATableThatIsNone) {
  EXPECT_EQ(refusal(""), "a.csv is empty; a table to start from has a column genome");
  EXPECT_EQ(refusal("genome\n"), "a.csv has a header and no individual below it");
  EXPECT_EQ(refusal("fitness,violation\n1,0\n"),
            "the table has no genomes; their column is called genome (a.csv:1:1)");
  EXPECT_EQ(refusal("1010\n0101\n"),
            "the first line holds numbers and no names of columns; the column of genomes is called genome "
            "(a.csv:1:1)");
  EXPECT_EQ(refusal("genome,genome\n1010,0101\n"), "two columns are called genome (a.csv:1:8)");
  EXPECT_EQ(refusal("genome,fitness\n1010\n"), "the row has 1 field; the header has 2 (a.csv:2:1)");
  EXPECT_EQ(refusal("genome,fitness\n1010,nan\n"), "'nan' is not a finite number (a.csv:2:6)");
  EXPECT_EQ(refusal("genome,violation\n1010,-1\n"), "a violation is at least 0 (a.csv:2:6)");
}

}  // namespace start_table_test
}  // namespace skerry
