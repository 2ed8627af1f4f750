import SchedulerAPI

extension Failure {
  /// Returns the failure with options in the place of fields, for a user who has given options.
  /// - Parameters:
  ///   - request: The request that the daemon has refused.
  ///   - verb: The verb that has the options.
  ///   - operands: The verb's words for the fields that it takes without an option.
  func namingOption(
    in request: Wire.TaskRequest, of verb: String, operands: [String: String] = [:]
  ) -> Failure {
    guard name == SchedulerInterfaceError.invalidRequest(field: "", message: "").name else { return self }
    var named = self
    var operands = operands
    // A program does the transfer, and gets its headers as a credential.
    if request.transfer != nil { operands["command.credentials"] = "--headers-file" }
    named.next = "bgtaskctl \(verb) --help describes the options"
    for field in RequestField.all {
      guard let spelling = operands[field.name] ?? field.option.map({ "--\($0)" }) else { continue }
      // The problem may be in a part of the field: one variable of the environment.
      for (prefix, words) in [("\(field.name): ", ": "), ("\(field.name).", " ")]
      where named.message.hasPrefix(prefix) {
        named.message = "\(spelling)\(words)\(named.message.dropFirst(prefix.count))"
      }
      // The message says which of several values is meant.
      if named.message.hasPrefix("\(field.name)["), let end = named.message.firstIndex(of: "]") {
        named.message = spelling + named.message[named.message.index(after: end)...]
      }
    }
    named.message = RequestField.naming(named.message) { operands[$0.name] ?? $0.option.map { "--\($0)" } }
    return named
  }
}
