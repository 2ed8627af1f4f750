/// The command line of this process.
package enum ProcessArguments {
  /// The last part of the path that the program was called by; a program may have more than one name.
  package static var calledName: RawText {
    let name = CommandLine.unsafeArgv[0].map { RawText(cString: $0) }?.bytes ?? []
    return RawText(name.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// The arguments without the program's name, as bytes: Swift's own list repairs invalid UTF-8.
  package static var own: [RawText] {
    (1..<max(CommandLine.argc, 1)).compactMap { CommandLine.unsafeArgv[Int($0)].map { RawText(cString: $0) } }
  }
}
