extension RequestField {
  /// The fields that mean something to a task of a fleet.
  package static let ofFleet = all.filter(\.hasMeaningInFleet)

  /// Whether the field means something to a task of a fleet: the database decides when and how often the work
  /// is done, and each machine's daemon follows the other fields.
  package var hasMeaningInFleet: Bool { reasonAgainstFleet == nil }

  /// The reason why the field means nothing to a task of a fleet; `nil` for a field that does.
  package var reasonAgainstFleet: String? {
    let first = name.split(separator: ".").first.map(String.init)
    return Self.withoutMeaningInFleet.first { $0.fields.contains(first ?? "") }?.reason
  }

  /// The first parts of fields' names, with the reason why they mean nothing to a task of a fleet.
  private static let withoutMeaningInFleet: [(fields: [String], reason: String)] = [
    (
      ["repeatDurationUSec", "calendar"],
      "only a nightly task has dates, which the database gives to one machine each"
    ),
    (
      ["randomizedDelayDurationUSec"],
      "each date is one machine's, so no others begin at the same time"
    ),
    (
      ["clockChange"],
      "dates are those that bgtaskctl calendar shows, and an hour that the clock leaves out has none"
    ),
    (["order"], "tasks of a fleet have no order among them"),
    (["pathChange"], "a path is one of a single machine"),
    (["retry"], "the database gives out again what a lost machine had, and an end is an end"),
    (
      ["onFailure", "onSuccess", "onOverdue", "overdueAfterDurationUSec"],
      "a machine knows what it has done itself, and not what became of the task"
    ),
    (["judgement", "relax"], "a machine takes work only while all of its requirements hold"),
    (["onDeadline"], "what has not begun by its deadline is dropped"),
    (["trustedUntilUSec"], "the work of a machine has the machine's own lease"),
    (["content", "strategy"], "machines of a fleet run programs, and no applications that handle tasks"),
  ]
}
