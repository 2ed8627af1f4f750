import TestSupport
import Testing

/// The package is built once for all of its tests, and removed after them.
@Suite(
  "The Debian package",
  .enabled(if: BuiltPackage.obstacle == nil, Comment(rawValue: BuiltPackage.obstacle ?? "")),
  BuildsPackage())
enum PackageSuite {
  /// The package that the tests look at.
  @TaskLocal static var package: BuiltPackage?
}
