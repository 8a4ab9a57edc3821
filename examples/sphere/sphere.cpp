#include <iostream>
#include <numeric>

#include <skerry/evolve.hpp>
struct Sphere {  // the sum of eight squares, which is 0 at best
  using Genome = skerry::Reals<8>;
  skerry::Box<8> bounds() const { return skerry::Box<8>(-5, 5); }
  double evaluate(const Genome& x) const { return std::inner_product(x.begin(), x.end(), x.begin(), 0.0); }
};
int main(int argc, char** argv) {
  const skerry::Mpi mpi(argc, argv);
  const auto run = skerry::evolve(Sphere{}, {.stop = {.generations = 2000, .target = 1e-6}, .seed = 7}, mpi);
  if (mpi.first())
    std::cout << run.score.fitness << " in generation " << run.generations << " of " << mpi.size() << '\n';
}
