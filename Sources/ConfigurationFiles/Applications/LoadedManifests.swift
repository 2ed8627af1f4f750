public import SystemdSyntax

/// What `applications.d` says.
public struct LoadedManifests: Sendable {
  /// Those without errors, in the order of their files' names.
  public var manifests: [Manifest] = []
  /// The names of the files with errors.
  public var unreadable: Set<String> = []
  /// Warnings and errors in the order of files and lines.
  public var problems: [SyntaxProblem] = []
}
