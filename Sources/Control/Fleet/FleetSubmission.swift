import ConfigurationFiles
import FleetAPI
import SchedulerAPI
import SchedulerCore
import Varlink

/// A task as the function of the fleet's database takes it that submits tasks.
struct FleetSubmission {
  /// The request, as a machine gets it.
  let request: Wire.TaskRequest
  /// The way in which the work is spread over the machines.
  let placement: FleetPlacement
  /// The path of the file that declares the task; `nil` for a task that a person hands in.
  var file: String?
  /// Whether the database only says what would become of the task.
  var isTrial = false

  /// Hands the task in.
  func submit(_ invocation: Invocation) throws(Failure) -> (FleetWire.Submission, json: [UInt8]) {
    let json = try invocation.fleetCall(function: "submit_1", json)
    do throws(InvalidValue) { return (try FleetWire.Submission(json: json), json) } catch {
      throw Failure.unreadableReply(error)
    }
  }

  private var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("atMost", placement.atMost)
    writer.member("attempts", placement.attempts)
    if placement.mode == .nightly {
      writer.member("calendar", FleetWire.Calendar(expressions: placement.dates, zone: placement.zone))
    }
    writer.member("deadlineUSec", request.deadlineUSec)
    writer.member("dryRun", isTrial ? true : nil)
    writer.member("file", file)
    writer.member("group", placement.group)
    writer.member("identifier", request.identifier)
    writer.member("mode", placement.mode.rawValue)
    writer.member("notBeforeUSec", request.earliestBeginUSec)
    // A task of a file has no other answer to a task that is there.
    writer.member("onConflict", file == nil ? request.onConflict?.rawValue : "update")
    writer.member("request", request)
    writer.member("requirements", requirements)
    writer.endObject()
    return writer.bytes
  }

  /// The requirements of the request as one expression, by which machines find the work that is for them. The
  /// daemon of a machine asks for the others, such as a battery that is not low, before it begins.
  private var requirements: String {
    let wishes: [(Bool?, String)] = [
      (request.requiresNetworkConnectivity, "network"), (request.requiresUnmeteredNetwork, "unmetered"),
      (request.requiresExternalPower, "external-power"), (request.requiresIdle, "idle"),
      (request.requiresStorageNotLow, "not storage-low"), (request.requiresVPN, "vpn"),
    ]
    var parts = wishes.filter { $0.0 == true }.map(\.1)
    if let when = request.when { parts.append(parts.isEmpty ? when : "(\(when))") }
    return parts.joined(separator: " and ")
  }
}
