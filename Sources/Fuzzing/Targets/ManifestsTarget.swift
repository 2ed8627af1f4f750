import ConfigurationFiles
import SchedulerCore
import SystemdSyntax

/// An application's manifest: it names what it permits, or its problems are named.
enum ManifestsTarget: FuzzTarget {
  static let name = "manifests"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let path = "applications.d/fuzz.conf"
    let file = UnitFileCheck.parse(bytes, name: path)
    var problems: [SyntaxProblem] = []
    let manifest = Manifest(file, path: path, &problems)
    UnitFileCheck.check(problems, of: bytes)
    hold(
      (manifest == nil) == UnitFileCheck.hasErrors(problems), "there is a manifest, or an error: \(problems)")
    guard let manifest else { return }
    hold((1...255).contains(manifest.name.utf8.count), "an application has a name")
    hold(!manifest.permittedIdentifiers.isEmpty, "an application permits something")
    if case .program(let words)? = manifest.start {
      hold(words.first?.hasPrefix("/") == true, "a program is an absolute path")
      hold(!words.contains { $0.utf8.contains(0) }, "no argument holds a NUL")
    }
  }
}
