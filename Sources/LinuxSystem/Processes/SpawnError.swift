import Glibc

/// The reason why a program could not be started.
package enum SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `argv[0]` does not begin with `/`, or there is none.
  case notAbsolute(path: String)
  /// A text that goes to the kernel holds a NUL, or a variable's name is empty or holds `=`. The string says
  /// which.
  case invalid(String)
  /// The working directory cannot be used.
  case directory(SystemError)
  /// The program cannot be executed.
  case program(SystemError)
  /// The system is out of processes, descriptors or memory.
  case system(SystemError)

  /// Whether the error is not the program's: the system is out of processes, descriptors or memory for now.
  package var isPassing: Bool {
    if case .system = self { true } else { false }
  }

  /// One line for the journal and for people, with the path and the error's text.
  package var description: String {
    switch self {
    case .notAbsolute(let path): "program \(path.isEmpty ? "without a name" : path): not an absolute path"
    case .invalid(let what): what
    case .directory(let error): "working directory \(error.subject ?? ""): \(error.text)"
    case .program(let error): "program \(error.subject ?? ""): \(error.text)\(hint(error))"
    case .system(let error): error.description
    }
  }

  private func hint(_ error: SystemError) -> String {
    error.subject.map { Self.hint(error, path: $0) } ?? ""
  }

  /// Returns what execve(2) does not say, in parentheses, or nothing. The kernel answers ENOENT as well when
  /// a script's interpreter or a program's loader is missing, and ENOEXEC for a script that names none.
  package static func hint(_ error: SystemError, path: UnsafePointer<CChar>) -> String {
    switch error.code {
    case ENOENT where access(path, F_OK) == 0: " (the program is there, its interpreter is not)"
    case ENOEXEC: " (a script needs #! with its interpreter at its beginning)"
    default: ""
    }
  }
}
