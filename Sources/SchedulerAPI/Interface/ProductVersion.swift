/// The version of what is built together: the daemon, bgtaskctl, bgtaskbench and the package.
public enum ProductVersion {
  /// By semantic versioning.
  public static let number = "0.1.0"
}
