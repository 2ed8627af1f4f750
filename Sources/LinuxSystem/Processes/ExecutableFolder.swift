import Glibc

/// The folder of this program's own file. Programs that belong together are installed side by side, and those
/// that users do not call in `libexec` (FHS 3.0, 4.7).
package enum ExecutableFolder {
  /// Returns the path of a helper: beside this program in a build, in `libexec` where it is installed (FHS
  /// 3.0, 4.7); nil when there is none that can be run.
  package static func path(ofHelper program: String) -> String? {
    path(of: program) ?? path(of: "../libexec/bgtaskd/\(program)")
  }

  /// Returns the path of a program that users call, for a helper: beside this one in a build, in `bin` where
  /// it is installed; nil when there is none that can be run.
  package static func path(ofCommand program: String) -> String? {
    path(of: program) ?? path(of: "../../bin/\(program)")
  }

  /// Returns the path of another program in the folder; nil when there is none that can be run.
  package static func path(of program: String) -> String? {
    // proc(5): the path of the file, with " (deleted)" behind it when the file is gone.
    guard let own = SymbolicLink.target(of: "/proc/self/exe"),
      let slash = own.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let path = "\(own[..<slash])/\(program)"
    return access(path, X_OK) == 0 ? path : nil
  }
}
