import BackgroundTasks
import SchedulerAPI
import Testing
import Varlink

struct ErrorTests {
  typealias Code = BGTaskScheduler.Error.Code

  @Test(
    "R22: Every refusal has Apple's code, and says what was wrong and what to do",
    arguments: [
      (
        SchedulerInterfaceError.notPermitted(
          identifier: "org.example.a", message: "add it to PermittedIdentifiers="),
        Code.notPermitted, ["org.example.a", "PermittedIdentifiers="]
      ),
      (
        .tooManyPendingTaskRequests(identifier: "org.example.a", limit: 10), .tooManyPendingTaskRequests,
        ["org.example.a", "10 requests", "cancel one"]
      ), (.unavailable(message: "refresh is switched off"), .unavailable, ["refresh is switched off"]),
      (
        .immediateRunIneligible(identifier: "org.example.a", message: "2 run"), .immediateRunIneligible,
        ["org.example.a", "2 run", "queue"]
      ),
      (
        .invalidRequest(field: "retry.maximumAttempts", message: "found 0, allowed are 1 to 1000"),
        .notPermitted, ["retry.maximumAttempts", "found 0"]
      ), (.permissionDenied(message: "not yours"), .notPermitted, ["not yours"]),
    ])
  func refusals(refusal: SchedulerInterfaceError, code: Code, texts: [String]) throws {
    let daemon = try ScriptedDaemon()
    daemon.answer { _ in Message.error(refusal) }
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try BGTaskScheduler(daemon).submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
    }
    #expect(error?.code == code)
    for text in texts {
      #expect(error?.localizedDescription.contains(text) == true, "\(String(describing: error))")
      #expect(error?.description.contains(text) == true)
    }
  }

  @Test("R13: Without a daemon, submitting throws unavailable at once, and says where it was looked for")
  func away() throws {
    let daemon = try ScriptedDaemon(isAway: true)
    let start = ContinuousClock.now
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try BGTaskScheduler(daemon).submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
    }
    #expect(start.duration(to: .now) < .seconds(1))
    #expect(error?.code == .unavailable)
    #expect(error?.localizedDescription.contains(daemon.path) == true)
    #expect(error?.localizedDescription.contains("is bgtaskd running?") == true)
  }

  @Test("The codes are Apple's numbers, the domain is Apple's")
  func numbers() {
    #expect(
      [Code.unavailable, .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible].map(\.rawValue)
        == [1, 2, 3, 4])
    #expect(BGTaskScheduler.errorDomain == "BGTaskSchedulerErrorDomain")
    let error: any Error = BGTaskScheduler.Error(.notPermitted)
    #expect((error as NSError).domain == "BGTaskSchedulerErrorDomain")
    #expect((error as NSError).code == 3)
  }

  private func thrown(_ code: Code) -> String {
    do {
      throw BGTaskScheduler.Error(code, userInfo: [NSLocalizedDescriptionKey: "why"])
    } catch BGTaskScheduler.Error.notPermitted {
      return "not permitted"
    } catch BGTaskScheduler.Error.tooManyPendingTaskRequests {
      return "too many"
    } catch let error as BGTaskScheduler.Error where error.code == .unavailable {
      return "unavailable, \(error.localizedDescription)"
    } catch let error as BGTaskScheduler.Error {
      switch error.code {
      case .immediateRunIneligible: return "not now"
      default: return "another code"
      }
    } catch {
      return "another error"
    }
  }

  @Test("Errors match as they do on Apple's systems: by pattern, by cast and by code")
  func matching() {
    #expect(thrown(.notPermitted) == "not permitted")
    #expect(thrown(.tooManyPendingTaskRequests) == "too many")
    #expect(thrown(.unavailable) == "unavailable, why")
    #expect(thrown(.immediateRunIneligible) == "not now")
    #expect(BGTaskScheduler.Error(.unavailable) == BGTaskScheduler.Error(.unavailable))
  }

  @Test("What is no answer is unavailable, and says what came instead")
  func nonsense() throws {
    let daemon = try ScriptedDaemon()
    daemon.answer { _ in Array(#"{"parameters":{"task":7}}"#.utf8) + [0] }
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try BGTaskScheduler(daemon).submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
    }
    #expect(error?.code == .unavailable)
    #expect(error?.localizedDescription.contains("cannot be understood") == true)
  }
}
