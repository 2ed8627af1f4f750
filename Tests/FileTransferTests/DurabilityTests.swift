import Foundation
import TestSupport
import Testing

@Suite("What the disk has of a transfer")
struct DurabilityTests {
  /// Goes before the C library in the program, and notes in the file `CALLS` which names it gives to files,
  /// and what it waits for the disk to have.
  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>

    static void note(const char *call, int file, const char *slash, const char *name) {
      char place[64], path[4096];
      snprintf(place, sizeof place, "/proc/self/fd/%d", file);
      ssize_t length = readlink(place, path, sizeof path);
      int calls = open(getenv("CALLS"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      dprintf(calls, "%s %.*s%s%s\n", call, (int)length, path, slash, name);
      close(calls);
    }

    int fsync(int file) {
      int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
      note("fsync", file, "", "");
      return next(file);
    }

    int renameat(int from, const char *old, int to, const char *name) {
      int (*next)(int, const char *, int, const char *) =
          (int (*)(int, const char *, int, const char *))dlsym(RTLD_NEXT, "renameat");
      note("rename", to, "/", name);
      return next(from, old, to, name);
    }
    """#

  /// Compiles the source.
  private static func library(in folder: TemporaryFolder) throws -> String {
    let source = try folder.write("calls.c", Self.source)
    let build = try FinishedProgram.run(
      URL(filePath: "/usr/bin/gcc"), ["-shared", "-fPIC", "-o", folder.path("calls.so"), source])
    try #require(build.status == 0, "\(build.errors)")
    return folder.path("calls.so")
  }

  @Test("A file that gets its name has it after a power failure: the download, its record and the report")
  func names() throws {
    let bench = try Bench()
    let content = bench.content
    // The first attempt ends half-way, and its record says how far it came.
    let server = try ScriptedWebServer { request, answer in
      answer.give(request, of: content, upTo: request.number == 0 ? 100_000 : nil, "ETag: \"one\"")
    }
    let library = try Self.library(in: bench.folder)
    let variables = ["LD_PRELOAD": library, "CALLS": bench.folder.path("calls")]
    let transfer = try bench.download("\(server.address)/a")
    for status in [75, 0] as [Int32] { try bench.run(transfer, variables, expecting: status) }
    #expect(bench.has(content))
    let log = try String(contentsOfFile: bench.folder.path("calls"), encoding: .utf8)
    let calls = log.split(separator: "\n").map(String.init)
    var named: [String] = []
    for (place, call) in calls.enumerated() where call.hasPrefix("rename ") {
      let path = String(call.dropFirst("rename ".count))
      let slash = try #require(path.lastIndex(of: "/"))
      named.append(String(path[path.index(after: slash)...]))
      #expect(calls.dropFirst(place + 1).first == "fsync \(path[..<slash])", "\(path)")
    }
    #expect(Set(named) == ["file", ".file.bgtask-record", "report"])
    #expect(named.count > 4, "the record of the first attempt is written twice: \(named)")
  }
}
