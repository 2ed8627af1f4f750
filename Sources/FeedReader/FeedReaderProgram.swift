import BackgroundApplication

/// `feed-reader`: with the argument `show` it prints what it has read, otherwise it does its background work.
package enum FeedReaderProgram {
  package static func main() async {
    switch CommandLine.arguments.dropFirst() {
    case [], ["--print-manifest"]: await FeedReader.main()
    case ["show"]: show(FeedReader().library)
    default: explain("feed-reader [show | --print-manifest]")
    }
  }

  private static func show(_ library: StateStore<Library>) {
    if case .setAside(let reason, let file) = library.origin {
      let old = file.path(percentEncoded: false)
      say("feed-reader: the library begins anew; the old one is \(old): \(reason)", .standardError)
    }
    let entries = library.value.entries.values.sorted { ($0.seen, $0.link) < ($1.seen, $1.link) }
    for entry in entries { print(entry.title, entry.link, entry.picture?.path ?? "", separator: "\t") }
  }

  /// Ends a program that was not called so, or was asked how it is called.
  package static func explain(_ usage: String) -> Never {
    let isAsked = CommandLine.arguments.dropFirst() == ["--help"]
    say("Usage: \(usage)", isAsked ? .standardOutput : .standardError)
    // EX_USAGE of sysexits.h.
    exit(isAsked ? EXIT_SUCCESS : 64)
  }

  private static func say(_ text: String, _ place: FileHandle) {
    try? place.write(contentsOf: Data("\(text)\n".utf8))
  }
}
