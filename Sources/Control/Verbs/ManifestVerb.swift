import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Varlink

/// `manifest`, which makes bgtaskd's manifest of what an application of Apple's systems says about its tasks.
enum ManifestVerb {
  static let specification = VerbSpecification(
    name: "manifest", summary: "Make an application's manifest from its Info.plist",
    operandUsage: "INFO.PLIST",
    operands: .words(1...1, .files),
    options: [
      .value(
        "exec", "PROGRAM", "The program's absolute path, with arguments as in a unit", completing: .files),
      .value("bundle-identifier", "ID", "What $(PRODUCT_BUNDLE_IDENTIFIER) stands for"),
    ],
    notes: [
      "Prints a file for applications.d, without a daemon and without changing anything. Identifiers are",
      "those of BGTaskSchedulerPermittedIdentifiers; the kinds follow UIBackgroundModes, where fetch is",
      "refresh, and continued processing needs none. XML and binary lists are read, with libplist.",
    ],
    examples: ["manifest Info.plist --exec /usr/bin/feeds > ~/.config/bgtaskd/applications.d/feeds.conf"],
    run: run)

  /// The largest list in bytes: no list that people write is longer.
  private static let maximumBytes = 1 << 20

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let file = invocation.line.operands[0]
    let given = invocation.line.value("bundle-identifier")
    if let given, !IdentifierRule.permits(name: given) {
      throw invocation.misuse("--bundle-identifier: found '\(given)', allowed is \(IdentifierRule.name)")
    }
    let list = try read(file)
    let info: InfoPropertyList
    do throws(PropertyList.Mistake) { info = try InfoPropertyList(list, bundleIdentifier: given) } catch {
      throw .data(file, "has \(error.key), which \(error.message)", next: "change the list")
    }
    guard !info.identifiers.isEmpty else {
      throw .data(
        file, "has no background tasks: it lacks the array BGTaskSchedulerPermittedIdentifiers",
        next: "add the identifiers of the application's tasks to it")
    }
    for identifier in info.identifiers { try check(identifier, file, isBundleKnown: given != nil) }
    let program = try invocation.line.value("exec").map { text throws(Failure) in
      try words(text, invocation)
    }
    // The manifest of a list without a bundle identifier has the first task's name.
    let name = info.bundleIdentifier ?? info.identifiers[0].droppingWildcard
    guard IdentifierRule.permits(name: name) else {
      throw .data(
        file, "has the bundle identifier '\(name)'; a manifest's name is \(IdentifierRule.name)",
        next: "give another name with --bundle-identifier")
    }
    let manifest = ManifestText(
      name: name, identifiers: info.identifiers, kinds: info.kinds.map(\.rawValue), program: program ?? [])
    if !invocation.wroteJSON(json(manifest)) { invocation.console.write(manifest.text) }
    return .success
  }

  private static func read(_ file: String) throws(Failure) -> PropertyList {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try SmallFile.read(file, atMost: maximumBytes + 1) } catch {
      throw .cannotRead(file, error)
    }
    guard let library = PropertyListLibrary() else {
      throw Failure(
        .unavailable, name: "Unavailable",
        message: "libplist, which reads property lists, is not installed",
        next: "install the package \(PropertyListLibrary.package)")
    }
    guard bytes.count <= maximumBytes, let list = PropertyList(bytes, library) else {
      throw .data(
        file, "is not a property list with a dictionary, in XML or binary, of up to \(maximumBytes) bytes",
        next: "name the Info.plist of an application")
    }
    return list
  }

  private static func check(
    _ identifier: String, _ file: String, isBundleKnown: Bool
  ) throws(Failure) {
    guard !InfoPropertyList.hasVariable(identifier) else {
      throw .data(
        file, "has the identifier '\(identifier)' with a variable that has no value",
        next: (isBundleKnown ? "" : "give --bundle-identifier, or ")
          + "name the Info.plist of a built application")
    }
    guard IdentifierRule.permits(identifier.droppingWildcard) else {
      throw .data(
        file, "has the identifier '\(identifier)'; allowed are \(IdentifierRule.text)",
        next: "change the identifier, in the application as well")
    }
  }

  private static func words(_ text: String, _ invocation: Invocation) throws(Failure) -> [String] {
    guard let words = try? Words.split(text), let program = words.first, program.hasPrefix("/") else {
      throw invocation.misuse("--exec: found '\(text)', allowed is an absolute path with arguments")
    }
    return words
  }

  private static func json(_ manifest: ManifestText) -> [UInt8] {
    var json = JSONWriter()
    func texts(_ name: StaticString, _ texts: [String]) {
      json.name(name)
      json.array(texts) { $0.text($1) }
    }
    json.beginObject()
    json.member("name", manifest.name)
    texts("permittedIdentifiers", manifest.identifiers)
    texts("kinds", manifest.kinds)
    texts("exec", manifest.program)
    json.endObject()
    return json.bytes
  }
}

extension String {
  /// The beginning of a pattern of identifiers, or an identifier as it is.
  fileprivate var droppingWildcard: String { hasSuffix(".*") ? String(dropLast(2)) : self }
}

extension Failure {
  fileprivate static func data(_ file: String, _ what: String, next: String) -> Failure {
    Failure(.data, name: "InvalidFile", message: "\(file) \(what)", next: next)
  }
}
