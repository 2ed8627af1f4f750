import LinuxSystem
import SchedulerCore
import SystemdSyntax

/// Finds and reads the configuration.
struct ConfigurationLoader {
  /// The directories that may hold `bgtaskd.conf` and `bgtaskd.conf.d/`, the highest first.
  var directories: [String]
  /// `--config`: read instead of what the directories hold.
  var file: String?

  /// What was read.
  struct Result {
    /// Complete, also when there are problems: what could be read counts.
    var configuration: DaemonConfiguration
    /// Warnings and errors in the order of files and lines.
    var problems: [SyntaxProblem]
    /// Likewise of manifests; one with an error is left out.
    var manifestProblems: [SyntaxProblem]

    /// Nothing is so wrong that the configuration must not be used. A broken manifest is one application's trouble,
    /// and does not keep the daemon from starting.
    var isUsable: Bool { !problems.contains { $0.severity == .error } }
    /// Nothing is wrong: what runs may be replaced by it.
    var isRight: Bool { isUsable && !manifestProblems.contains { $0.severity == .error } }
    /// All of them.
    var allProblems: [SyntaxProblem] { problems + manifestProblems }
  }

  func load() -> Result {
    var problems: [SyntaxProblem] = []
    let main = mainFile(&problems)
    let merged = UnitFile.merging(main, dropIns(&problems))
    problems += merged.problems
    problems += merged.unknownNames(
      allowed: ConfigurationKeys.sections.map { ($0.name, $0.keys.map(\.name)) })
    var configuration = DaemonConfiguration()
    for section in ConfigurationKeys.sections {
      for key in section.keys {
        guard let assignment = merged.assignment(section.name, key.name) else { continue }
        do throws(SyntaxProblem) { try key.apply(&configuration, assignment) } catch {
          problems.append(error)
        }
      }
    }
    var manifestProblems: [SyntaxProblem] = []
    let manifests = manifests(&manifestProblems)
    configuration.manifests = Dictionary(uniqueKeysWithValues: manifests.map { ($0.name, $0) })
    configuration.scheduler.applications = manifests.map(\.application)
    return Result(
      configuration: configuration, problems: problems, manifestProblems: manifestProblems)
  }

  private func mainFile(_ problems: inout [SyntaxProblem]) -> UnitFile {
    if let file { return read(file, isRequired: true, &problems) ?? UnitFile(name: file) }
    for directory in directories {
      if let found = read("\(directory)/bgtaskd.conf", isRequired: false, &problems) { return found }
    }
    return UnitFile(name: "bgtaskd.conf")
  }

  /// Those that can be read, in the order of their files' names. With `--config` they lie beside that file.
  private func manifests(_ problems: inout [SyntaxProblem]) -> [Manifest] {
    let beside = file.map { file in
      [file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."]
    }
    let listed = (beside ?? directories).map { directory in
      let path = "\(directory)/applications.d"
      return DropIns.Directory(path: path, names: DirectoryReader.names(in: path))
    }
    var found: [Manifest] = []
    for path in DropIns.select(listed, suffix: ".conf") {
      guard let file = read(path, isRequired: true, &problems),
        let manifest = Manifest(file, path: path, &problems)
      else { continue }
      if let other = found.first(where: { $0.name == manifest.name }) {
        problems.append(
          SyntaxProblem(.error, file: path, text: "\(other.path) is the manifest of \(manifest.name) already")
        )
      } else {
        found.append(manifest)
      }
    }
    return found
  }

  private func dropIns(_ problems: inout [SyntaxProblem]) -> [UnitFile] {
    let places = file.map { ["\($0).d"] } ?? directories.map { "\($0)/bgtaskd.conf.d" }
    let listed = places.map { DropIns.Directory(path: $0, names: DirectoryReader.names(in: $0)) }
    return DropIns.select(listed, suffix: ".conf").compactMap { read($0, isRequired: true, &problems) }
  }

  private func read(
    _ path: String, isRequired: Bool, _ problems: inout [SyntaxProblem]
  ) -> UnitFile? {
    do throws(SystemError) {
      return UnitFile.parse(
        bytes: try SmallFile.read(path, atMost: UnitFile.maximumBytes + 1), name: path)
    } catch {
      if isRequired || !error.isNoSuchFile {
        problems.append(SyntaxProblem(.error, file: path, text: "cannot be read: \(error.text)"))
      }
      return nil
    }
  }
}
