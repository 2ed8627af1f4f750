import TestSupport
import Testing

/// Builds the package before a suite and removes it after.
struct BuildsPackage: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await PackageSuite.$package.withValue(try BuiltPackage(), operation: function)
  }
}
