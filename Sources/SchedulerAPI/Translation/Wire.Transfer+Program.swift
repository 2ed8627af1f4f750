import SchedulerCore
import Varlink

extension Wire.Command {
  /// The program of a transfer: bgtask-transfer finds the transfer in its environment, and the fields of
  /// ``Wire/Transfer/headersFile`` in a credential.
  /// - Parameters:
  ///   - program: The program's path.
  ///   - lowSpeed: The lowest speed of the transfer.
  package init(_ transfer: Wire.Transfer, by program: String, lowSpeed: LowSpeed) {
    self.init(
      // The program starts in `/`, because it reports itself when a folder cannot be entered.
      argv: [program], workingDirectory: "/",
      environment: [
        Self.transferVariable: String(decoding: transfer.json, as: UTF8.self),
        LowSpeed.variable: lowSpeed.text,
      ],
      credentials: transfer.headersFile.map { [Self.headersCredential: $0] })
  }

  /// The environment variable that has the transfer as JSON.
  package static let transferVariable = "BGTASK_TRANSFER"
  /// The name of the credential with the fields for the request's head.
  package static let headersCredential = "headers"
}

extension Wire.Transfer {
  /// The folders to which the program has to write.
  package var writtenFolders: [String] {
    let files = (direction == .download ? [file] : []) + (report.map { [$0] } ?? [])
    return Array(Set(files.map(Self.folder))).sorted()
  }

  private static func folder(of path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }
}
