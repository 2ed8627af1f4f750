/// A package could not be built.
public struct BuiltPackageError: Error, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  init(_ description: String) { self.description = description }
}
