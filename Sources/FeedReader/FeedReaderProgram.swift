import BackgroundApplication

/// `feed-reader`: with the argument `show` it prints what it has read, otherwise it does its background work.
package enum FeedReaderProgram {
  package static func main() async {
    guard CommandLine.arguments.dropFirst() == ["show"] else { return await FeedReader.main() }
    let entries = FeedReader().library.value.entries.values.sorted { ($0.seen, $0.link) < ($1.seen, $1.link) }
    for entry in entries { print(entry.title, entry.link, entry.picture?.path ?? "", separator: "\t") }
  }
}
