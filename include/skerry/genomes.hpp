#pragma once

// All stock genomes: BitString, Bits, Integers, Reals, SelfAdaptiveReals, Permutation and Composite.
#include "skerry/genomes/bits.hpp"
#include "skerry/genomes/composite.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"
