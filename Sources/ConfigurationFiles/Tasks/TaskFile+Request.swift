package import SchedulerAPI
import SchedulerCore
package import SystemdSyntax

extension TaskFile {
  /// Returns the lines of a file that makes the request. Fields without a key are left out.
  /// - Parameters:
  ///   - now: The date from which a deadline counts when there is no earliest begin.
  ///   - zone: The time zone of the dates.
  package static func text(of request: Wire.TaskRequest, now: Int64, zone: CalendarZone) -> String {
    var lines = ["[\(TaskFileKeys.section)]"]
    for field in RequestField.all {
      guard let key = field.key else { continue }
      switch field.value {
      case .date(let place, let lengthKey):
        guard let date = request[keyPath: place] else { continue }
        // A file has no date for the deadline of a repeating task.
        if field.name == "deadlineUSec", request.repeatsByDate {
          let length = max(date - (request.earliestBeginUSec ?? now), 0)
          lines.append("\(lengthKey)=\(TimeSpanSyntax.format(length))")
        } else {
          lines.append("\(key)=\(TimestampSyntax.formatExact(date, zone: zone))")
        }
      default: lines += values(of: field, in: request).map { "\(key)=\($0)" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the values of a field that is no date in a request, one for each line that the field takes.
  package static func values(of field: RequestField, in request: Wire.TaskRequest) -> [String] {
    switch field.value {
    case .identifier: return [request.identifier]
    case .kind: return [request.kind.rawValue]
    case .flag(let place), .requirement(let place, _):
      return list(request[keyPath: place].map(BooleanSyntax.format))
    case .length(let place, _):
      return list(request[keyPath: place].map { TimeSpanSyntax.format($0) })
    case .choice(let choice): return list(choice.name(request))
    case .count(let place, _): return list(request[keyPath: place].map { "\($0)" })
    case .size(let place, _): return list(request[keyPath: place].map { SizeSyntax.format($0) })
    case .percent(let place, _): return list(request[keyPath: place].map { "\($0)%" })
    case .identifiers(let place): return list(request[keyPath: place]?.joined(separator: " "))
    case .expression(let place, _), .line(let place), .name(let place), .action(let place, _),
      .unit(let place), .file(let place):
      return list(request[keyPath: place])
    case .calendar(let place), .paths(let place): return request[keyPath: place] ?? []
    case .arguments:
      return list(request.command.map { $0.argv.map(Words.quote).joined(separator: " ") })
    case .directory: return list(request.command?.workingDirectory)
    case .environment:
      let variables = request.command?.environment ?? [:]
      return variables.sorted { $0.key < $1.key }.map { Words.quote("\($0.key)=\($0.value)") }
    case .environmentFiles: return request.command?.environmentFiles ?? []
    case .credentials(let place, _):
      let credentials = request.command?[keyPath: place] ?? [:]
      return credentials.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    // No file has a lease.
    case .date, .bootTime: return []
    }
  }

  private static func list(_ value: String?) -> [String] { value.map { [$0] } ?? [] }

  /// Returns the request that a user's file makes, or `nil` when the file has an error.
  /// - Parameters:
  ///   - bytes: The file, without drop-ins.
  ///   - path: The file's path.
  ///   - now: The date from which lengths of time count.
  package static func request(
    _ bytes: [UInt8], path: String, ofUser uid: UInt32, now: Int64, _ problems: inout [SyntaxProblem]
  ) -> Wire.TaskRequest? {
    let source = TaskFileSource(file: UnitFile.parse(bytes: bytes, name: path), path: path)
    let reading = TaskFileReading(source, owner: .user(uid))
    problems += reading.problems.inOrderOfPlaces
    if let problem = reading.problemOfFleet { problems.append(problem) }
    guard let declaration = reading.declaration, reading.fleet == nil else { return nil }
    var request = reading.request
    if let delay = declaration.delay { request.earliestBeginUSec = now + delay.uSec }
    if let delay = declaration.deadlineDelay {
      request.deadlineUSec = (request.earliestBeginUSec ?? now) + delay.uSec
    }
    return request
  }
}
