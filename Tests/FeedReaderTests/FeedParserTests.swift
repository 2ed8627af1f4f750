import Foundation
import Testing

@testable import FeedReader

@Suite("Feeds, read")
struct FeedParserTests {
  @Test("RSS and Atom give titles and links; what has no link is left out")
  func formats() throws {
    let news = try FeedParser.entries(of: Data(Samples.rss(["one", "two"]).utf8))
    #expect(news.map(\.title) == ["one", "two"])
    #expect(news.map(\.link) == ["https://example.org/one", "https://example.org/two"])
    let blog = try FeedParser.entries(of: Data(Samples.atom.utf8))
    #expect(blog.map(\.title) == ["First & last"] && blog.map(\.link) == ["https://example.org/first"])
  }

  @Test("What is no XML is an error", arguments: ["", "<rss>", "not found"])
  func broken(text: String) {
    #expect(throws: (any Error).self) { try FeedParser.entries(of: Data(text.utf8)) }
  }
}
