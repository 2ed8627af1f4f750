import Glibc

/// Where this program's own file lies: programs that belong together are installed side by side, and those
/// that nobody calls by name in `libexec` (FHS 3.0, 4.7).
package enum ExecutableFolder {
  /// The path of a program that only programs start: beside this one where they are built, and in `libexec`
  /// where they are installed (FHS 3.0, 4.7); nil when there is none that can be run.
  package static func path(ofHelper program: String) -> String? {
    path(of: program) ?? path(of: "../libexec/bgtaskd/\(program)")
  }

  /// The path of a program that people call, for one that only programs start: beside this one where they are
  /// built, and in `bin` where they are installed; nil when there is none that can be run.
  package static func path(ofCommand program: String) -> String? {
    path(of: program) ?? path(of: "../../bin/\(program)")
  }

  /// The path of another program in it; nil when there is none that can be run.
  package static func path(of program: String) -> String? {
    // proc(5): the path of the file, with " (deleted)" behind it when that is gone.
    guard let own = SymbolicLink.target(of: "/proc/self/exe"),
      let slash = own.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let path = "\(own[..<slash])/\(program)"
    return access(path, X_OK) == 0 ? path : nil
  }
}
