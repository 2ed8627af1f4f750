import Foundation
import TestSupport
import Testing

@testable import Control

@Suite("manifest")
struct ManifestVerbTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a property list as Foundation does.
  private func write(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> String {
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
    let path = folder.path("Info.plist")
    try data.write(to: URL(filePath: path))
    return path
  }

  private static var feeds: [String: Any] {
    [
      "CFBundleIdentifier": "org.example.feeds",
      "BGTaskSchedulerPermittedIdentifiers": ["org.example.feeds.refresh", "org.example.feeds.export.*"],
      "UIBackgroundModes": ["audio", "fetch"], "Other": [1, 2.5, Date(), Data([1])],
    ]
  }

  @Test("An XML list and a binary one give the same manifest", arguments: [true, false])
  func formats(isBinary: Bool) throws {
    let file = try write(Self.feeds, isBinary ? .binary : .xml)
    let run = ControlRun.run(["manifest", file, "--exec", "/usr/bin/feeds --quiet"], daemon: nil)
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
    let run = ControlRun.run(["manifest", try write(Self.feeds, .xml), "--json"], daemon: nil)
    #expect(
      run.output == #"{"name":"org.example.feeds","permittedIdentifiers":["org.example.feeds.refresh","#
        + #""org.example.feeds.export.*"],"kinds":["refresh","continued"],"exec":[]}"# + "\n")
  }

  @Test("What the daemon reads of it has no problem")
  func isManifest() throws {
    let run = ControlRun.run(
      ["manifest", try write(Self.feeds, .binary), "--exec", "/usr/bin/env"], daemon: nil)
    let manifest = try folder.write("feeds.conf", run.output)
    let check = ControlRun.run(["check", "--type", "manifest", manifest], daemon: nil)
    #expect(check.output == "" && check.errors == "" && check.status == .success)
  }

  @Test("A list that Xcode has not gone over yet needs the bundle's identifier")
  func variables() throws {
    var list = Self.feeds
    list["CFBundleIdentifier"] = "$(PRODUCT_BUNDLE_IDENTIFIER)"
    list["BGTaskSchedulerPermittedIdentifiers"] = ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"]
    let file = try write(list, .xml)
    let without = ControlRun.run(["manifest", file], daemon: nil)
    #expect(without.status == .data && without.errors.contains("--bundle-identifier"))
    let with = ControlRun.run(
      ["manifest", file, "--bundle-identifier", "org.example.feeds"], daemon: nil)
    #expect(
      with.output.contains("\nName=org.example.feeds\nPermittedIdentifiers=org.example.feeds.refresh\n"))
  }

  @Test("A list without tasks, and an identifier that bgtaskd does not permit, are said")
  func unusable() throws {
    let none = ControlRun.run(["manifest", try write(["CFBundleIdentifier": "a"], .xml)], daemon: nil)
    #expect(none.status == .data && none.errors.contains("BGTaskSchedulerPermittedIdentifiers"))
    var list = Self.feeds
    list["BGTaskSchedulerPermittedIdentifiers"] = ["two words"]
    let wrong = ControlRun.run(["manifest", try write(list, .xml)], daemon: nil)
    #expect(wrong.status == .data && wrong.errors.contains("'two words'"))
  }

  @Test(
    "What is no list of a dictionary is refused, whatever it begins with",
    arguments: [
      "", "text", "bplist00", "bplist00\u{ff}\u{ff}\u{ff}\u{ff}", "<?xml version=\"1.0\"?><plist><dict>",
      "<plist><array/></plist>", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><plist>&b;</plist>",
    ])
  func hostile(_ text: String) throws {
    let run = ControlRun.run(["manifest", try folder.write("Info.plist", text)], daemon: nil)
    #expect(run.status == .data && run.output == "")
  }
}
