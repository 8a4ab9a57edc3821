#include "problems/table.hpp"

#include "skerry/problems/onemax.hpp"
#include "skerry/problems/party/problem.hpp"

namespace skerry {

const std::vector<ProblemType>& shipped_problems() {
  static const std::vector<ProblemType> problems = {
      problem_type<OneMax>("onemax"),
      problem_type<party::PartyProblem>("party"),
  };
  return problems;
}

}  // namespace skerry
