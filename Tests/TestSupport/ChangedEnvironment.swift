import Foundation

/// A library that stands before the C library, and changes the environment before the program begins: glibc
/// then has the variables elsewhere, no longer behind the arguments (swiftlang/swift#76080).
package enum ChangedEnvironment {
  /// Compiles the library, and returns the variables with which programs have it.
  package static func variables(in folder: TemporaryFolder) throws -> [String: String] {
    let library = folder.path("changed-environment.so")
    let source = try folder.write(
      "changed-environment.c",
      """
      #include <stdlib.h>
      __attribute__((constructor)) static void change(void) { setenv("CHANGED_BEFORE_MAIN", "1", 1); }

      """)
    let compiler = try FinishedProgram.run(
      URL(filePath: "/usr/bin/cc"), ["-shared", "-fPIC", "-o", library, source])
    guard compiler.status == 0 else { throw CompilerFailure(words: compiler.errors) }
    return ["LD_PRELOAD": library]
  }

  /// The failure of the compiler.
  private struct CompilerFailure: Error {
    let words: String
  }
}
