import Foundation
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("What is to be done")
struct WorkListTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  private func indexEverything() throws {
    #expect(try folder.library().indexAll(shouldStop: { false }, report: { _ in }))
  }

  @Test("New, changed and gone files are found, others are left alone; the list comes back from its file")
  func changes() throws {
    try folder.fill(4)
    try indexEverything()
    #expect(try folder.library().findWork()?.isEmpty == true)
    try folder.fill(1, from: 10)
    try folder.add("0001.jpg", Samples.jpeg(width: 7, picture: "another picture"))
    try folder.remove("0002.jpg")
    // The same size and content, and another date.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: "\(folder.photos)/0003.jpg")
    let work = try #require(try folder.library().findWork())
    #expect(work.changed.map(\.path) == ["0001.jpg", "0003.jpg", "0010.jpg"])
    #expect(work.removed == ["0002.jpg"])
    #expect(try WorkList(contentsOf: folder.library().workList) == work)
    #expect(work.remaining(try folder.indexed()) == work)
    try indexEverything()
    #expect(work.remaining(try folder.indexed()).isEmpty)
  }

  @Test("What is known of a folder that cannot be looked into is kept")
  func closedFolder() throws {
    try folder.fill(1)
    try folder.add("sub/a.jpg", Samples.jpeg())
    try indexEverything()
    // Not by permissions, which root does not mind: a folder that has become a loop.
    try FileManager.default.moveItem(atPath: "\(folder.photos)/sub", toPath: folder.root.path("elsewhere"))
    let gone = try #require(try folder.library().findWork())
    #expect(gone.removed == ["sub/a.jpg"])
    // A problem that was there before is no work.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.photos)/sub", withDestinationPath: folder.root.path("elsewhere"))
    #expect(try folder.library().findWork()?.changed.map(\.path) == ["sub"])
    try indexEverything()
    #expect(try folder.library().findWork()?.isEmpty == true)
    #expect(try folder.indexed()["sub"]?.problem?.code == .symbolicLink)
  }

  @Test(
    "A file that could not be read is work again when it can be; its permissions are no part of its stamp"
  )
  func readableAgain() throws {
    try folder.add("a.jpg", Samples.jpeg())
    let scan = try #require(try FolderScanner(folder.photos))
    let found = try #require(scan.files.first)
    var index = PhotoIndex()
    index["a.jpg"] = IndexedPhoto(
      path: "a.jpg", stamp: found.stamp, problem: PhotoProblem(.unreadable, "it cannot be opened"))
    try index.write(to: folder.library().index)
    #expect(try folder.library().findWork()?.changed.map(\.path) == ["a.jpg"])
    #expect(try folder.library().indexWork(shouldStop: { false }, report: { _ in }))
    #expect(try folder.indexed()["a.jpg"]?.problem == nil)
    #expect(try folder.library().findWork()?.isEmpty == true)
  }
}
