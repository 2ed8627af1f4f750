import BackgroundTasks
import Foundation

extension StateDirectory {
  /// Gives a file another name, which no other has, so that it is there for whoever wants to look.
  /// - Returns: Where it lies now: where it was, when it cannot be moved. What is saved next replaces it
  ///   then.
  static func setAside(_ file: URL, at now: Date) -> URL {
    let name = "\(file.lastPathComponent).\(Int(now.timeIntervalSince1970))"
    for number in 0..<100 {
      let unused = name + (number == 0 ? "" : "-\(number)") + ".unused"
      let aside = file.deletingLastPathComponent().appending(path: unused)
      do {
        // It replaces nothing.
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
