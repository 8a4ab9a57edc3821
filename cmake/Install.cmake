include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS skerry_library EXPORT skerry_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS skerry_binary RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/skerry DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT skerry_targets FILE skerry-targets.cmake NAMESPACE skerry::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/skerry-config.cmake.in
  ${PROJECT_BINARY_DIR}/skerry-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/skerry-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/skerry-config.cmake ${PROJECT_BINARY_DIR}/skerry-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
