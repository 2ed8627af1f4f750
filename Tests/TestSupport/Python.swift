import Foundation

/// The Python that scripts of the tests run with.
package enum Python {
  /// A Python that has this module of PyPI, env(1) for the one that PATH has; nil when there is none.
  package static func having(_ module: String) -> String? {
    [ProcessInfo.processInfo.environment["BGTASKD_PYTHON"], "/usr/bin/env"].compactMap(\.self).first {
      python in
      let arguments = words(for: python) + ["-c", "import \(module)"]
      return (try? FinishedProgram.run(URL(filePath: python), arguments))?.status == 0
    }
  }

  /// What stands before a script's own arguments.
  package static func words(for python: String) -> [String] {
    python == "/usr/bin/env" ? ["python3"] : []
  }
}
