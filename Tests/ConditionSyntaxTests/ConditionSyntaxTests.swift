import SchedulerCore
import Testing

@testable import ConditionSyntax

@Suite("The language of conditions")
struct ConditionSyntaxTests {
  @Test(
    "What is read is written again in one form",
    arguments: [
      ("external-power", "external-power"),
      (
        #"external-power and (unmetered or network "Home") and idle for 10min and between 22:00 and 06:00"#,
        #"external-power and (unmetered or network "Home") and idle for 10min and between 22:00 and 06:00"#
      ),
      ("battery>=60%", "battery >= 60"), ("  battery   <  5 ", "battery < 5"),
      ("not not idle", "idle"), ("not (idle or locked)", "not (idle or locked)"),
      ("(idle)", "idle"), ("( idle )", "idle"), ("((idle and vpn) and hot)", "idle and vpn and hot"),
      ("idle or (vpn or hot)", "idle or vpn or hot"), ("(idle or vpn) and hot", "(idle or vpn) and hot"),
      ("idle and vpn or hot", "idle and vpn or hot"), ("not idle and vpn", "not idle and vpn"),
      ("no-user", "no-user logged in"), ("no-user logged in", "no-user logged in"),
      ("no-user alice logged in", #"no-user "alice" logged in"#),
      (#"no-user "a b""#, #"no-user "a b" logged in"#),
      ("on mon..fri", "on mon..fri"), ("on Saturday, sun", "on sat, sun"),
      ("on fri..mon", "on mon, fri..sun"),
      ("on mon,wed,fri", "on mon, wed, fri"), ("on sat, fri, thu", "on thu..sat"),
      ("between 8:05 and 24:00", "between 08:05 and 24:00"), ("idle for 1h 30min", "idle for 90min"),
      ("idle for 90", "idle for 90s"), (#"network "a\"b\\c""#, #"network "a\"b\\c""#),
      (#"network "Zuhause (oben)""#, #"network "Zuhause (oben)""#), ("network", "network"),
      ("storage >= 10G", "storage >= 10G"), ("storage>=1024M", "storage >= 1G"),
      ("storage /srv > 20%", #"storage "/srv" > 20%"#), (#"storage "/a b" < 0"#, #"storage "/a b" < 0"#),
      ("storage >= 1536K", "storage >= 1536K"), ("storage >= 1", "storage >= 1"),
      ("mounted /mnt/backup", #"mounted "/mnt/backup""#),
      (#"exists "/media/a \"b\"""#, #"exists "/media/a \"b\"""#),
      ("reachable nas.local:445", #"reachable "nas.local:445""#),
      (#"reachable "[fe80::1%eth0]:22""#, #"reachable "[fe80::1%eth0]:22""#),
      ("load < 0.5 per core", "load < 0.5 per core"), ("load <= 2.00 per core", "load <= 2 per core"),
      ("load > 1.05 per core", "load > 1.05 per core"),
      (#"check "/usr/bin/test -f '/a b'""#, #"check "/usr/bin/test -f '/a b'""#),
    ])
  func writtenAgain(text: String, written: String) throws {
    let expression = try ConditionSyntax.parse(text)
    #expect(expression.text == written)
    #expect(try ConditionSyntax.parse(expression.text) == expression)
  }

  @Test(
    "An error says where, what was found and what is allowed",
    arguments: [
      ("", 1, "found the end, allowed is a condition, not, or ("),
      ("idle and", 9, "found the end, allowed is a condition, not, or ("),
      ("idle vpn", 6, "found \"vpn\", allowed is and, or, or the end"),
      ("idle and (vpn", 14, "found the end, allowed is and, or, or )"),
      ("idle)", 5, "found ), allowed is and, or, or the end"),
      ("external-power and unmeterd", 20, "did you mean unmetered?"),
      ("battery 60", 9, "found \"60\", allowed is >=, >, <= or <"),
      ("battery >= 101", 12, "found \"101\", allowed is a percentage, 0 to 100"),
      ("battery >= +5", 12, "found \"+5\", allowed is a percentage, 0 to 100"),
      ("battery >= -0", 12, "found \"-0\", allowed is a percentage, 0 to 100"),
      ("battery >= ", 12, "found the end, allowed is a percentage, 0 to 100"),
      ("network \"Home", 9, "without its second quotation mark"),
      ("network \"\"", 9, "found a name of 0 bytes, allowed are 1 to 255"),
      ("between 22:00 to 06:00", 15, "found \"to\", allowed is \"and\""),
      ("between 25:00 and 06:00", 9, "allowed is a time of day, 00:00 to 24:00"),
      ("between +5:00 and 06:00", 9, "allowed is a time of day, 00:00 to 24:00"),
      ("on mon..", 4, "allowed is a day or some in a row: mon, tue"),
      ("idle for ever", 10, "found \"ever\", allowed is a length such as 10min"),
      ("idle for 0", 10, "found \"0\", allowed is a length"),
      ("between 22:00 and 06:00 for 1h", 25, "found \"for\" after a time"),
      ("exists /x for 1h", 11, "found \"for\" after exists, which is checked now and then"),
      ("exists x", 8, "found \"x\", allowed is an absolute path"),
      ("mounted", 8, "found the end, allowed is an absolute path"),
      ("exists \"\"", 8, "found 0 bytes, allowed are 1 to 1024"),
      ("exists \"/a\u{7}\"", 8, "found a control character"),
      ("storage 10G", 9, "found \"10G\", allowed is an absolute path"),
      ("storage >= 101%", 12, "found \"101%\", allowed is a size such as 10G, or a percentage"),
      ("storage >= 2048P", 12, "found \"2048P\", allowed is a size"),
      ("reachable nas", 11, "found \"nas\", allowed is HOST:PORT"),
      ("reachable nas:0", 11, "found \"nas:0\", allowed is HOST:PORT"),
      ("reachable nas:65536", 11, "found \"nas:65536\", allowed is HOST:PORT"),
      ("reachable -n:1", 11, "found \"-n:1\", allowed is HOST:PORT"),
      ("reachable \"fe80::1:22\"", 11, "an IPv6 address stands in brackets"),
      ("load < 0.555 per core", 8, "found \"0.555\", allowed is a number such as 0.5"),
      ("load < 1 per", 13, "found the end, allowed is \"core\""),
      ("check /bin/true", 7, "found \"/bin/true\", allowed is a command line in quotation marks"),
      ("check \"true\"", 7, "allowed is a program's absolute path"),
      ("check \"/bin/true 'a\"", 7, "found a command line that has a quote that does not end"),
      ("idle & vpn", 6, "found \"&\", allowed are words"),
      ("IDLE", 1, "did you mean idle?"),
      ("no-user alice logged out", 22, "found \"out\", allowed is \"in\""),
    ])
  func refused(text: String, column: Int, part: String) { expectError(text, column, part) }

  private func expectError(_ text: String, _ column: Int, _ part: String) {
    let error = #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parse(text) }
    #expect(error?.column == column)
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test(
    "Whatever a name begins and ends with, it is read as it was written: marks join quotation marks",
    arguments: [
      "\u{301}x", "x\u{301}", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{200D}x\u{200D}", "\u{600}", "\u{600}x",
      "x\u{600}",
      "\"\u{301}", "\\\u{301}", "x\"\u{301}\"", "\u{600}\"x", "\u{600}\\", "\"", "\\", "\\\"", "\r\n", "\r",
      "\n",
      "x\r\n", "\r\nx", "\"\r\n", "\u{1F469}\u{200D}\u{1F680}", "\u{1F1E9}", "\u{1F1E9}\u{1F1EA}",
      "\u{1F3FB}",
      "\u{E0041}", "e\u{301}",
    ])
  func names(name: String) throws {
    for atom in [ConditionAtom.named(.network, name), .named(.bluetooth, name), .noUser(name)] {
      let written = ConditionExpression(
        .all([.leaf(ConditionLeaf(atom, for: .minutes(1))), .leaf(ConditionLeaf(.plain(.idle)))]))
      let read = try ConditionSyntax.parse(written.text)
      #expect(read.root == written.root)
      // Texts are equal to Swift that are the same to Unicode; these are the same to the byte.
      #expect(Array(read.text.utf8) == Array(written.text.utf8))
    }
  }

  @Test(
    "Letters are spelled with marks and joiners",
    arguments: [
      "rene\u{301}", "re\u{301}ne", "\u{915}\u{94D}\u{937}", "\u{645}\u{6CC}\u{200C}\u{62E}",
      "\u{D9A}\u{DCA}\u{200D}\u{DBB}",
    ])
  func words(name: String) throws {
    #expect(try ConditionSyntax.parse("no-user \(name)").root == .leaf(ConditionLeaf(.noUser(name))))
  }

  @Test(
    "A column counts what people see as one character",
    arguments: [
      ("network \"e\u{301}\" vpn", 13, "found \"vpn\""), ("network \"e\u{301}", 9, "without its second"),
      ("network \"\u{1F469}\u{200D}\u{1F680}\" vpn", 13, "found \"vpn\""),
      ("idle\r\nvpn", 6, "found \"vpn\""),
      ("idle and no-user e\u{301} vpn", 20, "found \"vpn\""),
      ("network \"e\u{301}\" and", 16, "found the end"),
      ("idle\u{301}", 1, "found \"idle\u{301}\", which is no condition"),
      ("idle \u{1F469}\u{200D}\u{1F680} vpn", 6, "found \"\u{1F469}\u{200D}\u{1F680}\""),
      ("idle \u{301}", 5, "found \"\\u{0301}\""), ("network \"x\"\u{301}", 11, "found \"\\u{0301}\""),
      ("(idle)\u{301}", 6, "found \"\\u{0301}\""), ("battery >\u{301} 5", 9, "found \"\\u{0301}\""),
      ("&\u{301}", 1, "found \"&\u{301}\""),
    ])
  func columns(text: String, column: Int, part: String) { expectError(text, column, part) }

  @Test(
    "An error repeats little of a text that is long",
    arguments: [
      "&" + String(repeating: "\u{301}", count: 2000), "idle" + String(repeating: "\u{301}", count: 2000),
      "idle \"" + String(repeating: "e\u{301}", count: 1000) + "\"",
      "exists a" + String(repeating: "a", count: 900),
      "check \"'" + String(repeating: "a", count: 900) + "\"",
      "reachable " + String(repeating: "a", count: 900),
      "idle for " + String(repeating: "9", count: 4000), "idle for " + String(repeating: "0 ", count: 2000),
    ])
  func shortErrors(text: String) throws {
    let error = try #require(throws: ConditionSyntaxError.self) { try ConditionSyntax.parse(text) }
    #expect(error.message.utf8.count <= 512, "\(error)")
  }

  @Test("Bounds: 4 KiB, 64 conditions, 16 levels")
  func bounds() throws {
    let many = Array(repeating: "idle", count: 64).joined(separator: " or ")
    #expect(try ConditionSyntax.parse(many).text == many)
    #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parse(many + " or vpn") }
    let deep = String(repeating: "(", count: 15) + "idle" + String(repeating: ")", count: 15)
    #expect(try ConditionSyntax.parse(deep).text == "idle")
    #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parse("(" + deep + ")") }
    #expect(throws: ConditionSyntaxError.self) {
      try ConditionSyntax.parse(String(repeating: "not ", count: 16) + "idle")
    }
    let long = "idle" + String(repeating: " ", count: 4092)
    #expect(try ConditionSyntax.parse(long).text == "idle")
    #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parse(long + " ") }
  }

  @Test("What would be written longer than what can be read is refused: the store could not read it again")
  func writtenBounds() throws {
    let name = String(repeating: "n", count: 180)
    // 12 bytes more than `no-user NAME` each: quotation marks and `logged in`.
    let users = Array(repeating: "no-user \(name)", count: 21).joined(separator: " or ")
    #expect(users.utf8.count <= ConditionExpression.textLimit)
    #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parse(users) }
    let fewer = Array(repeating: "no-user \(name)", count: 20).joined(separator: " or ")
    let expression = try ConditionSyntax.parse(fewer)
    #expect(try ConditionSyntax.parse(expression.text) == expression)
    let names = { (count: Int) in
      "after 1d without " + Array(repeating: "hot", count: count).joined(separator: ",")
    }
    #expect(names(1000).utf8.count <= ConditionExpression.textLimit)
    #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parseRelaxations(names(1000)) }
    let steps = try ConditionSyntax.parseRelaxations(names(800))
    #expect(try ConditionSyntax.parseRelaxations(ConditionSyntax.text(of: steps)) == steps)
  }

  @Test("What is dropped with time is read, put in order and written again")
  func relaxations() throws {
    let steps = try ConditionSyntax.parseRelaxations(
      "after 7d without unmetered, network; after 1d without idle")
    #expect(steps.map(\.names) == [["unmetered", "network"], ["idle"]])
    #expect(steps.map(\.after) == [.days(7), .days(1)])
    #expect(ConditionSyntax.text(of: steps) == "after 7d without unmetered, network; after 1d without idle")
    #expect(ConditionWish(relaxations: steps).relaxations.map(\.after) == [.days(1), .days(7)])
  }

  @Test(
    "Wrong steps are refused where they are wrong",
    arguments: [
      ("", 1), ("1d without idle", 1), ("after idle", 7), ("after 1d with idle", 10),
      ("after 1d without idl", 18), ("after 1d without idle after 2d without vpn", 23),
      ("after 1d without idle;", 23),
    ])
  func wrongRelaxations(text: String, column: Int) {
    let error = #expect(throws: ConditionSyntaxError.self) { try ConditionSyntax.parseRelaxations(text) }
    #expect(error?.column == column)
  }
}
