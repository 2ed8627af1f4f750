/// The text of an application's manifest in `applications.d`, for programs that write one.
package struct ManifestText: Equatable, Sendable {
  /// The value of `Name=`.
  package var name: String
  /// The values of `PermittedIdentifiers=`.
  package var identifiers: [String]
  /// The value of `Kinds=`.
  package var kinds: [String]
  /// The words of `Exec=`: an absolute path and arguments; empty where they are not known yet.
  package var program: [String]

  package init(name: String, identifiers: [String], kinds: [String], program: [String]) {
    self.name = name
    self.identifiers = identifiers
    self.kinds = kinds
    self.program = program
  }

  /// The text of the whole file.
  package var text: String {
    let permitted = identifiers.map { "PermittedIdentifiers=\($0)\n" }.joined()
    let start =
      program.isEmpty
      ? "# How bgtaskd starts the program when something is due: Exec=/absolute/path arguments"
      : "Exec=\(program.map(Words.quote).joined(separator: " "))"
    return """
      # applications.d/\(name).conf of bgtaskd; reload it then (SIGHUP).
      [Application]
      Name=\(name)
      \(permitted)Kinds=\(kinds.joined(separator: " "))
      \(start)

      """
  }
}
