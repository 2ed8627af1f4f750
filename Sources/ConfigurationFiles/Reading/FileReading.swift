import LinuxSystem
import SystemdSyntax

/// Reads files that people write, whatever is in them.
enum FileReading {
  /// The file, with what is wrong with its syntax among its own problems. Nil when it cannot be read, which
  /// is a problem of the caller's unless the file may be absent and is.
  static func read(_ path: String, isRequired: Bool = true, _ problems: inout [SyntaxProblem]) -> UnitFile? {
    bytes(path, isRequired: isRequired, &problems).map { UnitFile.parse(bytes: $0, name: path) }
  }

  /// The file's bytes, no more than one above the most that is read.
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

  /// A directory with the names in it. One that is not there is empty; that it cannot be read is a problem.
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

  /// Of the files that somebody means to be read.
  private static let suffixes = [".task", ".conf"].map { Array($0.utf8) }
}

extension [UInt8] {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
