import ConfigurationFiles
import SchedulerAPI

/// What a request says of a field, as people read it.
struct FieldWords {
  let invocation: Invocation

  /// Nil when it is absent.
  func value(_ field: RequestField, in request: Wire.TaskRequest) -> String? {
    if case .date(let place, _) = field.value { return request[keyPath: place].map(invocation.date) }
    if case .credentials(let place, .encrypted) = field.value {
      // Nobody reads what was encrypted.
      return request.command?[keyPath: place]?.keys.sorted().joined(separator: ", ")
    }
    let values = TaskFile.values(of: field, in: request)
    guard !values.isEmpty else { return nil }
    return switch field.value {
    case .calendar, .paths: values.joined(separator: ", ")
    default: values.joined(separator: " ")
    }
  }

  /// What is different in another request, a line for each field: `earliest: 03:00 → 05:00`.
  func changes(from before: Wire.TaskRequest, to after: Wire.TaskRequest) -> [String] {
    let arrow = invocation.context.usesUTF8 ? "→" : "->"
    // The policy is how it was submitted, and nothing that it is.
    return RequestField.all.filter { $0.name != "onConflict" && !$0.isSame(before, after) }.map { field in
      let (old, new) = (value(field, in: before) ?? "none", value(field, in: after) ?? "none")
      return SafeText.inline("\(field.option ?? "program"): \(old) \(arrow) \(new)")
    }
  }
}
