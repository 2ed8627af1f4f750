import BackgroundApplication

/// The program `photo-indexer`, from its command line to its end.
package enum PhotoIndexerProgram {
  private static let help = """
    Usage: photo-indexer [VERB] [--folder DIR]

    Indexes the photos of a folder (~/Pictures, or what the desktop calls it) in the background. They are
    read by exiv2, which is in Debian's package of that name.

      handle   handle due tasks, for as long as the process lives: bgtaskd starts this
      submit   ask for the first look at the folder; every look asks for the next one
      now      index at once; bgtaskctl list shows how far it is
      show     print the index, which is in $STATE_DIRECTORY or ~/.local/state/photo-indexer
    """

  /// Does what the command line asks for, and never returns.
  package static func main() -> Never {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
      exit(EXIT_SUCCESS)
    } catch let error as BGTaskScheduler.Error {
      // The error's own words say what to do.
      say(error.localizedDescription)
    } catch {
      say("\(error)")
    }
    exit(EXIT_FAILURE)
  }

  private static func run(_ arguments: [String]) throws {
    var words = arguments
    var folder = FileManager.default.urls(for: .picturesDirectory, in: .userDomainMask)[0]
    if let place = words.firstIndex(of: "--folder"), place + 1 < words.count {
      folder = URL(filePath: words[place + 1])
      words.removeSubrange(place...place + 1)
    }
    switch words {
    case [], ["handle"]: try handle(PhotoLibrary(folder: folder))
    case ["submit"]:
      try BGTaskScheduler.shared.submit(BackgroundWork.refreshRequest())
      print("Submitted: bgtaskd looks through the folder when it can, and from then on.")
    case ["now"]:
      try BGTaskScheduler.shared.submit(BackgroundWork.readingNowRequest(of: folder))
      print("Submitted: bgtaskctl list shows how far it is.")
    case ["show"]: try show(PhotoLibrary(folder: folder).store)
    case ["help"], ["--help"]: print(help)
    default:
      throw Failure("found \(arguments.joined(separator: " ")): photo-indexer help says what is allowed")
    }
  }

  /// Handles due tasks, as an app does in `application(_:didFinishLaunchingWithOptions:)`.
  private static func handle(_ library: PhotoLibrary) throws -> Never {
    if case .setAside(let reason, let file) = library.store.origin {
      say("the index begins anew: \(reason); the old one is \(file.path(percentEncoded: false))")
    }
    guard BackgroundWork(library: library, log: say).register() else {
      throw Failure("bgtaskd does not permit the tasks of this program: bgtaskd needs the program's manifest")
    }
    dispatchMain()
  }

  private static func show(_ store: StateStore<PhotoIndex>) throws {
    guard case .restored = store.origin else {
      throw Failure("there is no index yet: photo-indexer submit asks for one, photo-indexer now at once")
    }
    let index = store.value
    for (path, photo) in index.photos.sorted(by: { $0.key < $1.key }) {
      print(([path] + photo.texts).map(PlainLine.text).joined(separator: "\t"))
    }
    print("\(index.photos.count) files, \(index.unread.count) to be read.")
  }

  private static func say(_ text: String) {
    // The line is written in one piece without a buffer, as it is read at once. A missing reader is no error.
    try? FileHandle.standardError.write(contentsOf: Data("photo-indexer: \(PlainLine.text(text))\n".utf8))
  }
}

/// The reason why a command cannot be carried out, and what to do about it.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Text from names and photos without control characters, which a terminal would obey.
enum PlainLine {
  /// Returns the text with a visible mark in the place of each character that is not meant to be seen.
  static func text(_ text: String) -> String {
    let hidden = CharacterSet.controlCharacters.union(.newlines).union(.illegalCharacters)
    return String(text.unicodeScalars.map { hidden.contains($0) ? "\u{FFFD}" : Character($0) })
  }
}
