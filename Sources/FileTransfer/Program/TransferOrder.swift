import LinuxSystem
package import SchedulerAPI
import SchedulerCore
import Varlink

/// A checked transfer, with everything that is needed for it.
package struct TransferOrder: Sendable {
  package let transfer: Wire.Transfer
  /// The fields to send, from the request's file of fields.
  package let fields: RequestFields
  /// The number of the attempt, from 1.
  let attempt: Int
  /// Whether a service manager keeps the end of this program for a daemon that is away (`INVOCATION_ID`,
  /// systemd.exec(5)).
  let endIsKept: Bool
  /// The speed that is too slow, from the daemon, or else the default.
  let lowSpeed: LowSpeed

  /// Reads the request that the daemon hands over.
  /// - Parameter text: The request, as JSON.
  /// - Throws: A problem with the request.
  static func transfer(_ text: String) throws(TransferReport.Problem) -> Wire.Transfer {
    do throws(InvalidValue) {
      return try Wire.Transfer(json: Array(text.utf8), refusesUnknown: true)
    } catch {
      throw TransferReport.Problem(.request, "the request is wrong: \(error)")
    }
  }

  /// Checks a request, whose values are a user's until then.
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

  /// Reads the file of fields: the daemon's credential (systemd.exec(5)), or without a daemon the file.
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

  var method: String { transfer.method ?? (transfer.isDownload ? "GET" : "PUT") }

  /// The name of the file, for people.
  var fileName: String { transfer.fileName }
}

extension Wire.Transfer {
  var isDownload: Bool { direction == .download }

  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}
