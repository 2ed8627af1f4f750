/// What is done in slices with the tasks of one user, of which nothing starts meanwhile.
enum Undertaking: Hashable, CaseIterable, Sendable {
  /// All of them are being ended.
  case cancelling
  /// A batch is being submitted: what comes with others does not begin before they are there.
  case submitting
}
