package import Foundation
package import FoundationXML

/// An entry of a feed.
package struct Entry: Codable, Hashable, Sendable {
  package var title = ""
  package var link = ""
  package var seen = Date()
  /// The address of the entry's picture, or once that has come, the picture's file.
  package var picture: URL?
}

/// Reads titles, links and pictures from RSS and Atom; Foundation's parser reads the XML.
package final class FeedParser: NSObject, XMLParserDelegate {
  private var entries: [Entry] = []
  private var entry: Entry?
  private var text = ""
  /// The number of elements that have begun and not ended; `nil` before the first.
  private var depth: Int?

  package static func entries(of data: Data) throws -> [Entry] {
    let (parser, reader) = (XMLParser(data: data), FeedParser())
    parser.delegate = reader
    // On Linux the parser reports no error for a text that ends too soon.
    guard parser.parse(), reader.depth == 0 else {
      throw parser.parserError ?? CocoaError(.fileReadCorruptFile)
    }
    return reader.entries
  }

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    depth = (depth ?? 0) + 1
    if name == "item" || name == "entry" { entry = Entry() }
    if name == "enclosure", attributes["type"]?.hasPrefix("image/") == true {
      entry?.picture = attributes["url"].flatMap { URL(string: $0) }
    }
    if name == "link", let address = attributes["href"] { entry?.link = address }
  }

  package func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  package func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    depth = (depth ?? 0) - 1
    let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if name == "title" { entry?.title = words }
    if name == "link", !words.isEmpty { entry?.link = words }
    guard name == "item" || name == "entry", let complete = entry else { return }
    if !complete.link.isEmpty { entries.append(complete) }
    entry = nil
  }
}
