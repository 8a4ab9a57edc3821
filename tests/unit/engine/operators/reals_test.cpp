#include "skerry/detail/operators/operators.hpp"

#include "chi_square.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// A box of equal intervals that owns its bounds.
struct Cube {
  Cube(std::size_t genes, double low, double high) : lower(genes, low), upper(genes, high) {}
  RealBounds bounds() const { return {lower, upper}; }
  std::vector<double> lower, upper;
};

double normal_share(double deviate) {
  return std::erfc(-deviate / std::sqrt(2.0)) / 2;
}

TEST(Normal, IsStandardNormal) {
  Random random(1);
  std::vector<double> shares;
  for (int i = 0; i < draws; ++i) shares.push_back(normal_share(normal(random)));
  EXPECT_LT(unevenness_of(shares), 6);
}

/// Makes one child of these parents, or two.
std::vector<std::vector<double>> children_of(bool two, const SimulatedBinaryCrossover& sbx, const Cube& cube,
                                             const std::vector<double>& a, const std::vector<double>& b,
                                             Random& random) {
  std::vector<std::vector<double>> children(two ? 2 : 1, std::vector<double>(a.size()));
  if (two) {
    sbx.both(cube.bounds(), a, b, children[0], children[1], random);
  } else {
    sbx(cube.bounds(), a, b, children[0], random);
  }
  return children;
}

// By Deb and Agrawal 1995, equation 8, the spread b of children has the density (eta + 1) / 2 b^eta up to 1
// and (eta + 1) / 2 b^-(eta + 2) beyond, on each side of the middle.
TEST(SimulatedBinaryCrossover, SpreadsAsPublishedAndTwoChildrenShareWhatEachDoesNotTake) {
  for (const auto& [two, eta] :
       {std::pair{false, 0.5}, {false, 2.0}, {false, 20.0}, {true, 0.5}, {true, 20.0}}) {
    SCOPED_TRACE(testing::Message() << eta << (two ? ", two children" : ", one child"));
    Random random(2);
    const Cube cube(2, -1e12, 1e12);  // far from bounds
    const std::vector<double> a{3, 9}, b{5, 7};
    std::vector<double> shares;
    int kept = 0, left = 0;
    for (int i = 0; i < draws; ++i) {
      const auto children = children_of(two, SimulatedBinaryCrossover(eta), cube, a, b, random);
      const double first = children[0][0];
      if (two) {
        ASSERT_NEAR(first + children[1][0], 8, 1e-6);
        ASSERT_NEAR(children[0][1] + children[1][1], 16, 1e-6);
      }
      if (first == a[0]) {
        ++kept;
        continue;
      }
      left += first < 4;
      const double spread = std::abs(first - 4);
      shares.push_back(spread <= 1 ? std::pow(spread, eta + 1) / 2 : 1 - std::pow(spread, -(eta + 1)) / 2);
    }
    EXPECT_NEAR(static_cast<double>(kept) / draws, 0.5, 0.02);
    EXPECT_NEAR(static_cast<double>(left) / (draws - kept), 0.5, 0.02);
    EXPECT_LT(unevenness_of(shares), 6);
  }
}

TEST(SimulatedBinaryCrossover, KeepsToItsBoundsWithoutHeapingUpThere) {
  for (const bool two : {false, true}) {
    Random random(3);
    const Cube cube(4, 0, 1);
    for (int i = 0; i < draws; ++i) {
      for (const auto& child : children_of(two, SimulatedBinaryCrossover(1), cube, {0.01, 0.5, 0, 0.3},
                                           {0.9, 0.55, 1, 0.3}, random)) {
        for (const double gene : child) ASSERT_TRUE(gene >= 0 && gene <= 1) << gene;
        ASSERT_NE(child[0], 0.0);
        ASSERT_NE(child[0], 1.0);
        ASSERT_EQ(child[3], 0.3);
      }
    }
  }
}

TEST(BlendCrossover, IsUniformBeyondTheParentsAndCutAtTheBounds) {
  Random random(4);
  const Cube cube(1, 0, 10);
  const std::vector<double> a{4}, b{2};
  std::vector<double> child(1), inside, cut;
  for (int i = 0; i < draws; ++i) {
    BlendCrossover(0.5)(cube.bounds(), a, b, child, random);
    inside.push_back((child[0] - 1) / 4);  // [1, 5]
    BlendCrossover(2)(cube.bounds(), a, b, child, random);
    cut.push_back(child[0] / 8);  // [-2, 8], cut at 0
  }
  EXPECT_LT(unevenness_of(inside), 6);
  EXPECT_LT(unevenness_of(cut), 6);
}

TEST(LineCrossover, StaysOnTheLineThroughTheParentsAtANormalDistance) {
  Random random(14);
  const Cube cube(3, -1000, 1000);
  const std::vector<double> a{4, 0, 1}, b{2, 0, 5};
  std::vector<double> child(3);
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    LineCrossover(0.5)(cube.bounds(), a, b, child, random);
    const double along = (child[0] - 4) / -2;
    EXPECT_EQ(child[1], 0);
    EXPECT_NEAR(child[2], 1 + 4 * along, 1e-9);
    sum += along / draws;
    squares += along * along / draws;
  }
  EXPECT_NEAR(sum, 0, 0.05);
  EXPECT_NEAR(squares, 0.25, 0.02);
}

TEST(LineCrossover, IsReflectedAtTheBounds) {
  Random random(15);
  const Cube cube(1, 0, 1);
  const std::vector<double> a{0.1}, b{0.9};
  std::vector<double> child(1);
  for (int i = 0; i < draws; ++i) {
    LineCrossover(5)(cube.bounds(), a, b, child, random);
    EXPECT_GE(child[0], 0);
    EXPECT_LE(child[0], 1);
  }
  LineCrossover(0)(cube.bounds(), a, b, child, random);
  EXPECT_EQ(child, a);
}

TEST(UniformCrossover, TakesEachGeneFromEitherParent) {
  Random random(5);
  const std::vector<double> a(100, 1.0), b(100, 0.0);
  std::vector<double> child(100);
  std::vector<int> from_a(100);
  for (int i = 0; i < draws; ++i) {
    uniform_crossover<double>(a, b, child, random);
    for (std::size_t gene = 0; gene < 100; ++gene) from_a[gene] += child[gene] == 1;
  }
  for (const int count : from_a) EXPECT_NEAR(static_cast<double>(count) / draws, 0.5, 0.03);
}

// By Deb and Goyal 1996 a step d, as a share of the interval, has the density (eta + 1) / 2 (1 - |d|)^eta.
TEST(PolynomialMutation, StepsAsPublishedInTheMiddle) {
  Random random(6);
  std::vector<double> shares;
  for (int i = 0; i < draws; ++i) {
    const double step = (polynomial_step(0, -4, 4, 20, random) - 0) / 8;
    shares.push_back(step < 0 ? std::pow(1 + step, 21) / 2 : 1 - std::pow(1 - step, 21) / 2);
  }
  EXPECT_LT(unevenness_of(shares), 6);
}

TEST(PolynomialMutation, LeavesABoundInwardsAndHalfOfTheTime) {
  Random random(7);
  int stayed = 0;
  for (int i = 0; i < draws; ++i) {
    const double at_bound = polynomial_step(-4, -4, 4, 5, random);
    ASSERT_TRUE(at_bound >= -4 && at_bound <= 4);
    stayed += at_bound == -4;
  }
  EXPECT_NEAR(static_cast<double>(stayed) / draws, 0.5, 0.02);
  EXPECT_EQ(polynomial_step(2, 2, 2, 5, random), 2);
}

TEST(PolynomialMutation, ChangesEachGeneWithItsRate) {
  Random random(8);
  const Cube cube(10, 0, 1);
  PolynomialMutation mutation(10, 0.3, 20);
  int changed = 0;
  for (int i = 0; i < draws; ++i) {
    std::vector<double> child(10, 0.5);
    mutation(cube.bounds(), child, random);
    for (const double gene : child) changed += gene != 0.5;
  }
  EXPECT_NEAR(changed / (10.0 * draws), 0.3, 0.01);
}

TEST(GaussianMutation, StepsAreNormal) {
  Random random(9);
  const Cube cube(1, -100, 100);
  GaussianMutation mutation(1, 1, 0.01);
  std::vector<double> shares;
  for (int i = 0; i < draws; ++i) {
    std::vector<double> child{0};
    mutation(cube.bounds(), child, random);
    shares.push_back(normal_share(child[0] / 2));
  }
  EXPECT_LT(unevenness_of(shares), 6);
}

TEST(GaussianMutation, ReflectsAtBounds) {
  EXPECT_DOUBLE_EQ(reflected(1.25, 0, 1), 0.75);
  EXPECT_DOUBLE_EQ(reflected(-0.25, 0, 1), 0.25);
  EXPECT_DOUBLE_EQ(reflected(5.5, 2, 3), 2.5);
  EXPECT_DOUBLE_EQ(reflected(2.25, 0, 1), 0.25);
  EXPECT_EQ(reflected(7, 3, 3), 3);
  Random random(10);
  const Cube cube(1, 0, 1);
  GaussianMutation mutation(1, 1, 1);
  for (int i = 0; i < draws; ++i) {
    std::vector<double> child{0.9};
    mutation(cube.bounds(), child, random);
    ASSERT_TRUE(child[0] >= 0 && child[0] <= 1);
  }
}

// By Baeck and Schwefel 1993 log(step) changes by N(0, 1 / 2n) for all genes together and by N(0, 1 / (2 sqrt
// n)) for each.
TEST(SelfAdaptiveMutation, ChangesStepsByTheLogNormalRule) {
  constexpr std::size_t genes = 16;
  Random random(11);
  const Cube cube(genes, -1e6, 1e6);
  const SelfAdaptiveMutation mutation(genes);
  double mean = 0, variance = 0, covariance = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    std::vector<double> child(genes, 0.0), steps(genes, 1e-3);
    mutation(cube.bounds(), child, steps, random);
    const double first = std::log(steps[0] / 1e-3);
    const double second = std::log(steps[1] / 1e-3);
    mean += first / draws;
    variance += first * first / draws;
    covariance += first * second / draws;
    const double deviate = child[0] / (steps[0] * 2e6);
    squares += deviate * deviate / draws;
  }
  EXPECT_NEAR(mean, 0, 0.02);
  EXPECT_NEAR(variance, 1.0 / 32 + 1.0 / 8, 0.01);
  EXPECT_NEAR(covariance, 1.0 / 32, 0.01);
  EXPECT_NEAR(squares, 1, 0.05);
}

TEST(RealOperators, RefuseParametersOutOfRange) {
  const auto says = [](const char* text) { return ThrowsMessage<UsageError>(HasSubstr(text)); };
  EXPECT_THAT([] { SimulatedBinaryCrossover(-1); },
              says("sbx_eta is -1; it is a finite number of at least 0"));
  EXPECT_THAT([] { BlendCrossover(std::nan("")); }, says("blx_alpha is nan"));
  EXPECT_THAT([] { LineCrossover(-0.1); }, says("line_step is -0.1"));
  EXPECT_THAT([] { PolynomialMutation(5, 1.4, 20); }, says("gene_rate is 1.4; a rate lies in [0, 1]"));
  EXPECT_THAT([] { PolynomialMutation(5, 1, -2); }, says("polynomial_eta is -2"));
  EXPECT_THAT([] { GaussianMutation(5, 1, 0); }, says("gaussian_step is 0; it is above 0 and at most 1"));
}

}  // namespace
}  // namespace skerry
