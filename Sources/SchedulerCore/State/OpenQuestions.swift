/// The open questions of one sort, which programs ask as users. The number of open ones is bounded in all and
/// for each user, and users take turns, so a slow answer holds up no other user.
struct OpenQuestions<Subject: Hashable & Sendable> {
  /// A question that is open.
  struct Question {
    let subject: Subject
    /// The user as whom the question is asked, or `nil` for the daemon's own user.
    let uid: UInt32?
    /// The task that alone the answer is for, if there is one.
    let task: TaskID?
  }

  private(set) var open: [RunID: Question] = [:]
  /// The number of questions asked so far.
  private(set) var count: UInt64 = 0

  func isOpen(_ subject: Subject) -> Bool { open.values.contains { $0.subject == subject } }

  /// Whether there is room for another question.
  var hasRoom: Bool { open.count < QuestionLimit.inAll }

  /// Returns whether there is room for another question of this user.
  func hasRoom(for uid: UInt32) -> Bool { open.values.count { $0.uid == uid } < QuestionLimit.perUser }

  /// Opens a question under this name.
  mutating func ask(_ subject: Subject, of uid: UInt32?, as id: RunID, for task: TaskID? = nil) {
    count += 1
    open[id] = Question(subject: subject, uid: uid, task: task)
  }

  /// Closes a question and returns its subject, or `nil` when it was not open.
  @discardableResult
  mutating func close(_ id: RunID) -> Subject? { open.removeValue(forKey: id)?.subject }
}

/// The bounds of the questions of one sort that are open at a time.
enum QuestionLimit {
  static let inAll = 8
  static let perUser = 1
}
