import Foundation
import Glibc
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("Looking through a folder")
struct FolderScannerTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  /// What is found, with the code of its problem.
  private func scan() throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try #require(try FolderScanner(folder.photos)).files {
      found[file.path] = file.problem?.code.rawValue ?? ""
    }
    return found
  }

  @Test(
    "Photos are found by their names, however deep, in the order of their paths; hidden ones are not"
  )
  func names() throws {
    for name in ["b.jpg", "a.PNG", "x/y/z/c.webp", "notes.txt", ".hidden.jpg", ".thumbnails/d.jpg", "jpg"] {
      try folder.add(name, Samples.gif())
    }
    #expect(
      try #require(try FolderScanner(folder.photos)).files.map(\.path) == ["a.PNG", "b.jpg", "x/y/z/c.webp"])
  }

  @Test("Pipes and links are noted, and loops of links have an end")
  func hostile() throws {
    try folder.add("sub/a.jpg", Samples.jpeg())
    try #require(mkfifo("\(folder.photos)/pipe.jpg", 0o600) == 0)
    try #require(symlink(".", "\(folder.photos)/self") == 0)
    try #require(symlink("../sub", "\(folder.photos)/sub/up") == 0)
    try #require(symlink("loop", "\(folder.photos)/loop") == 0)
    try #require(symlink("sub/a.jpg", "\(folder.photos)/link.jpg") == 0)
    try #require(symlink("nowhere", "\(folder.photos)/dangling") == 0)
    let expected = [
      "sub/a.jpg": "", "pipe.jpg": "notAFile", "self": "symbolicLink", "sub/up": "symbolicLink",
      "loop": "symbolicLink", "link.jpg": "symbolicLink",
    ]
    #expect(try scan() == expected)
  }

  @Test("A name that is not UTF-8 is noted under one that it cannot be mistaken for")
  func badName() throws {
    let path = Array(folder.photos.utf8) + [0x2F, 0xFF, 0xFE] + Array(".jpg".utf8) + [0]
    let descriptor = open(path.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    try Data(Samples.jpeg()).write(to: URL(filePath: "\(folder.photos)/%FF%FE.jpg"))
    #expect(try scan() == ["./%FF%FE.jpg": "badName", "%FF%FE.jpg": ""])
  }

  @Test("A folder that is not there is an error, not an empty folder")
  func missing() throws {
    #expect(throws: FolderScanner.NoFolder.self) { try FolderScanner(folder.photos + "x") }
    try folder.root.write("photos/file.jpg", "x")
    #expect(throws: FolderScanner.NoFolder.self) { try FolderScanner(folder.photos + "/file.jpg") }
  }
}
