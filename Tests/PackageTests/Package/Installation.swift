import Foundation
import TestSupport

/// What `make install` does when the programs are built.
enum Installation {
  /// - Parameters:
  ///   - prefix: Of programs and texts.
  ///   - configuration: What is `/etc` otherwise.
  static func install(prefix: String, configuration: String, destination: String = "") throws
    -> FinishedProgram
  {
    let programs = BuiltProduct.release("bgtaskd")?.deletingLastPathComponent().path() ?? ""
    return try FinishedProgram.run(
      Repository.root.appending(path: "config/install.sh"), [programs],
      environment: [
        "VERSION": "1.2.3", "PREFIX": prefix, "SYSCONFDIR": configuration, "DESTDIR": destination,
        "ZSHDIR": nil,
      ])
  }
}
