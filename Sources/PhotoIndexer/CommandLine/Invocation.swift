import BackgroundTasks

/// What the command line asks for.
struct Invocation: Equatable {
  enum Verb: String, CaseIterable {
    /// Handles what is due for as long as the process lives.
    case handle
    case submit
    case now
    case show
    case help
  }

  var verb = Verb.handle
  var folder: String?
  var index: String?
  var every: TimeInterval?
  var batch: Int?
  var worksOnBattery = false
  var isVerbose = false

  static let help = """
    Usage: photo-indexer [VERB] [OPTION...]

    Indexes the photos of a folder in the background: dimensions, date, camera, duplicates.

    Verbs:
      (none)          handle what is due, for as long as the process lives: what bgtaskd starts
      submit          ask for the first look at the folder; every look asks for the next one
      now             index at once; bgtaskctl list shows how far it is
      show            print the index
      help            print this

    Options:
      --folder DIR    the photos (else $PHOTO_INDEXER_FOLDER, $XDG_PICTURES_DIR, ~/Pictures)
      --index FILE    the index (else $PHOTO_INDEXER_INDEX, $XDG_STATE_HOME/photo-indexer/index.jsonl)
      --every SPAN    from one look to the next, at least, such as 15min or "1h 30min" (1h)
      --batch COUNT   write the index after so many photos (64)
      --on-battery    read photos on battery as well
      --verbose       print a line for every photo that is read

    """

  /// Reads a command line.
  /// - Parameter arguments: Without the program's name.
  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    if let word = rest.first, !word.hasPrefix("-") {
      guard let verb = Verb(rawValue: word) else { throw .usage("there is no verb \(SafeLine.text(word))") }
      self.verb = verb
      rest.removeFirst()
    }
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      var value: String? = parts.count > 1 ? parts[1] : nil
      func takeValue(_ what: String) throws(Failure) -> String {
        guard let found = value ?? rest.popFirst(), !found.isEmpty else {
          throw .usage("\(parts[0]) needs \(what)")
        }
        value = nil
        return found
      }
      switch parts[0] {
      case "--folder": folder = try takeValue("a folder")
      case "--index": index = try takeValue("a file")
      case "--every":
        let text = try takeValue("a length of time, such as 15min")
        guard let seconds = TimeSpan.seconds(text) else {
          throw .usage(
            "--every: found \(SafeLine.text(text)), allowed is a length of time such as 15min, up to a year")
        }
        every = seconds
      case "--batch":
        let text = try takeValue("a number")
        guard let count = Int(text), 1...1_000_000 ~= count else {
          throw .usage("--batch: found \(SafeLine.text(text)), allowed are 1 to 1000000")
        }
        batch = count
      case "--on-battery": worksOnBattery = true
      case "--verbose": isVerbose = true
      case "--help", "-h": verb = .help
      default: throw .usage("there is no option \(SafeLine.text(word))")
      }
      if value != nil { throw .usage("\(parts[0]) takes no value") }
    }
  }
}
