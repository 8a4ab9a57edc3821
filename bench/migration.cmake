# Under mpirun; it reaches below the library's interface, for the exchange alone.
skerry_bench(migration skerry_library fmt::fmt)
target_include_directories(migration PRIVATE ${PROJECT_SOURCE_DIR}/src)
