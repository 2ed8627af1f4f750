import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore

struct PauseWords {
  private let scope: Wire.PausedWork
  private let invocation: Invocation

  init(_ paused: Wire.PausedWork, for invocation: Invocation) {
    scope = paused
    self.invocation = invocation
  }

  /// The scope of the pause: `all tasks`, `refresh tasks org.example.*`.
  var subject: String {
    let owner =
      switch scope.uid {
      case nil: " of all users"
      case geteuid()?: ""
      case let uid?: " of \(UserAccount(uid: uid).name)"
      }
    guard let identifiers = scope.identifiers.map(SafeText.inline) else {
      return "all \(scope.kind.map { "\($0.rawValue) " } ?? "")tasks\(owner)"
    }
    return (scope.kind.map { "\($0.rawValue) tasks " } ?? "") + identifiers + owner
  }

  /// The scope and the end: `all tasks, until tomorrow`.
  var line: String {
    "\(subject), " + (scope.untilUSec.map { "until \(invocation.date($0))" } ?? "until bgtaskctl resume")
  }

  /// The whole pause: `all tasks of all users, until …, since 18:30 by root`.
  var whole: String {
    let author = scope.author == scope.uid ? "" : " by \(UserAccount(uid: scope.author).name)"
    return "\(line), since \(invocation.shortDate(scope.sinceUSec))\(author)"
  }
}
