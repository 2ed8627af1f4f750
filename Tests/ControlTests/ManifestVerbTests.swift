import Foundation
import TestSupport
import Testing

@testable import Control

@Suite("manifest")
struct ManifestVerbTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes the manifest of a property list that is written as Foundation does.
  private func run(
    _ list: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml, _ options: String...
  ) throws -> ControlRun {
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
    try data.write(to: URL(filePath: folder.path("Info.plist")))
    return ControlRun.run(["manifest", folder.path("Info.plist")] + options)
  }

  private static var feeds: [String: Any] {
    [
      "CFBundleIdentifier": "org.example.feeds",
      "BGTaskSchedulerPermittedIdentifiers": ["org.example.feeds.refresh", "org.example.feeds.export.*"],
      "UIBackgroundModes": ["audio", "fetch"], "Other": [1, 2.5, Date(), Data([1])],
    ]
  }

  private static func feeds(permitting identifiers: String...) -> [String: Any] {
    feeds.merging(["BGTaskSchedulerPermittedIdentifiers": identifiers]) { $1 }
  }

  @Test("An XML list and a binary one give the same manifest", arguments: [true, false])
  func formats(isBinary: Bool) throws {
    let run = try run(Self.feeds, isBinary ? .binary : .xml, "--exec", "/usr/bin/feeds --quiet")
    #expect(run.errors == "" && run.status == .success)
    #expect(
      run.output == """
        # applications.d/org.example.feeds.conf of bgtaskd; reload it then (SIGHUP).
        [Application]
        Name=org.example.feeds
        PermittedIdentifiers=org.example.feeds.refresh
        PermittedIdentifiers=org.example.feeds.export.*
        Kinds=refresh continued
        Exec=/usr/bin/feeds --quiet

        """)
  }

  @Test("As JSON")
  func json() throws {
    let run = try run(Self.feeds, .xml, "--json")
    #expect(
      run.output == #"{"name":"org.example.feeds","permittedIdentifiers":["org.example.feeds.refresh","#
        + #""org.example.feeds.export.*"],"kinds":["refresh","continued"],"exec":[]}"# + "\n")
  }

  @Test("What the daemon reads of it has no problem")
  func isManifest() throws {
    let run = try run(Self.feeds, .binary, "--exec", "/usr/bin/env")
    let manifest = try folder.write("feeds.conf", run.output)
    let check = ControlRun.run(["check", "--type", "manifest", manifest])
    #expect(check.output == "" && check.errors == "" && check.status == .success)
  }

  @Test("A list that Xcode has not gone over yet needs the bundle's identifier")
  func variables() throws {
    var list = Self.feeds(permitting: "$(PRODUCT_BUNDLE_IDENTIFIER).refresh")
    list["CFBundleIdentifier"] = "$(PRODUCT_BUNDLE_IDENTIFIER)"
    let without = try run(list)
    #expect(without.status == .data && without.errors.contains("--bundle-identifier"))
    let with = try run(list, .xml, "--bundle-identifier", "org.example.feeds")
    #expect(
      with.output.contains("\nName=org.example.feeds\nPermittedIdentifiers=org.example.feeds.refresh\n"))
  }

  @Test(
    "A bundle's identifier that is a variable itself is refused, and what it would be put into stays short",
    arguments: ["$(PRODUCT_BUNDLE_IDENTIFIER)", "x${PRODUCT_BUNDLE_IDENTIFIER}", "two words"])
  func variableForVariable(_ given: String) throws {
    let list = Self.feeds(permitting: "$(PRODUCT_BUNDLE_IDENTIFIER).refresh")
    let run = try run(list, .xml, "--bundle-identifier", given)
    #expect(run.status == .usage && run.errors.contains("'\(given)'") && run.output == "")
  }

  @Test("Another variable is named, and not said to come of the bundle's identifier when that was given")
  func otherVariable() throws {
    let list = Self.feeds(permitting: "$(TEAM).refresh")
    let run = try run(list, .xml, "--bundle-identifier", "org.example.feeds")
    #expect(run.status == .data && run.errors.contains("'$(TEAM).refresh'"))
    #expect(!run.errors.contains("--bundle-identifier"))
  }

  @Test(
    "What is no text, and what is no array, are said",
    arguments: ["BGTaskSchedulerPermittedIdentifiers", "UIBackgroundModes"], [true, false])
  func wrongValues(key: String, isArray: Bool) throws {
    var list = Self.feeds
    list[key] = isArray ? ["fetch", 7] : "fetch"
    let run = try run(list)
    #expect(run.status == .data && run.output == "")
    #expect(
      run.errors.contains(isArray ? "\(key), which has entry 2 that is not a string" : "\(key), which is not")
    )
  }

  @Test("An identifier that stands there twice is permitted once; a byte order mark is passed over")
  func small() throws {
    let once = "\nPermittedIdentifiers=org.example.a\nKinds="
    let plain = try run(Self.feeds(permitting: "org.example.a", "org.example.a"))
    #expect(plain.output.contains(once), "\(plain.errors)")
    let text = try String(contentsOfFile: folder.path("Info.plist"), encoding: .utf8)
    let marked = ControlRun.run(["manifest", try folder.write("Marked.plist", "\u{feff}" + text)])
    #expect(marked.output.contains(once), "\(marked.errors)")
  }

  @Test("A list without tasks, and an identifier that bgtaskd does not permit, are said")
  func unusable() throws {
    let none = try run(["CFBundleIdentifier": "a"])
    #expect(none.status == .data && none.errors.contains("BGTaskSchedulerPermittedIdentifiers"))
    let wrong = try run(Self.feeds(permitting: "two words"))
    #expect(wrong.status == .data && wrong.errors.contains("'two words'"))
  }

  @Test(
    "What is no list of a dictionary is refused, whatever it begins with",
    arguments: [
      "", "text", "bplist00", "bplist00\u{ff}\u{ff}\u{ff}\u{ff}", "<?xml version=\"1.0\"?><plist><dict>",
      "<plist><array/></plist>", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><plist>&b;</plist>",
    ])
  func hostile(_ text: String) throws {
    let run = ControlRun.run(["manifest", try folder.write("Info.plist", text)])
    #expect(run.status == .data && run.output == "")
  }
}
