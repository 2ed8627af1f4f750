/// Questions of one sort that programs ask as users: so many are open at a time in all and of each user, and
/// users take turns. A slow answer holds up nobody else.
struct OpenQuestions<Subject: Hashable & Sendable> {
  /// One that is open.
  struct Question {
    let subject: Subject
    /// As whom; nil is the daemon's own user.
    let uid: UInt32?
  }

  private(set) var open: [RunID: Question] = [:]
  /// How many were asked.
  private(set) var count: UInt64 = 0

  func isOpen(_ subject: Subject) -> Bool { open.values.contains { $0.subject == subject } }

  /// There is room for another question.
  var hasRoom: Bool { open.count < QuestionLimit.inAll }

  /// There is room for another question of this user.
  func hasRoom(for uid: UInt32) -> Bool { open.values.count { $0.uid == uid } < QuestionLimit.perUser }

  /// The question is being asked now.
  mutating func ask(_ subject: Subject, of uid: UInt32?, as id: RunID) {
    count += 1
    open[id] = Question(subject: subject, uid: uid)
  }

  /// What was asked; nil when it was not.
  @discardableResult
  mutating func close(_ id: RunID) -> Subject? { open.removeValue(forKey: id)?.subject }
}

/// How many questions of one sort are open at a time.
enum QuestionLimit {
  static let inAll = 8
  static let perUser = 1
}
