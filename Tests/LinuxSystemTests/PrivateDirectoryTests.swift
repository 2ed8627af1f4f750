import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A directory for files that others must not read")
struct PrivateDirectoryTests {
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("It is made with the first file, and both are for their owner only, whatever the umask")
  func modes() throws {
    let folder = try TemporaryFolder()
    let directory = PrivateDirectory(path: folder.path("a/b/private"))
    #expect(directory.names.isEmpty)
    directory.remove("nothing")
    try directory.write(Array("secret".utf8), to: "one")
    #expect(mode(directory.path) == 0o700 && mode(directory.path + "/one") == 0o600)
    #expect(try String(contentsOfFile: directory.path + "/one", encoding: .utf8) == "secret")
    #expect(directory.names == ["one"])
    directory.remove("one")
    #expect(directory.names.isEmpty)
  }

  @Test("One that was open to others is closed to them; a file or a link in the way is replaced")
  func planted() throws {
    let folder = try TemporaryFolder()
    let directory = PrivateDirectory(path: folder.path("private"))
    try directory.write([1], to: "one")
    #expect(chmod(directory.path, 0o777) == 0)
    let victim = try folder.write("victim", "untouched")
    #expect(symlink(victim, directory.path + "/two") == 0)
    try directory.write(Array("new".utf8), to: "one")
    try directory.write(Array("new".utf8), to: "two")
    #expect(mode(directory.path) == 0o700)
    for name in ["one", "two"] {
      #expect(try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8) == "new")
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "untouched")
  }

  @Test("A link to a directory, a file, and somebody else's directory are not used")
  func refused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "")
    #expect(symlink(folder.path, folder.path("link")) == 0)
    var places = [file, folder.path("link")]
    if geteuid() == 0 {
      places.append(folder.path("foreign"))
      #expect(mkdir(folder.path("foreign"), 0o700) == 0 && chown(folder.path("foreign"), 65_534, 65_534) == 0)
    }
    for place in places {
      #expect(throws: SystemError.self) { try PrivateDirectory(path: place).write([1], to: "one") }
    }
    #expect(throws: SystemError.self) { try PrivateDirectory(path: "/proc/none").write([1], to: "one") }
  }
}
