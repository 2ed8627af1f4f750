/// Feeds as servers have them.
enum Samples {
  static func rss(_ titles: [String]) -> String {
    let items = titles.map { "<item><title>\($0)</title><link>https://example.org/\($0)</link></item>" }
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
