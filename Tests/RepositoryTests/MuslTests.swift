import Foundation
import TestSupport
import Testing

/// What an application links has to compile for both C libraries of Linux: Swift's static SDK is musl's.
struct MuslTests {
  /// The rooms of the product BackgroundTasks.
  private static let rooms = [
    "BackgroundTasks", "ConditionSyntax", "PlainText", "SchedulerAPI", "SchedulerCore", "SystemdSyntax",
    "Varlink",
  ]

  /// The C names that they use.
  private static let functions = [
    "access", "clock_gettime", "close", "connect", "fcntl", "fstat", "getenv", "localtime_r", "memchr",
    "mktime", "open", "poll", "read", "recv", "send", "setsockopt", "shutdown", "socket", "strerror", "write",
  ]
  private static let numbers = [
    "AF_UNIX", "CLOCK_MONOTONIC", "EAGAIN", "EINTR", "EPIPE", "F_DUPFD_CLOEXEC", "F_OK", "F_SETFL",
    "MSG_NOSIGNAL", "O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK", "O_RDONLY", "POLLIN", "POLLOUT", "SHUT_RDWR",
    "SOCK_CLOEXEC", "SOCK_STREAM", "SOL_SOCKET", "SO_SNDTIMEO", "STDERR_FILENO", "S_IFMT", "S_IFREG",
  ]

  private static func files() throws -> [String] {
    try rooms.flatMap { try Repository.files(below: "Sources/\($0)", suffix: ".swift") }
  }

  @Test("What an application links imports Glibc only beside musl")
  func imports() throws {
    for file in try Self.files() {
      let text = try Repository.text(file)
      let both = """
        #if canImport(Glibc)
          import Glibc
        #elseif canImport(Musl)
          import Musl
        #endif

        """
      let rest = text.replacing(both, with: "")
      #expect(!rest.contains(/import (Glibc|Musl)|Glibc\./), "\(file)")
      #expect(!rest.contains("import CLinux"), "\(file)")
    }
  }

  @Test("The C names that an application's part uses are musl's as well: functions, and plain numbers")
  func names() throws {
    let text = try Self.files().map { try Repository.text($0) }.joined(separator: "\n")
    for name in Self.functions + Self.numbers {
      #expect(try text.contains(Regex(#"\b\#(name)\b"#)), "\(name) is not used any more")
    }
    let headers = [
      "errno", "fcntl", "poll", "stdlib", "string", "sys/socket", "sys/stat", "sys/time", "sys/un", "time",
      "unistd",
    ]
    let program =
      headers.map { "#include <\($0).h>\n" }.joined()
      + Self.functions.map { "void *of_\($0) = (void *)&\($0);\n" }.joined()
      + Self.numbers.map {
        "#ifndef \($0)\n#error \($0) is no macro\n#endif\nint is_\($0) = \($0);\n"
      }.joined()
    let folder = try TemporaryFolder()
    try folder.write("names.c", program)
    // A machine without it is no reason to pass: `make test` installs it.
    let result = try FinishedProgram.run(
      URL(filePath: "/usr/bin/env"),
      ["musl-gcc", "-D_GNU_SOURCE", "-Werror", "-fsyntax-only", folder.path("names.c")])
    #expect(result.status == 0, "\(result.errors)")
  }
}
