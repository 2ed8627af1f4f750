import Foundation

/// The Python that scripts of the tests run with.
package enum Python {
  /// Returns a Python that has this module of PyPI, env(1) for the one in PATH, or `nil` when there is none.
  package static func having(_ module: String) -> String? {
    [ProcessInfo.processInfo.environment["BGTASKD_PYTHON"], "/usr/bin/env"].compactMap(\.self).first {
      python in
      let arguments = words(for: python) + ["-c", "import \(module)"]
      return (try? FinishedProgram.run(URL(filePath: python), arguments))?.status == 0
    }
  }

  /// Returns the arguments before a script's own.
  package static func words(for python: String) -> [String] {
    python == "/usr/bin/env" ? ["python3"] : []
  }
}
