/// A package could not be built.
package struct BuiltPackageError: Error, CustomStringConvertible {
  /// What went wrong.
  package let description: String

  init(_ description: String) { self.description = description }
}
