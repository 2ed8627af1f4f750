import BackgroundTasks

/// Where photos and index are, when the command line does not say. A program that bgtaskd starts has `HOME`
/// and little else in its environment; `Exec=/usr/bin/env PHOTO_INDEXER_FOLDER=… photo-indexer` sets more.
struct Places {
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// The library that an invocation is about.
  func library(_ invocation: Invocation) throws -> PhotoLibrary {
    let folder = try invocation.folder ?? environment["PHOTO_INDEXER_FOLDER"] ?? pictures()
    let index =
      try invocation.index ?? environment["PHOTO_INDEXER_INDEX"] ?? state() + "/photo-indexer/index.jsonl"
    var library = PhotoLibrary(folder: absolute(folder), index: URL(filePath: absolute(index)))
    library.batch = invocation.batch ?? library.batch
    return library
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  private func home() throws -> String {
    guard let home = directory("HOME") else {
      throw Failure(.usage, "HOME is not set: say where with --folder and --index")
    }
    return home
  }

  private func state() throws -> String {
    try directory("XDG_STATE_HOME") ?? home() + "/.local/state"
  }

  private func pictures() throws -> String {
    if let folder = directory("XDG_PICTURES_DIR") { return folder }
    let home = try home()
    return picturesOfSession(home) ?? home + "/Pictures"
  }

  /// Relative paths are to be ignored (XDG Base Directory Specification).
  private func directory(_ name: String) -> String? {
    environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// What desktops write (xdg-user-dirs): `XDG_PICTURES_DIR="$HOME/Bilder"`. It is in no program's
  /// environment.
  private func picturesOfSession(_ home: String) -> String? {
    let file = (directory("XDG_CONFIG_HOME") ?? home + "/.config") + "/user-dirs.dirs"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    let name = "XDG_PICTURES_DIR=\""
    let line = text.split(separator: "\n").last { $0.hasPrefix(name) }
    guard let value = line?.dropFirst(name.count).prefix(while: { $0 != "\"" }), !value.isEmpty else {
      return nil
    }
    if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
    return value.hasPrefix("/") ? String(value) : nil
  }
}
