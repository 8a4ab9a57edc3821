#include "engine/philox/philox.hpp"

#include "support/testing.hpp"
#include "unit/engine/instruction_sets.hpp"

namespace skerry {
namespace {

TEST(Philox, EveryInstructionSetMakesTheSameNumbers) {
  for (int seed = 0; seed < test::random_cases(200); ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    PhiloxBlock first{.seed = random(),
                      .block = random() >> random() % 64,
                      .island = static_cast<std::uint32_t>(random()),
                      .purpose = static_cast<std::uint32_t>(random())};
    // The upper half of the counter grows within some of the cases.
    if (seed % 4 == 0) first.block = (first.block << 32) - random() % philox_blocks;
    std::array<std::uint32_t, 4 * philox_blocks> expected{};
    fill_philox_plainly(first, expected);
    for (const InstructionSet set : test::sets_of_this_machine()) {
      std::array<std::uint32_t, 4 * philox_blocks> numbers{};
      philox_for(set)(first, numbers);
      ASSERT_EQ(numbers, expected) << "seed " << seed << ", set " << static_cast<int>(set);
    }
  }
}

}  // namespace
}  // namespace skerry
