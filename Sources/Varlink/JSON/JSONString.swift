/// Where a string stands in a message.
struct JSONString {
  /// What is between the quotes.
  var range: Range<Int>
  /// Whether there is a backslash in it.
  var isEscaped: Bool
}
