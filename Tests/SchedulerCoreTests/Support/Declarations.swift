import SchedulerCore

// Short words for the tables about declared tasks.

extension Declaration {
  /// What a file of this name says.
  static func file(
    _ name: String, _ request: TaskRequest, uid: UInt32 = 1000, delay: TimeSpan? = nil,
    deadlineDelay: TimeSpan? = nil, payload: [UInt8] = [1]
  ) -> Declaration {
    Declaration(
      file: name, uid: uid, request: request, delay: delay, deadlineDelay: deadlineDelay, payload: payload)
  }
}

extension Event {
  /// The files say this at a start of the daemon.
  static func declare(_ declarations: Declaration..., unreadable: Set<String> = []) -> Event {
    .declare(DeclarationSet(declarations, unreadable: unreadable))
  }

  /// The files say this when somebody asks for a reload.
  static func reload(_ declarations: Declaration..., unreadable: Set<String> = []) -> Event {
    .declare(DeclarationSet(declarations, unreadable: unreadable, revivesCancelled: true))
  }
}
