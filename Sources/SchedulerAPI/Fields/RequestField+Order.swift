import SchedulerCore

extension RequestField {
  /// The fields of a task's order: its predecessors and its exclusive group.
  static let ofOrder: [RequestField] = [
    .init(
      name: "order.group", value: .name(\.[order: \.group]), option: "group", key: "Group",
      summary: "One task of this group runs at a time", shown: .init("Group")),
    .init(
      name: "order.after", value: .identifiers(\.[order: \.after]), option: "after", key: "After",
      summary: "Begin when these tasks have succeeded; commas between several",
      details: """
        Their success counts since its last run began or, before its first run, since it was submitted.
        """,
      ofKey: """
        Identifiers of tasks, with spaces between them. The task begins when these tasks have succeeded \
        since its last run began: each time, unless there is RepeatAfter=no.
        """, shown: .init("After")),
    .init(
      name: "order.afterAny", value: .identifiers(\.[order: \.afterAny]), option: "after-any",
      key: "AfterAny",
      summary: "Begin when these tasks have ended in any way except being cancelled",
      shown: .init("After", "% in any way")),
    .init(
      name: "order.repeats", value: .flag(\.[order: \.repeats]), option: "repeat-after", key: "RepeatAfter",
      summary: "Begin each time these tasks have done so, not only once",
      ofKey: """
        Begins each time the tasks of After= and AfterAny= have done so, not only once. Default: yes with \
        After= or AfterAny=, unless there is Every= or OnCalendar=.
        """, shown: .init("After", "each time"), shownNo: .init("After", "once")),
  ]
}

extension Wire.TaskRequest {
  /// A field of the order. The request has no order when all are absent.
  package subscript<Value>(order place: any WritableKeyPath<Wire.Order, Value?> & Sendable) -> Value? {
    get { order?[keyPath: place] }
    set { order = order.with(newValue, at: place, empty: Wire.Order()) }
  }
}
