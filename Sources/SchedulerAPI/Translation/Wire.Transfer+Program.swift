import SchedulerCore
import Varlink

extension Wire.Command {
  /// The program of a transfer: bgtask-transfer finds what it is to do in its environment, and the fields of
  /// ``Wire/Transfer/headersFile`` in a credential.
  /// - Parameters:
  ///   - program: Its path.
  ///   - lowSpeed: What is too slow for it.
  package init(_ transfer: Wire.Transfer, by program: String, lowSpeed: LowSpeed) {
    self.init(
      // A folder that cannot be entered is for the program to say.
      argv: [program], workingDirectory: "/",
      environment: [
        Self.transferVariable: String(decoding: transfer.json, as: UTF8.self),
        LowSpeed.variable: lowSpeed.text,
      ],
      credentials: transfer.headersFile.map { [Self.headersCredential: $0] })
  }

  /// What the program finds the transfer in, as JSON.
  package static let transferVariable = "BGTASK_TRANSFER"
  /// What the fields for the request's head are called among its credentials.
  package static let headersCredential = "headers"
}

extension Wire.Transfer {
  /// All that the program has to write to.
  package var writtenFolders: [String] {
    let files = (direction == .download ? [file] : []) + (report.map { [$0] } ?? [])
    return Array(Set(files.map(Self.folder))).sorted()
  }

  private static func folder(of path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }
}
