import Foundation
import TestSupport
import Testing

@testable import SchedulerCore

@Suite("What can be required of the machine")
struct RequirementTests {
  @Test("The bits are those of the state files that there are, one for each")
  func bits() {
    let known: [(ReasonCode, UInt16)] = [
      (.network, 0x1), (.unmeteredNetwork, 0x2), (.externalPower, 0x4), (.idle, 0x8), (.batteryNotLow, 0x10),
      (.storageNotLow, 0x20), (.lowPowerMode, 0x40), (.thermalPressure, 0x80), (.memoryPressure, 0x100),
      (.cpuPressure, 0x200), (.ioPressure, 0x400), (.vpn, 0x800),
    ]
    for (code, bit) in known {
      #expect(
        Policies.requirements.first { $0.code == code }?.requirement.rawValue == bit, "\(code.rawValue)")
    }
    #expect(Requirements.each.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
    #expect(Requirements.all.rawValue.nonzeroBitCount == Policies.requirements.count)
    #expect(Set(Policies.requirements.map(\.code)).count == Policies.requirements.count)
  }

  @Test("Each holds where nothing is known, and on the machine that satisfies it; each can fail to")
  func satisfaction() {
    let configuration = SchedulerConfiguration()
    let bad: [ConditionChange] = [
      .powerSource(.battery), .batteryPercent(1), .network(.none), .flag(.idle, false),
      .flag(.storageLow, true), .flag(.lowPowerMode, true), .flag(.thermalPressure, true),
      .flag(.memoryPressure, true), .flag(.cpuPressure, true), .flag(.ioPressure, true), .flag(.vpn, false),
    ]
    var worst = Conditions()
    for change in bad { worst.apply(change) }
    for policy in Policies.requirements {
      #expect(policy.isMet(Conditions(), configuration), "\(policy.code.rawValue)")
      #expect(!policy.isMet(worst, configuration), "\(policy.code.rawValue)")
      var better = worst
      better.apply(policy.satisfied)
      #expect(policy.isMet(better, configuration), "\(policy.code.rawValue)")
    }
  }

  @Test("Every reason that is declared is one of all")
  func reasons() throws {
    let text = try ["Model/ReasonCode.swift", "Conditions/ConditionTable.swift"].map {
      try Repository.text("Sources/SchedulerCore/\($0)")
    }.joined()
    let declared = text.matches(of: /= ReasonCode\("(\w+)"\)/).map { String($0.1) }
    #expect(declared.count > 40)
    #expect(declared.sorted() == ReasonCode.allCases.map(\.rawValue).sorted())
  }

  @Test("A field takes over what it can say and nothing else")
  func fields() {
    var conditions = Conditions()
    for field in ConditionField.allCases {
      #expect(conditions[field].isUnknown)
      conditions.apply(ConditionChange(field, .flag(true)))
      #expect(conditions[field].isUnknown == (conditions[field] != .flag(true)), "\(field)")
    }
    #expect(conditions.powerSource == .unknown && conditions.network == .unknown)
    #expect(conditions.batteryPercent == nil && conditions.idle == true)
  }
}
