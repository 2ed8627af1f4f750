import Foundation
import TestSupport

/// The Python scripts beside these tests. They are handed over on the standard input, so that they need not
/// be readable for whom they run as.
enum Script {
  /// A Python that has the client of the protocol from PyPI; nil when there is none.
  static let pythonWithVarlink = Python.having("varlink")

  /// The text of a script.
  static func text(_ name: String) throws -> String {
    try Repository.text("Tests/DaemonTests/Scripts/\(name)")
  }

  /// Runs a script with a Python that reads it from its standard input.
  static func run(_ name: String, with python: String, _ arguments: String...) throws -> FinishedProgram {
    try FinishedProgram.run(
      URL(filePath: python), Python.words(for: python) + ["-"] + arguments, input: text(name))
  }
}
