package import Foundation

/// A Debian package that was built from the release programs, with its contents. It is removed with the last
/// reference to it.
package final class BuiltPackage: Sendable {
  /// The programs that were built for it; it has one more, by a second name.
  package static let programs = [
    "bgtaskd", "bgtaskctl", "bgtask-transfer", "bgtask-idle-wayland", "bgtask-idle-x11",
  ]
  /// The package of the fleet's agent, and its program.
  package static let fleet = (name: "bgtaskd-fleet", program: "bgtask-fleet")

  /// The reason why it cannot be built here, or `nil`. Skipped suites print it.
  package static let obstacle: String? = {
    for program in programs + [fleet.program] where BuiltProduct.release(program) == nil {
      return "the package is made of release programs, and there are none (make release)"
    }
    for tool in ["dpkg-deb", "dpkg-shlibdeps", "dpkg-gencontrol", "strip"]
    where !FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)") {
      return "building a Debian package needs \(tool) (packages dpkg-dev, binutils)"
    }
    return nil
  }()

  /// The package itself, `bgtaskd_VERSION_ARCHITECTURE.deb`.
  package let file: URL
  /// The folder with its files, and with dpkg's in `DEBIAN`.
  package let root: URL
  private let folder: TemporaryFolder

  /// Builds a package.
  /// - Parameters:
  ///   - name: The package.
  ///   - version: The version of the package; by default that of its programs, which do not depend on it.
  ///   - repository: The working tree that its other files come from.
  ///   - programs: The directory of the programs; by default that of the release build.
  ///   - environment: Added to the build's environment.
  ///   - umask: The umask of the build, in octal.
  /// - Throws: ``BuiltPackageError`` with the build's output.
  package init(
    _ name: String = "bgtaskd", version: String? = nil, repository: URL = Repository.root,
    programs: URL? = nil,
    environment: [String: String] = [:], umask: String = "022"
  ) throws {
    guard let programs = programs ?? BuiltProduct.release("bgtaskd")?.deletingLastPathComponent() else {
      throw BuiltPackageError(Self.obstacle ?? "")
    }
    folder = try TemporaryFolder()
    let build = try FinishedProgram.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "umask \(umask); exec \"$@\"", "sh",
        repository.appending(path: "config/debian/build.sh").path(),
        try version ?? Self.version(of: programs), programs.path(percentEncoded: false), folder.path("build"),
        name,
      ],
      // Compression as for a download takes ten seconds.
      environment: ["DPKG_DEB_COMPRESSOR_LEVEL": "0"].merging(environment) { $1 })
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("build"))
    guard build.status == 0, let package = files.first(where: { $0.hasSuffix(".deb") }) else {
      throw BuiltPackageError("build.sh ended with \(build.status):\n\(build.output)\(build.errors)")
    }
    file = folder.url.appending(path: "build/\(package)")
    root = folder.url.appending(path: "root")
    let unpacking = try FinishedProgram.run(
      URL(filePath: "/usr/bin/dpkg-deb"), ["--raw-extract", file.path(), root.path()])
    guard unpacking.status == 0 else { throw BuiltPackageError(unpacking.errors) }
  }

  /// Returns the path of a file of the package.
  package func path(_ name: String) -> String { root.appending(path: name).path() }

  /// Returns the text of a file of the package.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// Returns a field of the package's control file, which is empty when it is not there.
  package func field(_ name: String) throws -> String {
    try FinishedProgram.run(URL(filePath: "/usr/bin/dpkg-deb"), ["--field", file.path(), name]).output
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func version(of programs: URL) throws -> String {
    let said = try FinishedProgram.run(programs.appending(path: "bgtaskd"), ["--version"]).output
    return said.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
  }
}

/// The error that a package could not be built.
package struct BuiltPackageError: Error, CustomStringConvertible {
  /// The build's output, or the reason why there was no build.
  package let description: String

  init(_ description: String) { self.description = description }
}
