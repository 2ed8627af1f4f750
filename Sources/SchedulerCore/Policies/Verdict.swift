/// A policy's answer.
enum Verdict {
  /// The policy has nothing against the task. The score is a head start: positive goes before its time.
  case proceed(score: TimeSpan)
  /// The task waits for this reason, until the release happens.
  case veto(Reason, release: Release)

  static let proceed = Verdict.proceed(score: .zero)

  /// Whether the policy has nothing against the task and nothing for it.
  var isPlainYes: Bool { if case .proceed(.zero) = self { true } else { false } }
}

extension [Verdict] {
  /// The release of the first veto; `nil` when nothing stands in the way.
  var firstRelease: Release? { releases.first { _ in true } }

  /// The releases of the vetoes, made only as far as they are read.
  var releases: some Sequence<Release> {
    lazy.compactMap { if case .veto(_, let release) = $0 { release } else { nil } }
  }
}
