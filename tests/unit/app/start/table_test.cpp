#include "app/start/table.hpp"

#include "skerry/app/concrete_problem.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/genomes/composite.hpp"

#include "puzzles/external/genome.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/landscapes/real_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace start_table_test {

RealFunction reals(std::size_t genes) {
  return {RealFunction::Kind::sphere, genes};
}

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

/// A problem with texts for genomes.
struct Saying {
  using Genome = std::string;
  double evaluate(const Genome&) const { return 0; }
  Genome sample(Random&) { return {}; }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void mutate(Genome&, double, Random&) {}
  std::string describe(const Genome& genome) { return genome; }
  Genome parse(std::string_view text, const std::string& name) {
    if (text.find("and") == std::string_view::npos) throw DataError(name + " lacks an and");
    return Genome(text);
  }
};

std::string words(std::string_view csv) {
  return texts(Saying{}, csv);
}

std::string refusal(std::string_view csv) {
  return message_of<DataError>([&] { bits(csv); });
}

TEST(StartTable, HasAColumnOfGenomes) {
  EXPECT_EQ(bits("genome\n1010\n0001\n1010\n"), "1010/0001/1010");
  EXPECT_EQ(bits("note,genome,score\nmine,1010,3\r\n\"a, b\",\"0001\",x\n"), "1010/0001");
  EXPECT_EQ(texts(reals(2), "genome\n1.5 -2\n0.1 0.2\n"), "1.5 -2/0.1 0.2");
}

TEST(StartTable, MayHaveAColumnForEachGene) {
  EXPECT_EQ(texts(reals(2), "x,y\n1.5,-2\n0.1,0.2\n"), "1.5 -2/0.1 0.2");
  EXPECT_EQ(texts(reals(2), ",x,fitness,y\n0,1.5,9,-2\n1,0.1,8,0.2\n"), "0.1 0.2/1.5 -2")
      << "an index without a name, and fitness, are no genes";
}

struct Route {
  using Genome = Composite<BitString<2>, Permutation<3>>;
  double evaluate(const Genome& /*route*/) const { return 0; }
};

/// A problem of an external program, whose parts have names.
struct Named {
  using Genome = external::Genome;
  external::Space space{{"x", Box<>(2, -1, 1)}, {"x1", IntegerBox<>(1, 0, 20)}, {"b", BitStrings<Bits<>>(2)}};
  const external::Space& bounds() const { return space; }
  double evaluate(const Genome& /*genome*/) const { return 0; }
};

template <typename P>
std::string refusal_of(P problem, std::string_view csv) {
  return message_of<DataError>([&] { texts(std::move(problem), csv); });
}

TEST(StartTable, FindsGenesByTheirNumbersInAnyOrder) {
  EXPECT_EQ(texts(reals(3), "x3,x1,x2\n3,1,2\n"), "1 2 3");
  EXPECT_EQ(texts(reals(3), "gene[2],fitness,gene[0],gene[1]\n3,7,1,2\n"), "1 2 3");
  EXPECT_EQ(texts(reals(3), "id, p_2 ,p_1,p_3,index,Unnamed: 0\n9, 2 ,1,3,9,9\n"), "1 2 3");
  EXPECT_EQ(texts(Route{}, "b1,stop1,stop3,stop2,b0\n1,0,1,2,0\n"), "01\n0 2 1");
  EXPECT_EQ(texts(Route{}, "g5,g4,g3,g2,g1\n1,2,0,1,0\n"), "01\n0 2 1");
}

TEST(StartTable, FindsGenesByTheNamesOfTheirParts) {
  const std::string expected = R"({"x": [0.5, -1.0], "x1": [7], "b": [1, 0]})";
  EXPECT_EQ(texts(Named{}, "x[0],x[1],x1[0],b[0],b[1]\n0.5,-1,7,1,0\n"), expected);
  EXPECT_EQ(texts(Named{}, "b2,x[1],id,x1,x[0],fitness,b1\n0,-1e0,1,7,.5,3,1\n"), expected);
  EXPECT_EQ(texts(Named{}, "genome\n\"{\"\"x1\"\": [7], \"\"b\"\": [1, 0], \"\"x\"\": [0.5, -1]}\"\n"),
            expected);
}

TEST(StartTable, NamesWhatIsNoGene) {
  EXPECT_EQ(
      refusal_of(reals(3), "x1,x2,x3,f\n1,2,3,4\n"),
      "column f is no gene; the genes are x1 to x3, and fitness, violation, id and index may stand beside "
      "them (a.csv:1:10)");
  EXPECT_THAT(refusal_of(reals(3), "x1,x2,cost\n1,2,3\n"), HasSubstr("column cost is no gene"));
  EXPECT_THAT(refusal_of(reals(3), "x1,x2,x4\n1,2,3\n"), HasSubstr("column x4 is no gene"));
  EXPECT_THAT(refusal_of(reals(3), "x0,x0,x1\n1,2,3\n"), HasSubstr("column x0 is no gene"));
  EXPECT_THAT(refusal_of(reals(3), "x1,x2\n1,2\n"), HasSubstr("no column is of gene x3"));
  EXPECT_THAT(
      refusal_of(Named{}, "x[0],x[1],x1,b0,b1,Fitness\n"),
      HasSubstr("column Fitness is no gene; the genes are x[0] to x[1], x1[0], b[0] to b[1]"));
  EXPECT_THAT(refusal_of(Named{}, "x[0],x1,b0,b1\n"), HasSubstr("no column is of gene x[1]"));
  EXPECT_THAT(refusal_of(Named{}, "x[0],x[1],x[2],x1,b0,b1\n"), HasSubstr("column x[2] is no gene"));
  EXPECT_THAT(refusal_of(Named{}, "x[0],x[1],x1,x1[0],b0,b1\n"),
              HasSubstr("a second column, x1[0], is of gene x1[0] (a.csv:1:14)"));
  EXPECT_EQ(refusal_of(Named{}, "x[0],x[1],x1,b0,b1\n0,0,7,1,yes\n"), "'yes' is not a number (a.csv:2:9)");
  EXPECT_THAT(refusal_of(Named{}, "x[0],x[1],x1,b0,b1\n0,0,7.5,1,1\n"),
              HasSubstr("value 0 of part x1 is 7.5, no integer (a.csv:2:1, genome"));
}

TEST(StartTable, TellsWhichColumnsItLeavesOut) {
  ConcreteProblem<RealFunction> line("test", reals(3));
  EXPECT_EQ(candidates_of_table("ID,x1,x2,x3,,index\n1,1,2,3,8,9\n", "a.csv", line).other_columns,
            (std::vector<std::string>{"ID", "index"}));
}

TEST(StartTable, MayBeWhatTheAnalysisHasExported) {
  EXPECT_EQ(texts(reals(2),
                  "instance,group,trace,seed,solution,fitness,violation,weight,genome,text\n"
                  "a,a,a.h5,1,0,2,0,5,0a0b,1.5 -2\na,a,a.h5,1,1,1,0,5,0a0c,0.1 0.2\n"),
            "0.1 0.2/1.5 -2");
}

TEST(StartTable, MayBeSeparatedByTabsOrSemicolons) {
  EXPECT_EQ(texts(reals(3), "x3\tx1\tx2\n3\t1\t2\n"), "1 2 3");
  EXPECT_EQ(texts(reals(3), "x1;x2;x3;fitness\r\n1;2;3;0\r\n"), "1 2 3");
  EXPECT_EQ(refusal_of(reals(3), "x1;x2;x3\n1;0,2;3\n"), "'0,2' is not a number (a.csv:2:3)");
}

TEST(StartTable, IsOrderedByFitnessIfItHasOne) {
  EXPECT_EQ(bits("genome,fitness\n1000,1\n1110,3\n0001,1\n1010,2\n"), "1110/1010/1000/0001")
      << "onemax maximises; equally good ones keep their order";
  EXPECT_EQ(bits("violation,genome,fitness\n1,1111,4\n0,1000,1\n0.5,1110,3\n"), "1000/1110/1111");
}

TEST(StartTable, RefusesAGenomeWithItsPlace) {
  EXPECT_EQ(message_of<DataError>([] { texts(reals(2), "genome\n1 2\n3 x\n"); }),
            "'x' is not a number (a.csv:3:1, genome:1:3)");
  EXPECT_EQ(message_of<DataError>([] { texts(reals(2), "x,y\n1,2\n3,7\n"); }),
            "gene 1 is 7; it lies in [-5.12, 5.12] (a.csv:3:1, genome)");
  EXPECT_THAT(refusal("genome\n1010\n\n10101\n"), HasSubstr("(a.csv:4:1, genome"));
}

TEST(StartTable, RefusesATableThatIsNone) {
  EXPECT_EQ(refusal(""), "a.csv is empty; a table to start from has a column genome");
  EXPECT_EQ(refusal("genome\n"), "a.csv has a header and no individual below it");
  EXPECT_EQ(refusal("fitness,violation\n1,0\n"),
            "the table has no genomes; their column is called genome (a.csv:1:1)");
  EXPECT_EQ(refusal("1010\n0101\n"),
            "the first line holds numbers and no names of columns; the column of genomes is called genome "
            "(a.csv:1:1)");
  for (const char* first : {"1 0 1 0", " 1.0e+00\t0 1 0 ", "1,0,1 0", "1\t0\t1\t0", "True False True True", "nan 1 0 1"}) {
    EXPECT_THAT(refusal(std::string(first) + "\n0 1 0 1\n"),
                HasSubstr("the first line holds numbers"));
  }
  EXPECT_EQ(
      message_of<DataError>([] { words("there,and,back\nback,and,there\n"); }),
      "the first line holds an individual and no names of columns; the column of genomes is called genome "
      "(a.csv:1:1)");
  for (const char* json : {"{\"genome\": \"1010\"}\n", "[[1, 0, 1, 0]]\n"})
    EXPECT_THAT(refusal(json), StartsWith("a.csv is JSON; a table to start from is CSV"));
  EXPECT_EQ(refusal("genome,genome\n1010,0101\n"), "two columns are called genome (a.csv:1:8)");
  EXPECT_EQ(refusal("genome,fitness\n1010\n"), "the row has 1 field; the header has 2 (a.csv:2:1)");
  EXPECT_EQ(refusal("genome,fitness\n1010,nan\n"), "'nan' is not a finite number (a.csv:2:6)");
  EXPECT_EQ(refusal("genome,violation\n1010,-1\n"), "a violation is at least 0 (a.csv:2:6)");
}

}  // namespace start_table_test
}  // namespace skerry
