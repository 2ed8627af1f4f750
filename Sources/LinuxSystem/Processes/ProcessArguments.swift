import CLinux

/// The command line of this process, as the kernel has handed it over. Swift's `CommandLine` may be empty
/// instead: see `CLinuxArguments.h`.
package enum ProcessArguments {
  /// The last part of the path that the program was called by; a program may have more than one name.
  package static var calledName: RawText {
    let name = clinux_argument(0).map { RawText(cString: $0) }?.bytes ?? []
    return RawText(name.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// The arguments without the program's name, as bytes: Swift's own list repairs invalid UTF-8.
  package static var own: [RawText] {
    (1..<max(clinux_argument_count(), 1)).compactMap { clinux_argument($0).map { RawText(cString: $0) } }
  }

  /// The arguments without the program's name, as texts: invalid UTF-8 is repaired.
  package static var ownTexts: [String] { own.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
