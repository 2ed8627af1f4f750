import Foundation

/// What a session has on disk: for each transfer that the program has not heard the end of a folder, with
/// what was asked for, what has come and what became of it. It is there before the transfer is handed in.
struct TransferFolder: Sendable {
  let session: String
  private let root: URL

  init(session: String, in directory: URL?) {
    self.session = session
    root = (directory ?? StateDirectory.own).appending(path: "transfers").appending(path: session)
  }

  /// What was asked for.
  private struct Record: Codable {
    var direction: BackgroundTransfer.Direction
    var url: URL
    /// What is sent.
    var file: URL?
    var note: String?
  }

  /// Writes down a transfer that is about to be handed in.
  func add(
    _ direction: BackgroundTransfer.Direction, _ request: BackgroundTransferRequest, file: URL?
  ) throws -> BackgroundTransfer {
    let id = "\(session).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    try FileManager.default.createDirectory(
      at: folder(id), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let record = Record(
      direction: direction, url: request.url, file: file?.absoluteURL, note: request.note)
    try JSONEncoder().encode(record).write(to: recordFile(id), options: .atomic)
    return transfer(id, record)
  }

  /// All whose ends were not told, in the order of their names.
  var transfers: [BackgroundTransfer] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.filePath)) ?? []
    return names.sorted().compactMap { transfer("\(session).\($0)") }
  }

  /// Nil when there is none, or none any more.
  func transfer(_ id: String) -> BackgroundTransfer? {
    guard let data = try? Data(contentsOf: recordFile(id)),
      let record = try? JSONDecoder().decode(Record.self, from: data)
    else { return nil }
    return transfer(id, record)
  }

  private func transfer(_ id: String, _ record: Record) -> BackgroundTransfer {
    BackgroundTransfer(
      id: id, direction: record.direction, url: record.url,
      file: record.file ?? folder(id).appending(path: "data"), note: record.note)
  }

  /// Where what became of a transfer is written.
  func report(_ id: String) -> URL { folder(id).appending(path: "report") }

  /// The scheduler has it: when it knows nothing of it any more, it was cancelled.
  func noteAcceptance(_ transfer: BackgroundTransfer) throws {
    try Data().write(to: acceptance(transfer.id))
  }

  /// Whether it may be on its way to the scheduler still, from any process. Who was killed meanwhile is
  /// waited for no longer than any call takes.
  func mayBeBeginning(_ transfer: BackgroundTransfer, at now: Date = Date()) -> Bool {
    let manager = FileManager.default
    if manager.fileExists(atPath: acceptance(transfer.id).filePath) { return false }
    let made = try? manager.attributesOfItem(atPath: recordFile(transfer.id).filePath)[.modificationDate]
    return (made as? Date).map { abs(now.timeIntervalSince($0)) < Self.longestBeginning } ?? false
  }

  /// In seconds.
  private static let longestBeginning: TimeInterval = 120

  /// Moves what has come out of its folder, to a place that only the program's user can read.
  /// - Returns: Where it is until somebody takes it away, for a day at least.
  func setAside(_ transfer: BackgroundTransfer) throws -> URL {
    let manager = FileManager.default
    let place = root.appending(path: ".taken")
    try manager.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let old = try manager.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
    for file in old {
      let left = try? manager.attributesOfItem(atPath: file.filePath)[.modificationDate] as? Date
      if let left, left.timeIntervalSinceNow < -Self.longestAside { try? manager.removeItem(at: file) }
    }
    let aside = place.appending(path: transfer.id)
    try manager.moveItem(at: transfer.file, to: aside)
    // From now on, whatever date the server has given it.
    try? manager.setAttributes([.modificationDate: Date()], ofItemAtPath: aside.filePath)
    return aside
  }

  /// In seconds.
  private static let longestAside: TimeInterval = 86_400

  /// Nothing more is to be told of it.
  func remove(_ transfer: BackgroundTransfer) throws {
    try FileManager.default.removeItem(at: folder(transfer.id))
  }

  private func recordFile(_ id: String) -> URL { folder(id).appending(path: "request") }

  private func acceptance(_ id: String) -> URL { folder(id).appending(path: "accepted") }

  private func folder(_ id: String) -> URL {
    root.appending(path: String(id.dropFirst(session.count + 1)))
  }
}
