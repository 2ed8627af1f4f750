import Glibc
import LinuxSystem
import SystemdSyntax

/// Functions that read files with any contents, because people write them.
enum FileReading {
  /// Returns the file, whose own problems have its syntax errors, or `nil` when it cannot be read. That
  /// error is added to `problems`, unless the file is absent and not required.
  static func read(_ path: String, isRequired: Bool = true, _ problems: inout [SyntaxProblem]) -> UnitFile? {
    bytes(path, isRequired: isRequired, &problems).map { UnitFile.parse(bytes: $0, name: path) }
  }

  /// Returns the file's bytes, at most one more than are parsed.
  static func bytes(
    _ path: String, isRequired: Bool = true, _ problems: inout [SyntaxProblem]
  ) -> [UInt8]? {
    do throws(SystemError) { return try SmallFile.read(path, atMost: UnitFile.maximumBytes + 1) } catch {
      if isRequired || !error.isNoSuchFile {
        problems.append(SyntaxProblem(.error, file: path, text: "cannot be read: \(error.text)"))
      }
      return nil
    }
  }

  /// Returns a warning when others than root and the calling user may change the file, and so what runs.
  static func openness(of path: String) -> SyntaxProblem? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    func warning(_ who: String, _ end: String) -> SyntaxProblem {
      SyntaxProblem(
        .warning, file: path, text: "\(who) may write to it, and so decide what runs; \(end) ends that")
    }
    if status.st_mode & S_IWOTH != 0 { return warning("everybody", "chmod o-w") }
    guard status.st_uid != 0, status.st_uid != geteuid() else { return nil }
    return warning("its owner \(UserAccount(uid: status.st_uid).name)", "chown")
  }

  /// Returns a directory with the names in it. A missing directory is empty; an unreadable one is a problem.
  static func list(_ path: String, _ problems: inout [SyntaxProblem]) -> DropIns.Directory {
    do throws(SystemError) {
      let names = try DirectoryReader.rawListing(of: path)
      for name in names where name.text == nil && suffixes.contains(where: { name.bytes.ends(with: $0) }) {
        problems.append(
          SyntaxProblem(.error, file: path, text: "\(name) is not read: its name is not UTF-8"))
      }
      return DropIns.Directory(path: path, names: names.compactMap(\.text))
    } catch {
      if !error.isNoSuchFile {
        problems.append(SyntaxProblem(.error, file: path, text: "cannot be read: \(error.text)"))
      }
      return DropIns.Directory(path: path, names: [])
    }
  }

  /// The suffixes of files that are meant to be read.
  private static let suffixes = [".task", ".conf"].map { Array($0.utf8) }
}

extension [UInt8] {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
