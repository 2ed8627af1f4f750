// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

/// The errors of `io.bgtaskd.Scheduler`.
package enum SchedulerInterfaceError: ErrorReply, Hashable {
  /// The identifier is not this user's to use: no manifest permits it, or a file declares it. message says
  /// which.
  case notPermitted(identifier: String, message: String)
  /// The user has as many pending requests as limit allows.
  case tooManyPendingTaskRequests(identifier: String, limit: Int)
  /// The daemon cannot do now what the call asks; message says why, and what would help.
  case unavailable(message: String)
  /// A continued request that may not wait cannot start at once; message says why.
  case immediateRunIneligible(identifier: String, message: String)
  /// A value is out of its bounds. field is its dotted path within the request (retry.maximumAttempts,
  /// command.argv[0]); message says what was found and what is allowed. A call that does not fit this file at
  /// all gets org.varlink.service.InvalidParameter, whose paths begin at the parameters
  /// (request.retry.backoff).
  case invalidRequest(field: String, message: String)
  /// No task of this identifier is pending or running.
  case noSuchTask(identifier: String)
  /// There is no run of this identifier that the caller may see.
  case noSuchRun(runId: String)
  /// The identifier is pending, and onConflict of the request is fail.
  case alreadyPending(identifier: String)
  /// The caller may not make this call; message says who may.
  case permissionDenied(message: String)
  /// The reply would be longer than limit bytes. The list comes in pages with more, or with limit and cursor.
  case tooLarge(limit: Int, message: String)
  /// The configuration does not allow simulation (AllowSimulation=).
  case simulationDisabled

  package var name: String { SchedulerMethod.interface + "." + shortName }

  /// The error, without the interface.
  package var shortName: String {
    switch self {
      case .notPermitted: "NotPermitted"
      case .tooManyPendingTaskRequests: "TooManyPendingTaskRequests"
      case .unavailable: "Unavailable"
      case .immediateRunIneligible: "ImmediateRunIneligible"
      case .invalidRequest: "InvalidRequest"
      case .noSuchTask: "NoSuchTask"
      case .noSuchRun: "NoSuchRun"
      case .alreadyPending: "AlreadyPending"
      case .permissionDenied: "PermissionDenied"
      case .tooLarge: "TooLarge"
      case .simulationDisabled: "SimulationDisabled"
    }
  }

  package func writeParameters(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
      case .notPermitted(let identifier, let message):
        writer.member("identifier", identifier)
        writer.member("message", message)
      case .tooManyPendingTaskRequests(let identifier, let limit):
        writer.member("identifier", identifier)
        writer.member("limit", limit)
      case .unavailable(let message):
        writer.member("message", message)
      case .immediateRunIneligible(let identifier, let message):
        writer.member("identifier", identifier)
        writer.member("message", message)
      case .invalidRequest(let field, let message):
        writer.member("field", field)
        writer.member("message", message)
      case .noSuchTask(let identifier):
        writer.member("identifier", identifier)
      case .noSuchRun(let runId):
        writer.member("runId", runId)
      case .alreadyPending(let identifier):
        writer.member("identifier", identifier)
      case .permissionDenied(let message):
        writer.member("message", message)
      case .tooLarge(let limit, let message):
        writer.member("limit", limit)
        writer.member("message", message)
      case .simulationDisabled: break
    }
    writer.endObject()
  }

  private static let fields: [StaticString] = ["field", "identifier", "limit", "message", "runId"]

  /// Creates the error of a service's answer; `nil` when it is another interface's. A
  /// missing parameter is empty.
  package init?(_ error: VarlinkError) {
    let prefix = SchedulerMethod.interface + "."
    guard error.name.hasPrefix(prefix) else { return nil }
    var field: String = ""
    var identifier: String = ""
    var limit: Int = 0
    var message: String = ""
    var runId: String = ""
    var reader = JSONReader(reply: error.rawParameters)
    do throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
        case 0: field = try reader.text()
        case 1: identifier = try reader.text()
        case 2: limit = Int(try reader.integer())
        case 3: message = try reader.text()
        default: runId = try reader.text()
        }
      }
    } catch {
      return nil
    }
    switch error.name.dropFirst(prefix.count) {
      case "NotPermitted": self = .notPermitted(identifier: identifier, message: message)
      case "TooManyPendingTaskRequests": self = .tooManyPendingTaskRequests(
        identifier: identifier, limit: limit
      )
      case "Unavailable": self = .unavailable(message: message)
      case "ImmediateRunIneligible": self = .immediateRunIneligible(identifier: identifier, message: message)
      case "InvalidRequest": self = .invalidRequest(field: field, message: message)
      case "NoSuchTask": self = .noSuchTask(identifier: identifier)
      case "NoSuchRun": self = .noSuchRun(runId: runId)
      case "AlreadyPending": self = .alreadyPending(identifier: identifier)
      case "PermissionDenied": self = .permissionDenied(message: message)
      case "TooLarge": self = .tooLarge(limit: limit, message: message)
      case "SimulationDisabled": self = .simulationDisabled
      default: return nil
    }
  }
}
