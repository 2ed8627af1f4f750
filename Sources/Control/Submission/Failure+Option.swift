import SchedulerAPI

extension Failure {
  /// The same of the option: the daemon speaks of fields, and who has given options is told of those.
  /// - Parameters:
  ///   - request: What the daemon has refused.
  ///   - verb: Whose options they are.
  ///   - operands: What it calls the fields that it takes without an option.
  func namingOption(
    in request: Wire.TaskRequest, of verb: String, operands: [String: String] = [:]
  ) -> Failure {
    guard name == SchedulerInterfaceError.invalidRequest(field: "", message: "").name else { return self }
    var named = self
    var operands = operands
    // A transfer is done by a program, which gets its headers as a credential.
    if request.transfer != nil { operands["command.credentials"] = "--headers-file" }
    named.next = "bgtaskctl \(verb) --help says what is allowed"
    for field in RequestField.all {
      guard let spelling = operands[field.name] ?? field.option.map({ "--\($0)" }) else { continue }
      // What is wrong may be a part of it: one variable of the environment.
      for (prefix, words) in [("\(field.name): ", ": "), ("\(field.name).", " "), ("\(field.name)[", " [")]
      where named.message.hasPrefix(prefix) {
        named.message = "\(spelling)\(words)\(named.message.dropFirst(prefix.count))"
      }
    }
    named.message = RequestField.naming(named.message) { operands[$0.name] ?? $0.option.map { "--\($0)" } }
    return named
  }
}
