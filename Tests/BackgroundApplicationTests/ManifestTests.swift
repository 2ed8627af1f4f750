import ConfigurationFiles
import Foundation
import SchedulerCore
import TestSupport
import Testing

@testable import BackgroundApplication

@Suite("The manifest that an application prints")
struct ManifestTests {
  @Test("It has what the tasks need, and the checker of bgtaskctl finds nothing wrong with it")
  func text() throws {
    let feeds = Feeds()
    let manifest = Manifest(
      name: feeds.name, declarations: feeds.tasks.declarations, program: "/opt/Our Feeds/feeds")
    #expect(
      manifest.text == """
        # applications.d/org.example.feeds.conf of bgtaskd; reload it then (SIGHUP).
        [Application]
        Name=org.example.feeds
        PermittedIdentifiers=org.example.feeds.refresh
        PermittedIdentifiers=org.example.feeds.clean
        PermittedIdentifiers=org.example.feeds.export.*
        Kinds=refresh processing continued
        Exec="/opt/Our Feeds/feeds"

        """)
    let folder = try TemporaryFolder()
    let there = manifest.text.replacing("/opt/Our Feeds/feeds", with: "/bin/true")
    try folder.write("applications.d/org.example.feeds.conf", there)
    var checker = FileChecker(owner: .user(1000), rules: SchedulerConfiguration())
    checker.check(folder.path("applications.d/org.example.feeds.conf"))
    #expect(checker.problems == [])
  }

  @Test(
    "An application is called what its identifiers begin with",
    arguments: [
      (["org.example.feeds.refresh", "org.example.feeds.clean"], "org.example.feeds"),
      (["org.example.feeds"], "org.example"), (["a.b.c.d", "a.b.x"], "a.b"), (["a.b.*"], "a.b"),
    ])
  func names(identifiers: [String], name: String) { #expect(ManifestName.common(identifiers) == name) }

  @Test("Identifiers that have nothing in common leave it to the program's name")
  func noName() {
    let own = ProcessInfo.processInfo.processName
    #expect(ManifestName.common(["a.b", "c.d"]) == own && ManifestName.common([]) == own)
  }
}
