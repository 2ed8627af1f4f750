import BackgroundTasks
import Foundation

extension StateDirectory {
  /// Gives a file another name, which no other file has, so that people can look at it.
  /// - Returns: The file's new place; the old one when it cannot be moved. The next save replaces it then.
  static func setAside(_ file: URL, at now: Date) -> URL {
    let name = "\(file.lastPathComponent).\(Int(now.timeIntervalSince1970))"
    for number in 0..<100 {
      let unused = name + (number == 0 ? "" : "-\(number)") + ".unused"
      let aside = file.deletingLastPathComponent().appending(path: unused)
      do {
        // The move replaces no file.
        try FileManager.default.moveItem(at: file, to: aside)
        return aside
      } catch CocoaError.fileWriteFileExists {
        continue
      } catch {
        return file
      }
    }
    return file
  }
}
