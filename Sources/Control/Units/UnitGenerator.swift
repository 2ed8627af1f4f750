import Glibc
import LinuxSystem
import PlainText
import SystemdSyntax

/// Finds the services that are to wait, as a generator of systemd does (systemd.generator(7)).
struct UnitGenerator {
  let directories: UnitDirectories
  let isSystem: Bool
  let program: String
  /// The problems of the units, with file and line.
  private(set) var problems: [SyntaxProblem] = []

  init(_ directories: UnitDirectories, isSystem: Bool, program: String) {
    (self.directories, self.isSystem, self.program) = (directories, isSystem, program)
  }

  /// Returns the services that wait; none where the daemon is switched off for good.
  mutating func units() -> [WaitingUnit] {
    guard !["bgtaskd.service", "bgtaskd.socket"].contains(where: directories.isMasked) else { return [] }
    var found: [String: WaitingUnit] = [:]
    let names = directories.names()
    // The section of a service goes before that of its timer.
    for name in names where name.hasSuffix(".service") {
      guard let unit = directories.unit(name), let wait = wait(of: unit) else { continue }
      found[name] = WaitingUnit(name: name, unit: unit, wait: wait, isSystem: isSystem, program: program)
    }
    for name in names where name.hasSuffix(".timer") {
      guard let timer = directories.unit(name), timer.section(UnitWait.section) != nil else { continue }
      let service = timer.assignment("Timer", "Unit")?.value ?? "\(name.dropLast(".timer".count)).service"
      guard service.hasSuffix(".service"), found[service] == nil, let unit = directories.unit(service),
        let wait = wait(of: timer)
      else { continue }
      found[service] = WaitingUnit(
        name: service, unit: unit, wait: wait, isSystem: isSystem, program: program)
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private mutating func wait(of unit: UnitFile) -> UnitWait? {
    let wait = UnitWait(unit, problems: &problems)
    if wait != nil, wait?.timeoutUSec == nil,
      let target = unit.assignments("Install", "WantedBy").first(where: { $0.value.hasPart(".target") })
    {
      problems.append(
        target.problem(
          .warning,
          "a boot does not reach the target before this has waited; Timeout= in [\(UnitWait.section)] "
            + "bounds that"
        ))
    }
    return wait
  }

  /// Writes a unit's files below a directory.
  static func write(_ unit: WaitingUnit, to directory: String) throws(SystemError) {
    for file in unit.files {
      let path = "\(directory)/\(file.path)"
      if let slash = file.path.utf8.firstIndex(of: UInt8(ascii: "/")) {
        let folder = "\(directory)/\(file.path[..<slash])"
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
          throw SystemError(call: "mkdir", subject: folder)
        }
      }
      try SmallFile.write(file.text, to: path, mode: 0o644)
    }
  }
}
