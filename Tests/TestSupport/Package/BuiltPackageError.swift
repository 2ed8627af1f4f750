/// The error that a package could not be built.
package struct BuiltPackageError: Error, CustomStringConvertible {
  /// The build's output, or the reason why there was no build.
  package let description: String

  init(_ description: String) { self.description = description }
}
