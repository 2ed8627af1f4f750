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
  /// What is too slow, as the daemon says; else the default.
  let lowSpeed: LowSpeed

  /// Reads what the daemon says.
  /// - Parameter text: The request, as JSON.
  /// - Throws: A problem with the request.
  static func transfer(_ text: String) throws(TransferReport.Problem) -> Wire.Transfer {
    do throws(InvalidValue) {
      return try Wire.Transfer(json: Array(text.utf8), refusesUnknown: true)
    } catch {
      throw TransferReport.Problem(.request, "the request is wrong: \(error)")
    }
  }

  /// Checks a request, which was a user's until then.
  /// - Parameter environment: Looks up a variable.
  /// - Throws: A problem with the request.
  init(
    _ transfer: Wire.Transfer, environment: (String) -> String?
  ) throws(TransferReport.Problem) {
    do throws(SchedulerInterfaceError) {
      try transfer.checkBounds(at: "transfer.")
      _ = try transfer.checked()
    } catch {
      throw TransferReport.Problem(.request, "the request is wrong: \(Self.words(error))")
    }
    self.transfer = transfer
    attempt = environment(ProgramVariable.attempt).flatMap { Int($0) } ?? 1
    endIsKept = environment("INVOCATION_ID") != nil
    lowSpeed = environment(LowSpeed.variable).flatMap { LowSpeed($0) } ?? LowSpeed()
    fields = try Self.fields(of: transfer, environment)
  }

  private static func words(_ error: SchedulerInterfaceError) -> String {
    if case .invalidRequest(let field, let message) = error { "\(field): \(message)" } else { "\(error)" }
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
  var isDownload: Bool { transfer.isDownload }

  /// What the server is asked to do.
  var method: String { transfer.method ?? (isDownload ? "GET" : "PUT") }

  /// What people call the file.
  var fileName: String { transfer.fileName }
}

extension Wire.Transfer {
  var isDownload: Bool { direction == .download }

  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}
