import SchedulerAPI

extension Failure {
  /// The same of the option: the daemon speaks of fields, and who has given options is told of those.
  /// - Parameter verb: Whose options they are.
  func namingOption(of verb: String) -> Failure {
    guard name == SchedulerInterfaceError.invalidRequest(field: "", message: "").name else { return self }
    var named = self
    named.next = "bgtaskctl \(verb) --help says what is allowed"
    for field in RequestField.all {
      guard let option = field.option else { continue }
      // What is wrong may be a part of it: one variable of the environment.
      for (prefix, words) in [("\(field.name): ", ": "), ("\(field.name).", " "), ("\(field.name)[", " [")]
      where named.message.hasPrefix(prefix) {
        named.message = "--\(option)\(words)\(named.message.dropFirst(prefix.count))"
      }
      guard let last = field.name.split(separator: ".").last, last.hasSuffix("USec") else { continue }
      named.message = named.message.replacing(last, with: "--\(option)")
    }
    return named
  }
}
