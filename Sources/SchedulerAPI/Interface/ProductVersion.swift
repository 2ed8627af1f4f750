/// The version of everything that is built together: the daemon, bgtaskctl, bgtaskbench and the package.
package enum ProductVersion {
  /// The number, by semantic versioning.
  package static let number = "0.1.0"
}
