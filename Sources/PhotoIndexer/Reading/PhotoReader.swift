/// Reads all that the index has of a file.
enum PhotoReader {
  /// What became of reading a file.
  enum Result: Equatable {
    case read(IndexedPhoto)
    /// It is not there any more.
    case gone
    /// It was told to stop before it had read all of a long file.
    case stopped
  }

  /// Reads a file that was found. Whatever is wrong with it stands in the entry.
  /// - Parameter shouldStop: Asked now and then while a long file is read.
  static func read(_ found: FoundFile, in folder: String, shouldStop: () -> Bool = { false }) -> Result {
    var photo = IndexedPhoto(path: found.path, stamp: found.stamp, problem: found.problem)
    guard found.problem == nil else { return .read(photo) }
    do throws(PhotoProblem) {
      guard let file = try PhotoFile("\(folder)/\(found.path)") else { return .gone }
      photo.stamp = file.stamp
      guard let hash = try file.hash(shouldStop: shouldStop) else { return .stopped }
      photo.hash = hash.text
      var facts: PhotoFacts?
      defer { photo.facts = facts }
      try read(file, named: found.path, into: &facts)
    } catch {
      photo.problem = error
    }
    return .read(photo)
  }

  /// Reads what the content says. What was found before a problem stays.
  static func read(_ file: some PhotoBytes, named name: String, into facts: inout PhotoFacts?)
    throws(PhotoProblem)
  {
    let said = PhotoFormat(name: name)
    guard file.count > 0 else { throw PhotoProblem(.truncated, "it is empty") }
    guard let format = PhotoFormat(signature: try file.read(12, at: 0)) else {
      throw PhotoProblem(
        .notAPhoto, "its name says \(said?.rawValue ?? "nothing"), its content is of no known format")
    }
    var read = PhotoFacts(format)
    defer { facts = read }
    switch format {
    case .jpeg: try JPEGReader.read(file, into: &read)
    case .png: try PNGReader.read(file, into: &read)
    case .gif: try GIFReader.read(file, into: &read)
    case .webp: try WebPReader.read(file, into: &read)
    }
    if let said, said != format {
      throw PhotoProblem(.misnamed, "its name says \(said.rawValue), it is a \(format.rawValue) file")
    }
  }
}
