/// A policy's answer.
enum Verdict {
  /// Nothing against it. The score is a head start in the order among tasks: positive goes before its time.
  case proceed(score: TimeSpan)
  /// The task waits, for this reason, until that happens.
  case veto(Reason, release: Release)

  static let proceed = Verdict.proceed(score: .zero)
}
