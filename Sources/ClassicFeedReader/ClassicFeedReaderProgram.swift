import BackgroundApplication

/// `classic-feed-reader`: does its background work until it is told to end.
package enum ClassicFeedReaderProgram {
  private static let reader = ClassicFeedReader()

  package static func main() -> Never {
    reader.launch()
    signal(SIGTERM, SIG_IGN)
    let end = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    end.setEventHandler { reader.terminate { exit(EXIT_SUCCESS) } }
    end.activate()
    withExtendedLifetime(end) { dispatchMain() }
  }
}
