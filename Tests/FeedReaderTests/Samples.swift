import Foundation

/// Feeds as servers have them.
enum Samples {
  /// - Parameter pictures: Where there is a picture of each.
  static func rss(_ titles: [String], pictures: URL? = nil) -> String {
    let items = titles.map { title in
      let enclosure = pictures.map { pictures in
        "<enclosure url=\"\(pictures.appending(path: title).absoluteString)\" type=\"image/png\"/>"
      }
      return "<item><title>\(title)</title><link>https://example.org/\(title)</link>\(enclosure ?? "")</item>"
    }
    return """
      <?xml version="1.0"?><rss version="2.0"><channel><title>News</title>\(items.joined())</channel></rss>
      """
  }

  static let atom = """
    <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title>
    <entry><title>First &amp; last</title><link href="https://example.org/first"/></entry>
    <entry><title>No link</title></entry></feed>
    """
}
