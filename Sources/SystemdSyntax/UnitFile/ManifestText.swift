/// An application's manifest as a file of `applications.d` has it, for those who write one.
package struct ManifestText: Equatable, Sendable {
  /// `Name=`
  package var name: String
  /// `PermittedIdentifiers=`
  package var identifiers: [String]
  /// `Kinds=`
  package var kinds: [String]
  /// `Exec=`: an absolute path and arguments; empty where nobody knows it yet.
  package var program: [String]

  /// A manifest that says so.
  package init(name: String, identifiers: [String], kinds: [String], program: [String]) {
    self.name = name
    self.identifiers = identifiers
    self.kinds = kinds
    self.program = program
  }

  /// The whole file.
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
