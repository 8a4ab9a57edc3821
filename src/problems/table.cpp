#include "problems/table.hpp"

#include "skerry/problems/onemax.hpp"
#include "skerry/problems/party/problem.hpp"
#include "skerry/problems/skyscraper/classic.hpp"
#include "skerry/problems/skyscraper/latin_rows.hpp"

namespace skerry {

namespace {

std::unique_ptr<AnyProblem> make_skyscraper(const std::string& type, const Settings& table, Files& files) {
  const bool cells = table.choice("encoding", "rows", {"rows", "cells"}) == "cells";
  const ProblemType encoded = cells ? problem_type<skyscraper::ClassicProblem>(type)
                                    : problem_type<skyscraper::LatinRowsProblem>(type);
  return encoded.make(type, table, files);
}

}  // namespace

const std::vector<ProblemType>& shipped_problems() {
  static const std::vector<ProblemType> problems = {
      problem_type<OneMax>("onemax"),
      problem_type<party::PartyProblem>("party"),
      {"skyscraper", make_skyscraper},
  };
  return problems;
}

}  // namespace skerry
