import BackgroundApplication

/// The program `classic-feed-reader`, which does its background work until it is told to end.
package enum ClassicFeedReaderProgram {
  private static let reader = ClassicFeedReader()

  package static func main() -> Never {
    guard CommandLine.arguments.count == 1 else {
      try? FileHandle.standardError.write(contentsOf: Data("Usage: classic-feed-reader\n".utf8))
      exit(CommandLine.arguments == [CommandLine.arguments[0], "--help"] ? EXIT_SUCCESS : 64)
    }
    reader.launch()
    // On Linux Dispatch takes the signal a moment later, so it is not ignored first as on Apple's systems.
    let end = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    end.setEventHandler { reader.terminate { exit(EXIT_SUCCESS) } }
    end.activate()
    withExtendedLifetime(end) { dispatchMain() }
  }
}
