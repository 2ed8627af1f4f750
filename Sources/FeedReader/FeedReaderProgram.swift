import BackgroundApplication

/// `feed-reader`: with the argument `show` it prints its entries, otherwise it does its background work.
package enum FeedReaderProgram {
  package static func main() async {
    switch CommandLine.arguments.dropFirst() {
    case [], ["--print-manifest"]: await FeedReader.main()
    case ["show"]:
      let all = FeedReader().library.value.entries.values.sorted { ($0.seen, $0.link) < ($1.seen, $1.link) }
      for entry in all { print(entry.title, entry.link, entry.picture?.path ?? "", separator: "\t") }
    case let words:
      FeedReader().log(.init(.error, "Usage: feed-reader [show | --print-manifest]"))
      exit(words == ["--help"] ? EXIT_SUCCESS : 64)
    }
  }
}
