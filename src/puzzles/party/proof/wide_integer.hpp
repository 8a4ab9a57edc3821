#pragma once

namespace skerry::party {

/// A wide whole number, for sums of products.
__extension__ using WideInteger = __int128;

}  // namespace skerry::party
