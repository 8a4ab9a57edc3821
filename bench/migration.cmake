# Under mpirun; it reaches below the library's interface, for the exchange alone.
skerry_bench(migration skerry_engine fmt::fmt)
