import Glibc
import LinuxSystem
import SystemdSyntax

/// The directories of a service manager's units, the highest one first (systemd.unit(5)).
struct UnitDirectories {
  let paths: [String]

  init(paths: [String]) { self.paths = paths }

  /// Creates the directories of the system's manager or of a user's. `SYSTEMD_UNIT_PATH` replaces them, as it
  /// does for the manager.
  init(isSystem: Bool, environment: (String) -> String?, home: String) {
    if let path = environment("SYSTEMD_UNIT_PATH"), !path.isEmpty {
      paths = path.split(separator: ":").map(String.init)
    } else if isSystem {
      paths = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
        "/usr/lib/systemd/system",
        "/lib/systemd/system",
      ]
    } else {
      let configuration = environment("XDG_CONFIG_HOME") ?? "\(home)/.config"
      let runtime = environment("XDG_RUNTIME_DIR").map { ["\($0)/systemd/user"] } ?? []
      paths =
        ["\(configuration)/systemd/user", "/etc/systemd/user"] + runtime + [
          "/run/systemd/user", "\(environment("XDG_DATA_HOME") ?? "\(home)/.local/share")/systemd/user",
          "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
        ]
    }
  }

  /// Returns the names of all services and timers that have a file or a directory of drop-ins.
  func names() -> [String] {
    var names: Set<String> = []
    for path in paths {
      for name in DirectoryReader.names(in: path) {
        let unit = name.hasSuffix(".d") ? String(name.dropLast(2)) : name
        if unit.hasSuffix(".service") || unit.hasSuffix(".timer") { names.insert(unit) }
      }
    }
    // Drop-ins of all services, or of those whose names begin alike, are of no unit in particular.
    return names.filter { !$0.hasPrefix(".") && !$0.hasSuffix("-.service") && !$0.hasSuffix("-.timer") }
      .sorted()
  }

  /// Returns whether the unit exists and is switched off for good: a link to /dev/null, or an empty file.
  func isMasked(_ name: String) -> Bool {
    guard let path = file(of: name) else { return false }
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFCHR || (status.st_mode & S_IFMT == S_IFREG && status.st_size == 0)
  }

  /// Returns the unit's own file, for an instance that of its template, or nil when there is none.
  func file(of name: String) -> String? {
    for name in [name, Self.template(of: name)].compactMap(\.self) {
      for path in paths where access("\(path)/\(name)", F_OK) == 0 { return "\(path)/\(name)" }
    }
    return nil
  }

  /// Returns whether the name is another one for a unit with a name of its own.
  func isAlias(_ name: String) -> Bool {
    guard let path = file(of: name), let last = SymbolicLink.target(of: path)?.split(separator: "/").last,
      last.contains(".")
    else { return false }
    return last != name && last != Self.template(of: name).map { $0[...] }
  }

  /// Returns the unit with all its drop-ins, or nil when there is none of that name in force.
  func unit(_ name: String) -> UnitFile? {
    guard let file = file(of: name), !isMasked(name), !isAlias(name) else { return nil }
    return UnitFile.merging(read(file), dropIns(of: name).map(read))
  }

  /// Returns drop-ins: `a-b@c.service` has those of itself, its template, `a-.service` and `service`.
  private func dropIns(of name: String) -> [String] {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    let (stem, suffix) = (name[..<dot], name[dot...])
    var names = [name] + [Self.template(of: name)].compactMap(\.self)
    var rest = stem
    while let dash = rest.utf8.dropLast().lastIndex(of: UInt8(ascii: "-")) {
      rest = rest[...dash]
      names.append("\(rest)\(suffix)")
      rest = rest.dropLast()
    }
    names.append(String(suffix.dropFirst()))
    let directories = names.flatMap { name in paths.map { "\($0)/\(name).d" } }
    return DropIns.select(
      directories.map { DropIns.Directory(path: $0, names: DirectoryReader.names(in: $0)) }, suffix: ".conf")
  }

  private func read(_ path: String) -> UnitFile {
    guard let bytes = try? SmallFile.read(path, atMost: UnitFile.maximumBytes) else {
      return UnitFile(name: path)
    }
    return UnitFile.parse(bytes: bytes, name: path)
  }

  /// Returns the template of an instance: `getty@.service` of `getty@tty1.service`.
  private static func template(of name: String) -> String? {
    guard let at = name.utf8.firstIndex(of: UInt8(ascii: "@")),
      let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name.utf8.index(after: at) < dot
    else { return nil }
    return "\(name[...at])\(name[dot...])"
  }
}
