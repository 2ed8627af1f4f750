import SchedulerCore
import SystemdSyntax
import Testing

@testable import ConditionSyntax

@Suite("Calendar expressions")
struct CalendarSyntaxTests {
  /// What `systemd-analyze calendar` of systemd 252 says of the same texts.
  @Test(
    "They are written in one form, which is read as the same",
    arguments: [
      ("minutely", "*-*-* *:*:00"), ("hourly", "*-*-* *:00:00"), ("daily", "*-*-* 00:00:00"),
      ("weekly", "Mon *-*-* 00:00:00"), ("monthly", "*-*-01 00:00:00"),
      ("quarterly", "*-01,04,07,10-01 00:00:00"), ("yearly", "*-01-01 00:00:00"),
      ("annually", "*-01-01 00:00:00"), ("anually", "*-01-01 00:00:00"),
      ("semiannually", "*-01,07-01 00:00:00"), ("semi-annually", "*-01,07-01 00:00:00"),
      ("biannually", "*-01,07-01 00:00:00"), ("bi-annually", "*-01,07-01 00:00:00"),
      ("DAILY", "*-*-* 00:00:00"), ("Daily utc", "*-*-* 00:00:00 UTC"),
      ("Mon", "Mon *-*-* 00:00:00"), ("Mon..Fri", "Mon..Fri *-*-* 00:00:00"),
      ("Mon-Fri", "Mon..Fri *-*-* 00:00:00"), ("monday,tue 1:2:3", "Mon,Tue *-*-* 01:02:03"),
      ("Mon..Wed,Fri..Sat", "Mon..Wed,Fri,Sat *-*-* 00:00:00"), ("Mon..Sun", "*-*-* 00:00:00"),
      ("Mon,Tue,Thu..Sun", "Mon,Tue,Thu..Sun *-*-* 00:00:00"), ("Mon, 10:00", "Mon *-*-* 10:00:00"),
      ("Mon  10:00", "Mon *-*-* 10:00:00"), ("Mon..Mon", "Mon *-*-* 00:00:00"),
      ("Mon Europe/Berlin", "Mon *-*-* 00:00:00 Europe/Berlin"),
      ("12-24", "*-12-24 00:00:00"), ("24-12-24", "2024-12-24 00:00:00"), ("70-1-1", "1970-01-01 00:00:00"),
      ("99..05-1-1", "1999..2005-01-01 00:00:00"), ("2024-1-1 ", "2024-01-01 00:00:00"),
      ("*-*", "*-*-* 00:00:00"), ("02~03", "*-02~03 00:00:00"), ("*-05~07/1", "*-05~07/1 00:00:00"),
      ("*-02~*", "*-02-* 00:00:00"), ("*-*~1..5/2", "*-*~01..05/2 00:00:00"),
      ("2020,2020,2019-1-1", "2019,2020-01-01 00:00:00"), ("*-*-1/30", "*-*-01/30 00:00:00"),
      ("05,3,4..6,4-1", "*-03,04,04..06,05-01 00:00:00"), ("2020..2021/5-1-1", "2020-01-01 00:00:00"),
      ("0:0", "*-*-* 00:00:00"), ("*:0/7", "*-*-* *:00/7:00"), ("1..5/10:00", "*-*-* 01:00:00"),
      ("*:*:*", "*-*-* *:*:*"), ("*:*:0/1", "*-*-* *:*:*"), ("1:0:5,0/1", "*-*-* 01:00:*"),
      ("1:0:0,31,0/1", "*-*-* 01:00:*"),
      ("10:00:00.9999999", "*-*-* 10:00:01"), ("10:20:30.1234567", "*-*-* 10:20:30.123457"),
      ("10:00:0..5.5", "*-*-* 10:00:00..05"), ("10:00:00/0.5", "*-*-* 10:00:00/0.500000"),
      ("00:00:0.5..3.7/0.3", "*-*-* 00:00:00.500000..03.500000/0.300000"),
      ("1:2:3,4,4.5", "*-*-* 01:02:03,04,04.500000"), ("12:00:0/59.999999", "*-*-* 12:00:00/59.999999"),
      ("@5", "1970-01-01 00:00:05 UTC"), ("@7258118399", "2199-12-31 23:59:59 UTC"),
      ("Mon @5", "Mon 1970-01-01 00:00:05 UTC"), ("@5 Europe/Berlin", "1970-01-01 00:00:05 UTC"),
      ("000000000000000000010:00", "*-*-* 10:00:00"),
    ])
  func written(text: String, written: String) throws {
    let expression = try CalendarSyntax.parse(text)
    #expect(expression.text == written)
    #expect(try CalendarSyntax.parse(written) == expression)
  }

  @Test(
    "What systemd refuses is refused, and an error says which part is wrong",
    arguments: [
      ("", "An empty text says no date"), ("semianually", "nor a word for dates; did you mean semiannually?"),
      ("Mon..Fry", "'Fry' is no day of the week"), ("Fri..Mon", "'Fri..Mon' ends before it begins"),
      ("Mon.Wed", "'.Wed' stands where a comma, .. or a space is expected"),
      ("Mon,,Tue", "',Tue' is no day of the week"), ("Mon-Wed-Fri", "'-Fri' stands where"),
      ("daily ", "'daily' is neither"), (" daily", "'daily' is no time zone of this machine"),
      ("10", "ends where - or : is expected"), ("10:00 ", "'10:00 ' ends in a space"),
      ("25:00", "'25' is no hour; allowed is 0 to 23"), ("10:60", "'60' is no minute; allowed is 0 to 59"),
      ("10:00:60", "'60' is no second; allowed is 0 to 59.999999"),
      ("10:00:59.9999999", "'59.9999999' is no second"), ("10:00:0.", "'10:00:0.' ends where digits"),
      ("12-32", "'32' is no day of a month; allowed is 1 to 31"), ("13-1", "'13' is no month"),
      ("100-1-1", "'100' is no year; allowed is 1970 to 2199"), ("2200-1-1", "'2200' is no year"),
      ("*-*~29", "'29' is no day before the end of a month; allowed is 1 to 28"),
      ("*-*~1/1", "'1/1' never reaches a second day before the end"),
      ("5..3:00", "'5..3' never reaches a second hour"), ("23/1:00", "'23/1' never reaches a second hour"),
      ("0:0:5..5.5", "'5..5.5' never reaches a second value"), ("*:0/0", "'0/0' has a step of 0"),
      ("*/2-*-*", "'/2-*-*' stands where - or : is expected"), ("2024~02-03", "where a space is expected"),
      ("2020-1-1T10:00", "'T10:00' stands where a space is expected"),
      ("1-1-1-1", "'-1' stands where a space is expected"),
      ("@", "'@' is not a point of Unix time"), ("@1.5", "'@1.5' is not a point"),
      ("@+5", "'@+5' is not a point"),
      ("@7258118400", "before the year 2200"), ("@99999999999999999999", "is not a point of Unix time"),
      ("12:00:2147.483648", "'2147.483648' is too large a number"),
      ("4294967297:00", "'4294967297' is too large a number"),
      ("99999999999999999999999999:00", "is too large a number"),
      ("10:00 Europe/Bern", "'Europe/Bern' is no time zone of this machine"),
      ("10:00 europe/berlin", "'europe/berlin' is no time zone"), ("UTC", "'UTC' is neither"),
      ("10:00 ../zoneinfo/UTC", "'../zoneinfo/UTC' stands where the end is expected"),
      ("10:00 /UTC", "'/UTC' stands where the end is expected"),
      ("10:00 Europe/../UTC", "'Europe/../UTC' is no time zone"),
      ("10:00 Europe", "'Europe' is no time zone"),
      ("wee\u{212A}ly", "has characters that are not ASCII"),
      ("١٠:00", "has characters that are not ASCII"),
      ("Mon\u{0}", #"'\x00' stands where a comma, .. or a space is expected"#),
    ])
  func refused(text: String, part: String) throws {
    let error = try #require(throws: SyntaxError.self) { try CalendarSyntax.parse(text) }
    #expect(error.description.contains(part), "\(error)")
    #expect(error.description.contains("for example"))
  }

  @Test("Neither what is read nor what is written of it is longer than 256 bytes")
  func bounded() throws {
    let list = Array(repeating: "01", count: 84).joined(separator: ",")
    #expect(try CalendarSyntax.parse("\(list):0:0").text == "*-*-* 01:00:00")
    let long = try #require(throws: SyntaxError.self) { try CalendarSyntax.parse("\(list):0:000") }
    #expect(long.problem == "is too long: it has 257 bytes, and may have 256")
    // Each of these numbers is written with two digits, or with six behind the point.
    let numbers = (0...9).map(String.init).joined(separator: ",")
    let fractions = (0...9).map { "\($0).5" }.joined(separator: ",")
    #expect(throws: SyntaxError.self) {
      try CalendarSyntax.parse("\(numbers):\(numbers):\(fractions),\(fractions.replacing(".5", with: ".6"))")
    }
  }

  @Test("Expressions are equal when they are written alike")
  func equality() throws {
    let weekly = try CalendarSyntax.parse("weekly")
    #expect(try weekly == CalendarSyntax.parse("Mon 0:00:00"))
    #expect(try weekly.hashValue == CalendarSyntax.parse("mon").hashValue)
    #expect(try weekly != CalendarSyntax.parse("Mon UTC"))
    #expect(try CalendarSyntax.parse("Mon UTC") != CalendarSyntax.parse("Mon Etc/UTC"))
  }
}
