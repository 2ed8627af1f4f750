/// A change of one user's tasks that is made in slices. No task of the user starts meanwhile.
enum Undertaking: Hashable, CaseIterable, Sendable {
  /// All tasks of the user are being cancelled.
  case cancelling
  /// A batch is being submitted. Its tasks do not begin before all of them are there.
  case submitting
}
