import SchedulerCore

extension RequestField {
  /// What a task comes after, and beside what it does not run.
  static let ofOrder: [RequestField] = [
    .init(
      name: "order.group", value: .name(\.group), option: "group", key: "Group",
      summary: "One task of this group runs at a time", shown: .init("Group")),
    .init(
      name: "order.after", value: .identifiers(\.after), option: "after", key: "After",
      summary: "Begin when these tasks have succeeded; may be repeated",
      details: "Since its last run began or, before there is one, since it was submitted.",
      ofKey: """
        Begins when these tasks have succeeded since its last run began, with spaces between them: each \
        time, unless there is RepeatAfter=no.
        """, shown: .init("After")),
    .init(
      name: "order.afterAny", value: .identifiers(\.afterAny), option: "after-any", key: "AfterAny",
      summary: "The same when they have ended in any way but by being cancelled",
      shown: .init("After", "% in any way")),
    .init(
      name: "order.repeats", value: .flag(\.repeatsAfter), option: "repeat-after", key: "RepeatAfter",
      summary: "Begin again each time they have",
      ofKey: """
        Begins each time they have, and not once. Default: yes with After= or AfterAny=, unless there is \
        Every= or OnCalendar=.
        """, shown: .init("After", "each time"), shownNo: .init("After", "once")),
  ]
}

extension Wire.TaskRequest {
  fileprivate var group: String? {
    get { order?.group }
    set { editOrder { $0.group = newValue } }
  }
  fileprivate var after: [String]? {
    get { order?.after }
    set { editOrder { $0.after = newValue } }
  }
  fileprivate var afterAny: [String]? {
    get { order?.afterAny }
    set { editOrder { $0.afterAny = newValue } }
  }
  fileprivate var repeatsAfter: Bool? {
    get { order?.repeats }
    set { editOrder { $0.repeats = newValue } }
  }

  package mutating func editOrder(_ edit: (inout Wire.Order) -> Void) {
    var order = order ?? Wire.Order()
    edit(&order)
    self.order = order == Wire.Order() ? nil : order
  }
}
