include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# An export each, so that who asks for the engine alone need not have what the others are linked with.
foreach(library engine trace app)
  install(TARGETS skerry_${library} EXPORT skerry_${library} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT skerry_${library} FILE skerry-${library}-targets.cmake NAMESPACE skerry::
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
endforeach()
install(TARGETS skerry_binary RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/skerry DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/skerry-config.cmake.in
  ${PROJECT_BINARY_DIR}/skerry-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/skerry-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/skerry-config.cmake ${PROJECT_BINARY_DIR}/skerry-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
