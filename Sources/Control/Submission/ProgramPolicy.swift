/// The effect of a time that is over, or of a daemon that is not there, on the program of a verb.
enum ProgramPolicy: String, CaseIterable {
  /// The program runs all the same.
  case run
  /// The verb exits with a status of its own.
  case fail
}
