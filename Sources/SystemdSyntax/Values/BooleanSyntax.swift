/// The syntax of Boolean values in systemd: systemd.syntax(7), "Boolean arguments".
package enum BooleanSyntax {
  /// Parses `1`, `yes`, `y`, `true`, `t`, `on` and `0`, `no`, `n`, `false`, `f`, `off`, in either case.
  /// - Throws: ``SyntaxError`` for everything else.
  package static func parse(_ text: String) throws(SyntaxError) -> Bool {
    switch text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": return true
    case "0", "no", "n", "false", "f", "off": return false
    default:
      throw SyntaxError(
        found: text, problem: "is neither yes nor no", allowed: "yes, no, true, false, on, off, 1 or 0",
        example: "yes")
    }
  }

  /// Returns `yes` or `no`.
  package static func format(_ value: Bool) -> String { value ? "yes" : "no" }
}
