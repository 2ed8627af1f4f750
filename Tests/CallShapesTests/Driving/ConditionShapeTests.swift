import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

@Suite("Conditions")
struct ConditionShapeTests {
  @Test("An expression in one go prints as the text that bgtaskctl takes")
  func text() {
    #expect(
      "\(BackupRules.nightly)"
        == #"external-power and (unmetered or network "Home") and idle for 10min and not hot"#
        + " and battery >= 60 and between 22:00 and 06:00")
    #expect(BGTaskCondition("\(BackupRules.everything)") == BackupRules.everything)
  }

  @Test("An expression bit by bit comes back with the pending request as it was")
  func roundTrip() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"])
    simulated.setConditions(atOnce: true) { $0.isIdle = false }
    simulated.scheduler.register(forTaskWithIdentifier: "org.example.*", using: nil) { task in
      task.setTaskCompleted(success: true)
    }
    var rules = BackupRules()
    rules.homeNetworks = ["Home", "Cabin"]
    let request = rules.request("org.example.backup")
    try simulated.scheduler.submit(request)
    let pending = await simulated.scheduler.pendingTaskRequests()
    let found = try #require(pending.first as? BGProcessingTaskRequest)
    #expect(found.when == rules.condition && found.whileRunning == .battery(atLeast: 40))
    #expect(found.relaxations == request.relaxations && found.unknownConditions == .wait)
  }

  @Test("Monday to Friday are days in a row, and none of two is written with parentheses")
  func days() {
    #expect(
      BackupRules.weekdayRequest("org.example.a").when?.description
        == "on mon..fri and not (hot or low-power)")
  }

  @Test("The article's request asks for what it says")
  func article() {
    let request = backupRequest(BackupSettings(when: "idle"))
    #expect(request.whileRunning?.description == "battery >= 40 and between 23:00 and 06:00")
    #expect(request.relaxations.count == 2 && request.unknownConditions == .wait)
  }

  @Test("A setting that is no expression says what is wrong where")
  func setting() throws {
    #expect(try conditionOfSetting("idle and not hot").get() == (.idle && !.hot))
    #expect {
      try conditionOfSetting("idle and unmeterd").get()
    } throws: { error in
      guard let error = error as? BGTaskCondition.SyntaxError else { return false }
      return error.column == 10 && error.localizedDescription.contains("did you mean unmetered?")
    }
  }
}
