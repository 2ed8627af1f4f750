import Foundation
import Glibc
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("Things in the file system that are no files")
struct PhotoFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String) -> IndexedPhoto? {
    let found = FoundFile(path: name, stamp: FileStamp(size: 0, modifiedSec: 0, modifiedNSec: 0))
    guard case .read(let photo) = PhotoReader.read(found, in: folder.path) else { return nil }
    return photo
  }

  @Test("A photo is read from its file, with its stamp and hash")
  func photo() throws {
    try folder.write("a.png", Samples.png())
    let photo = try #require(read("a.png"))
    var hash = ContentHash()
    Samples.png().withUnsafeBytes { hash.append($0) }
    #expect(photo.hash == hash.text)
    #expect(photo.stamp.size == Int64(Samples.png().count))
    #expect(photo.facts?.width == 320)
    #expect(photo.problem == nil)
  }

  @Test("Pipes, sockets, devices, folders and links are noted at once and not waited for")
  func special() throws {
    try #require(mkfifo(folder.path("pipe.jpg"), 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.jpg"), withIntermediateDirectories: false)
    try #require(symlink("/dev/zero", folder.path("zero.jpg")) == 0)
    try #require(symlink("loop.jpg", folder.path("loop.jpg")) == 0)
    #expect(read("pipe.jpg")?.problem?.code == .notAFile)
    #expect(read("folder.jpg")?.problem?.code == .notAFile)
    #expect(read("zero.jpg")?.problem?.code == .symbolicLink)
    #expect(read("loop.jpg")?.problem?.code == .symbolicLink)
    #expect(read("missing.jpg") == nil)
  }

  @Test("A file of a size that no photo has is not read")
  func tooLarge() throws {
    let path = try folder.write("a.jpg", Samples.jpeg())
    try #require(truncate(path, off_t(PhotoFile.sizeLimit) * 1000) == 0)
    let photo = try #require(read("a.jpg"))
    #expect(photo.problem?.code == .tooLarge)
    #expect(photo.hash == nil)
  }

  @Test("A damaged photo still has a hash, so that its copies are found")
  func damaged() throws {
    try folder.write("a.jpg", Samples.jpeg().prefix(20))
    let photo = try #require(read("a.jpg"))
    #expect(photo.problem?.code == .truncated)
    #expect(photo.hash != nil)
    #expect(photo.facts?.format == .jpeg)
  }

  @Test(
    "A file that may not be read is noted with the reason",
    .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadable() throws {
    try folder.write("a.jpg", Samples.jpeg(), mode: 0)
    #expect(read("a.jpg")?.problem?.code == .unreadable)
  }
}
