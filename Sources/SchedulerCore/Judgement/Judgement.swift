/// The way of choosing the moment at which a task starts once the machine has what it needs.
package enum Judgement: String, CaseIterable, Sendable {
  /// The task starts as soon as its conditions hold.
  case eager
  /// The task starts when its conditions have held for so long that they will probably hold until it is done.
  case patient
}

extension SchedulerConfiguration {
  /// Returns the judgement of the request: its own, else that of its kind, else that of all. Work that a
  /// person has started is never put off.
  func judgement(of request: TaskRequest) -> Judgement {
    if request.kind == .continued { return .eager }
    return request.judgement ?? judgementOfKind[request.kind] ?? judgement ?? request.kind.usualJudgement
  }

  /// Returns whether the other configuration judges all requests as this one.
  func judges(as other: SchedulerConfiguration) -> Bool {
    judgement == other.judgement && judgementOfKind == other.judgementOfKind && lapse == other.lapse
      && windowModel == other.windowModel
  }
}
