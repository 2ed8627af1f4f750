package import SchedulerCore

extension Wire.Order {
  /// Checks the order of the task `identifier` and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked(of identifier: String) throws(SchedulerInterfaceError) -> TaskOrder {
    if let group { try FieldCheck.identifier(group, field: "order.group") }
    var predecessors: [Predecessor] = []
    for (names, field, mustSucceed) in [(after, "after", true), (afterAny, "afterAny", false)] {
      for (index, name) in (names ?? []).enumerated() {
        let field = "order.\(field)[\(index)]"
        try FieldCheck.identifier(name, field: field)
        guard !predecessors.contains(where: { $0.identifier == name }) else {
          throw .invalidRequest(field: field, message: "found \(name) twice, allowed is once")
        }
        predecessors.append(Predecessor(name, mustSucceed: mustSucceed))
      }
    }
    if repeats == true, predecessors.isEmpty {
      throw .invalidRequest(
        field: "order.repeats",
        message: "found without order.after and order.afterAny, allowed only with one of them")
    }
    return TaskOrder(group: group, predecessors: predecessors, repeats: repeats ?? false)
  }
}
