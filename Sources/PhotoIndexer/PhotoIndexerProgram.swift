import BackgroundTasks

/// `photo-indexer`, from its command line to its end.
package enum PhotoIndexerProgram {
  /// Does what the command line asks for, and never returns.
  package static func main() -> Never {
    do {
      try run(Invocation(Array(CommandLine.arguments.dropFirst())))
      exit(ExitStatus.success.rawValue)
    } catch {
      let failure = failure(error)
      say("photo-indexer: \(failure.message)\n", to: .standardError)
      exit(failure.status.rawValue)
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as BGTaskScheduler.Error: Failure(error)
    default: Failure(.inputOutput, "\(error)")
    }
  }

  private static func run(_ invocation: Invocation) throws {
    if invocation.verb == .help { return say(Invocation.help, to: .standardOutput) }
    let library = try Places(environment: ProcessInfo.processInfo.environment).library(invocation)
    switch invocation.verb {
    case .handle: try handle(invocation, library)
    case .submit:
      try BGTaskScheduler.shared.submit(BackgroundWork.refreshRequest())
      say("Submitted: bgtaskd looks through the folder when it can, and from then on.\n", to: .standardOutput)
    case .now:
      try BGTaskScheduler.shared.submit(BackgroundWork.indexingNowRequest(folder: library.folder))
      say("Submitted: bgtaskctl list shows how far it is.\n", to: .standardOutput)
    case .show: try show(library)
    case .help: break
    }
  }

  /// What an app does in `application(_:didFinishLaunchingWithOptions:)`.
  private static func handle(_ invocation: Invocation, _ library: PhotoLibrary) throws -> Never {
    var rhythm = Rhythm()
    rhythm.refreshInterval = invocation.every ?? rhythm.refreshInterval
    rhythm.requiresExternalPower = !invocation.worksOnBattery
    let isVerbose = invocation.isVerbose
    let work = BackgroundWork(library: library, rhythm: rhythm) { activity in
      if isVerbose || !activity.isDetail {
        say(activity.text + "\n", to: activity.isDetail ? .standardOutput : .standardError)
      }
    }
    guard work.register() else {
      throw Failure(
        .configuration, "bgtaskd does not permit what this program handles: it needs its manifest")
    }
    dispatchMain()
  }

  private static func show(_ library: PhotoLibrary) throws {
    let path = library.index.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(
        .noInput,
        "there is no index at \(path) yet: photo-indexer submit asks for one, photo-indexer now at once")
    }
    let lines = IndexTable.lines(try PhotoIndex(contentsOf: library.index))
    say(lines.map { $0 + "\n" }.joined(), to: .standardOutput)
  }

  /// In one piece, and without a buffer: who reads it, reads it now. Nobody may be there to read.
  private static func say(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
