import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("The example of a password in a file")
struct VaultExampleTests {
  @Test("The program finds the password and the repository, and nothing is left of the password")
  func password() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "restic",
      "#!/bin/sh\necho \"$1 $(cat \"$2\") $3 $4 to $RESTIC_REPOSITORY\" >\(folder.path("said"))\n",
      executable: true)
    try folder.write("password", "hunter2\n".utf8, mode: 0o600)
    try folder.write("environment", "# Where it is\nRESTIC_REPOSITORY='/srv/my backup'\n")
    try FileManager.default.createDirectory(
      atPath: folder.path("runtime"), withIntermediateDirectories: false)
    try folder.write(
      "tasks.d/vault.task",
      try Repository.text("config/examples/org.example.vault.task")
        .replacing("/usr/bin/restic", with: folder.path("restic"))
        .replacing("/etc/restic/", with: "\(folder.path)/")
        .replacing("OnCalendar=daily", with: "OnCalendar=*-*-* *:*:*"))
    let daemon = try DaemonProcess.calm(
      folder: folder, environment: ["XDG_RUNTIME_DIR": folder.path("runtime")])
    #expect(try daemon.waitForEnd(of: "vault")?.success == true)
    #expect(
      try String(contentsOfFile: folder.path("said"), encoding: .utf8)
        == "--password-file hunter2 backup /home to /srv/my backup\n")
    #expect(!daemon.logText.contains("hunter2"))
  }
}
