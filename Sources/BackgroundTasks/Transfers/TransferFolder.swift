import Foundation

/// The files of a session: a folder for each transfer whose end the program has not heard of, with the
/// request, the data and the report. The folder is there before the transfer is submitted.
struct TransferFolder: Sendable {
  let session: String
  private let root: URL

  init(session: String, in directory: URL?) {
    self.session = session
    root = (directory ?? StateDirectory.own).appending(path: "transfers").appending(path: session)
  }

  /// The request of a transfer.
  private struct Record: Codable {
    var direction: BackgroundTransfer.Direction
    var url: URL
    /// The file that an upload sends.
    var file: URL?
    var note: String?
  }

  /// Writes down a transfer that is about to be submitted.
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

  /// The transfers whose ends were not told, ordered by name.
  var transfers: [BackgroundTransfer] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.filePath)) ?? []
    return names.sorted().compactMap { transfer("\(session).\($0)") }
  }

  /// Returns a transfer; nil when there is none, or none any more.
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

  /// Returns the place of a transfer's report.
  func report(_ id: String) -> URL { folder(id).appending(path: "report") }

  /// Notes that the scheduler has the transfer: if it knows nothing of it later, it was cancelled.
  func noteAcceptance(_ transfer: BackgroundTransfer) throws {
    try Data().write(to: acceptance(transfer.id))
  }

  /// Whether the transfer may still be on its way to the scheduler, from any process. A process that was
  /// killed meanwhile is waited for no longer than any call takes.
  func mayBeBeginning(_ transfer: BackgroundTransfer, at now: Date = Date()) -> Bool {
    let manager = FileManager.default
    if manager.fileExists(atPath: acceptance(transfer.id).filePath) { return false }
    let made = try? manager.attributesOfItem(atPath: recordFile(transfer.id).filePath)[.modificationDate]
    return (made as? Date).map { abs(now.timeIntervalSince($0)) < Self.longestBeginning } ?? false
  }

  /// The longest time of a submission, in seconds.
  private static let longestBeginning: TimeInterval = 120

  /// Moves a downloaded file out of its folder, to a place that only the program's user can read.
  /// - Returns: The place, where the file stays until it is taken away, for a day at least.
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
    // The day counts from now, whatever date the server has given the file.
    try? manager.setAttributes([.modificationDate: Date()], ofItemAtPath: aside.filePath)
    return aside
  }

  /// The time for which a file stays aside, in seconds.
  private static let longestAside: TimeInterval = 86_400

  /// Removes a transfer of which nothing more is to be told.
  func remove(_ transfer: BackgroundTransfer) throws {
    try FileManager.default.removeItem(at: folder(transfer.id))
  }

  private func recordFile(_ id: String) -> URL { folder(id).appending(path: "request") }

  private func acceptance(_ id: String) -> URL { folder(id).appending(path: "accepted") }

  private func folder(_ id: String) -> URL {
    root.appending(path: String(id.dropFirst(session.count + 1)))
  }
}
