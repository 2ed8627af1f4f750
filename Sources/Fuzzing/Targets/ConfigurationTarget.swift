import ConfigurationFiles
import SchedulerCore
import SystemdSyntax

/// `bgtaskd.conf`: any file gives a configuration within its bounds.
enum ConfigurationTarget: FuzzTarget {
  static let name = "configuration"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let file = UnitFileCheck.parse(bytes, name: "bgtaskd.conf")
    var problems: [SyntaxProblem] = []
    let configuration = RuleFile.read(file, &problems)
    UnitFileCheck.check(problems, of: bytes)
    let scheduler = configuration.scheduler
    for length in [
      scheduler.refreshRuntime, scheduler.processingRuntime, scheduler.runtimeMaximum,
      scheduler.expirationGrace, scheduler.settling, configuration.historyMaximumAge,
      configuration.server.halfSentTimeout,
    ] {
      hold((0...TimeSpan.maximum.uSec).contains(length.uSec), "a length is a length: \(length.uSec)")
    }
    hold((1...10_000).contains(scheduler.maximumConcurrentRuns), "something may run")
    hold((0...100).contains(scheduler.lowBatteryPercent), "a percentage is one")
    hold((8...256).contains(configuration.server.nesting), "nesting is bounded")
    hold((1024...64 << 20).contains(configuration.server.messageBytes), "messages are bounded")
    hold(configuration.server.connections > 0, "somebody may connect")
    var again: [SyntaxProblem] = []
    hold(RuleFile.read(file, &again) == configuration && again == problems, "the same file says the same")
  }
}
