/// The command line of this process.
package enum ProcessArguments {
  /// Without the program's name, as the system has them: Swift's own list repairs what is no text.
  package static var own: [RawText] {
    (1..<max(CommandLine.argc, 1)).compactMap { CommandLine.unsafeArgv[Int($0)].map { RawText(cString: $0) } }
  }
}
