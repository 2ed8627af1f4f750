import CLinux
import Foundation
import SystemdSyntax

/// The manifest of an application, as a file of `applications.d` has it.
struct Manifest {
  let name: String
  let declarations: [BackgroundTaskDeclaration]
  /// The program's absolute path.
  let program: String

  /// The path of the running program.
  static var ownProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? clinux_argument(0).map { String(cString: $0) } ?? ""
  }

  var text: String {
    let used = Set(declarations.map(\.kind))
    return ManifestText(
      name: name, identifiers: declarations.map(\.identifier),
      kinds: BackgroundTaskDeclaration.Kind.allCases.filter(used.contains).map(\.rawValue),
      program: [program]
    ).text
  }
}

/// The default name of an application.
enum ManifestName {
  /// Returns the parts with which all identifiers begin, but no whole identifier; the program's file name
  /// where there are none.
  static func common(_ identifiers: [String]) -> String {
    let names = identifiers.map { $0.split(separator: ".") }
    guard let first = names.first else { return ProcessInfo.processInfo.processName }
    let shortest = (names.map(\.count).min() ?? 0) - 1
    let common = (0..<max(shortest, 0)).prefix { part in names.allSatisfy { $0[part] == first[part] } }
    return common.isEmpty
      ? ProcessInfo.processInfo.processName : first[..<common.count].joined(separator: ".")
  }
}
