/// The address of a person's X server and the file with the key to it, by the variables of an environment
/// (X(7)).
struct X11Address: Hashable {
  /// The display's name (`:0`).
  let display: String
  /// The file with the keys of servers; nil is `.Xauthority` in the home directory.
  let authority: String?
  let home: String?

  /// Takes only servers of this machine: at `localhost:10` a person sits at another machine.
  /// - Returns: Nil without one.
  init?(_ environment: [String: String]) {
    guard let display = environment["DISPLAY"], display.utf8.first == UInt8(ascii: ":") else { return nil }
    let numbers = display.utf8.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...2 ~= numbers.count,
      numbers.allSatisfy({ number in
        1...5 ~= number.count && number.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      })
    else { return nil }
    self.display = display
    authority = Self.path(environment["XAUTHORITY"])
    home = Self.path(environment["HOME"])
  }

  /// The variables that libxcb reads.
  var environment: [String: String] {
    [("DISPLAY", Optional(display)), ("XAUTHORITY", authority), ("HOME", home)].reduce(into: [:]) {
      $0[$1.0] = $1.1
    }
  }

  private static func path(_ text: String?) -> String? {
    text.flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) && $0.utf8.count < 4096 ? $0 : nil }
  }
}
