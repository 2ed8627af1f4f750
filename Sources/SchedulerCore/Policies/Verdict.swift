/// A policy's answer.
enum Verdict {
  /// Nothing against it. The score is a head start in the order among tasks: positive goes before its time.
  case proceed(score: TimeSpan)
  /// The task waits, for this reason, until that happens.
  case veto(Reason, release: Release)

  static let proceed = Verdict.proceed(score: .zero)

  /// Nothing against it, and nothing for it.
  var isPlainYes: Bool { if case .proceed(.zero) = self { true } else { false } }
}

extension [Verdict] {
  /// What the first veto waits for; nil when nothing stands in the way.
  var firstRelease: Release? { releases.first { _ in true } }

  /// What the vetoes wait for, as far as somebody looks.
  var releases: some Sequence<Release> {
    lazy.compactMap { if case .veto(_, let release) = $0 { release } else { nil } }
  }
}
