import BackgroundTasks

// The examples of the article "Asking for conditions", as they stand there.

struct BackupSettings {
  var when = "external-power and not hot"
}

func backupRequest(_ settings: BackupSettings) -> BGProcessingTaskRequest {
  let request = BGProcessingTaskRequest(identifier: "org.example.backup")
  request.requiresExternalPower = true
  request.when = .network("Home") && (.locked(for: .seconds(600)) || .between("23:00", "06:00")) && !.hot

  do {
    request.when = try BGTaskCondition(parsing: settings.when)
  } catch {
    print("when: \(error)")
  }

  request.when = .battery(atLeast: 60) && .between("23:00", "06:00")
  request.whileRunning = .battery(atLeast: 40) && .between("23:00", "06:00")

  request.relaxations = [
    .after(.seconds(86_400), without: .idle),
    .after(.seconds(7 * 86_400), without: .network, .between),
  ]

  request.unknownConditions = .wait
  return request
}

func explainBackup() async throws {
  let explanation = try await BGTaskScheduler.shared.explain(identifier: "org.example.backup")
  for part in explanation.parts where part.state != .holds {
    print(part.text, part.observed ?? "")
  }
}
