import SchedulerAPI

extension Failure {
  /// The same of the option: the daemon speaks of fields, and who has given options is told of those.
  func namingOption() -> Failure {
    for field in RequestField.all {
      let prefix = "\(field.name): "
      guard let option = field.option, message.hasPrefix(prefix) else { continue }
      var named = self
      named.message = "--\(option): \(message.dropFirst(prefix.count))"
      return named
    }
    return self
  }
}
