import ConfigurationFiles
import SchedulerAPI

/// The values of a request's fields, as people read them.
struct FieldWords {
  let invocation: Invocation

  /// Returns the field's value, or nil when it is absent.
  func value(_ field: RequestField, in request: Wire.TaskRequest) -> String? {
    if case .date(let place, _) = field.value { return request[keyPath: place].map(invocation.date) }
    if case .bootTime(let place, _) = field.value {
      return request[keyPath: place].map { LeaseWords.rest($0 - invocation.context.boot()) }
    }
    if case .credentials(let place, .encrypted) = field.value {
      // An encrypted credential is no text to read, so only its name is shown.
      return request.command?[keyPath: place]?.keys.sorted().joined(separator: ", ")
    }
    let values = TaskFile.values(of: field, in: request)
    guard !values.isEmpty else { return nil }
    return switch field.value {
    case .calendar, .paths: values.joined(separator: ", ")
    default: values.joined(separator: " ")
    }
  }

  /// Returns the differences between two requests, a line for each field: `earliest: 03:00 → 05:00`.
  func changes(from before: Wire.TaskRequest, to after: Wire.TaskRequest) -> [String] {
    let arrow = invocation.context.usesUTF8 ? "→" : "->"
    // The policy belongs to the submission, not to the task.
    return RequestField.all.filter { $0.name != "onConflict" && !$0.isSame(before, after) }.map { field in
      let (old, new) = (value(field, in: before), value(field, in: after))
      let absent = "not set"
      return SafeText.inline("\(field.option ?? "program"): \(old ?? absent) \(arrow) \(new ?? absent)")
    }
  }
}
