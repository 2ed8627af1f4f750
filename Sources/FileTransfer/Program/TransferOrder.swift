import LinuxSystem
package import SchedulerAPI
import SchedulerCore
import Varlink

/// What is to be moved, checked, with everything that is needed for it.
package struct TransferOrder: Sendable {
  /// The request.
  package let transfer: Wire.Transfer
  /// What is sent with it, from the request's file of fields.
  package let fields: RequestFields
  /// Which attempt it is, from 1.
  let attempt: Int
  /// Whether a service manager keeps the end of this program for a daemon that is away (`INVOCATION_ID`,
  /// systemd.exec(5)).
  let endIsKept: Bool

  /// Reads what the daemon says, which was a user's until it is checked.
  /// - Parameters:
  ///   - text: The request, as JSON.
  ///   - environment: Looks up a variable.
  /// - Throws: A problem with the request.
  package init(
    _ text: String, environment: (String) -> String?
  ) throws(TransferReport.Problem) {
    let transfer: Wire.Transfer
    do throws(InvalidValue) {
      transfer = try Wire.Transfer(json: Array(text.utf8), refusesUnknown: true)
    } catch {
      throw TransferReport.Problem(.request, "the request is wrong: \(error)")
    }
    try self.init(transfer, environment: environment)
  }

  /// Checks a request.
  init(
    _ transfer: Wire.Transfer, environment: (String) -> String?
  ) throws(TransferReport.Problem) {
    do throws(SchedulerInterfaceError) {
      try transfer.checkBounds(at: "transfer.")
      _ = try transfer.checked()
    } catch {
      throw TransferReport.Problem(.request, "the request is wrong: \(Self.words(error))")
    }
    try Self.checkMethod(transfer)
    if let report = transfer.report, report == transfer.file || report == transfer.headersFile {
      throw TransferReport.Problem(
        .request, "the request is wrong: transfer.report: found the path of another of its files")
    }
    self.transfer = transfer
    attempt = environment(ProgramVariable.attempt).flatMap { Int($0) } ?? 1
    endIsKept = environment("INVOCATION_ID") != nil
    fields = try Self.fields(of: transfer, environment)
  }

  private static func words(_ error: SchedulerInterfaceError) -> String {
    if case .invalidRequest(let field, let message) = error { "\(field): \(message)" } else { "\(error)" }
  }

  /// What has no body that could be kept, or is no request for a file.
  private static func checkMethod(_ transfer: Wire.Transfer) throws(TransferReport.Problem) {
    guard let method = transfer.method, ["HEAD", "CONNECT", "TRACE", "OPTIONS"].contains(method) else {
      return
    }
    throw TransferReport.Problem(
      .request, "the request is wrong: transfer.method: found \(method), which moves no file")
  }

  /// The daemon hands the file over as a credential (systemd.exec(5)); who starts this otherwise has none.
  private static func fields(
    of transfer: Wire.Transfer, _ environment: (String) -> String?
  ) throws(TransferReport.Problem) -> RequestFields {
    guard let file = transfer.headersFile else { return RequestFields() }
    let path = environment("CREDENTIALS_DIRECTORY").map { "\($0)/\(Wire.Command.headersCredential)" } ?? file
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.read(path, atMost: RequestFields.maximumBytes + 1)
    } catch {
      throw TransferReport.Problem(.request, "the file of fields cannot be read: \(error.text)")
    }
    return try RequestFields(bytes)
  }

  /// Whether the file is fetched; else it is sent.
  var isDownload: Bool { transfer.direction == .download }

  /// What the server is asked to do.
  var method: String { transfer.method ?? (isDownload ? "GET" : "PUT") }

  /// What people call the file.
  var fileName: String { transfer.file.split(separator: "/").last.map(String.init) ?? transfer.file }
}
