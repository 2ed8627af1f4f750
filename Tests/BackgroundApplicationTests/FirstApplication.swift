import BackgroundApplication
import BackgroundTasksTesting

// The article of the same name: TutorialTests compares them.

struct Counts: Codable, Sendable {
  var files = 0
  var counted: Date?
}

struct FileCounter: BackgroundApplication {
  var counts = StateStore("counts", initially: Counts(), maximumAge: .seconds(7 * 86_400))

  var tasks: some BackgroundTaskSet {
    AppRefresh("org.example.counter.count", every: .seconds(3600), when: !.lowPower) { try count() }
    Processing("org.example.counter.checksums", when: .externalPower && .idle) { progress in
      try checksums(progress)
    }
  }
}

extension FileCounter {
  func count() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: NSHomeDirectory())
    counts.update { $0 = Counts(files: files.count, counted: Date()) }
    try counts.save()
    try submit("org.example.counter.checksums") { try $0.setPayload(files) }
  }

  func checksums(_ progress: Progress) throws {
    let files: [String] = try BackgroundRun.current?.payload() ?? []
    progress.totalUnitCount = Int64(files.count)
    for file in files {
      try Task.checkCancellation()
      print(file)
      progress.completedUnitCount += 1
    }
  }
}

func day(in folder: URL) async throws -> Int {
  let simulated = SimulatedScheduler(
    permitting: ["org.example.counter.count", "org.example.counter.checksums"])
  var counter = FileCounter()
  counter.counts = StateStore("counts", initially: Counts(), in: folder)
  try counter.start(on: simulated.scheduler)
  try await simulated.advance(by: 86_400)
  return simulated.history.count
}
