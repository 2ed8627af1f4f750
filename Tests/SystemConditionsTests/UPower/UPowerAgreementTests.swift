import SchedulerCore
import SystemConditions
import TestSupport
import Testing

/// UPower itself beside this project's own reading of the same files: who is believed first must not say
/// something else of ordinary machines and of those that people have reported.
@Suite("UPower and the kernel's files")
struct UPowerAgreementTests {
  /// What UPower 0.99.20 takes for something else: it counts empty bays, reads a UPS of the kernel's as
  /// nothing or as one battery more, does not see that a port gives power or that 2 is online as well, and
  /// guesses what a battery does that does not say it in the kernel's words.
  private static let exceptions = [
    "a laptop with an empty bay", "a battery that was pulled out of its bay while it was charged",
    "a desktop on a UPS, mains gone", "a desktop on a UPS that is charged, and a mouse",
    "a UPS is charged behind a laptop whose battery rests at its charge limit",
    "a phone charges from a laptop on battery", "a fixed and a programmable voltage are both online",
    "a controller that writes its states in another way",
    // No values of files as umockdev writes them, or none that anybody could read.
    "a supply without files", "garbage in every file of a battery", "garbage in the type",
    "garbage instead of online, and a silent battery",
  ]

  private static var trees: [PowerSupplyTreeTests.Tree] {
    PowerSupplyTreeTests.trees.filter { !exceptions.contains($0.testDescription) }
  }

  @Test("They say the same of where power comes from, how full batteries are and whether they charge")
  func agree() throws {
    guard UPowerOnTree.isPossible else { return leaveOut("no UPower, or no umockdev to give it a machine") }
    let names = PowerSupplyTreeTests.trees.map(\.testDescription)
    #expect(Self.exceptions.allSatisfy(names.contains))
    for tree in Self.trees {
      let bench = try SourceBench { bus, _ in UPowerSource(on: bus) }
      let upower = try UPowerOnTree(tree.files, on: bench.bus.address)
      try bench.start()
      #expect(
        bench.sees {
          $0.powerSource == tree.source && $0.batteryPercent == tree.percent && $0.charging == tree.charging
        }, "\(tree.testDescription): \(bench.inbox.conditions)")
      withExtendedLifetime(upower) {}
    }
  }
}
