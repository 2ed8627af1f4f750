/// The version of what is built together: the daemon, bgtaskctl, bgtaskbench and the package.
package enum ProductVersion {
  /// By semantic versioning.
  package static let number = "0.1.0"
}
