import SchedulerCore

extension RequestField {
  /// The fields of a transfer.
  package static let ofTransfer: [RequestField] = [
    .init(
      name: "transfer.direction", value: .choice(.init(\.[transfer: \.direction])), option: "direction",
      key: "Direction", summary: "For a transfer: its direction", shown: .init("Transfer")),
    .init(
      name: "transfer.url", value: .line(\.[transfer: \.url]), option: "url", key: "URL",
      summary: "For a transfer: the address, https:// or http://",
      details: "With an address the kind is transfer unless the request says otherwise.",
      shown: .init("URL")),
    .init(
      name: "transfer.file", value: .line(\.[transfer: \.file]), option: "transfer-file", key: "File",
      summary: "For a transfer: the file, by its absolute path", shown: .init("File")),
    .init(
      name: "transfer.method", value: .name(\.[transfer: \.method]), option: "method", key: "Method",
      summary: "For a transfer: the HTTP method; GET, or PUT for an upload, if not given",
      shown: .init("Transfer", "by %")),
    .init(
      name: "transfer.headersFile", value: .line(\.[transfer: \.headersFile]), option: "headers-file",
      key: "HeadersFile", summary: "For a transfer: a file with further HTTP header fields",
      details: "One \"Name: value\" a line; it is read at each start, as the user.", shown: .init("Headers")),
    .init(
      name: "transfer.checksum", value: .name(\.[transfer: \.checksum]), option: "checksum",
      key: "Checksum", summary: "For a transfer: the file's checksum, sha256:HEX",
      shown: .init("Checksum")),
    .init(
      name: "transfer.bytesPerSecond",
      value: .size(\.[transfer: \.bytesPerSecond], Wire.Transfer.Bounds.bytesPerSecond),
      option: "bytes-per-second", key: "BytesPerSecond",
      summary: "For a transfer: the most bytes a second: 500K, 2M",
      shown: .init("Transfer", "up to % a second")),
    .init(
      name: "transfer.priority", value: .choice(.init(\.[transfer: \.priority])), option: "priority",
      key: "Priority", summary: "For a transfer: its priority among transfers to the same host",
      shown: .init("Transfer", "priority %")),
    .init(
      name: "transfer.discretionary", value: .flag(\.[transfer: \.discretionary]), option: "discretionary",
      key: "Discretionary", summary: "For a transfer: it can wait for a good moment, like other tasks",
      shown: .init("Transfer", "discretionary")),
    .init(
      name: "transfer.session", value: .name(\.[transfer: \.session]), option: "session", key: "Session",
      summary: "For a transfer: the task that begins when all transfers that name it end",
      shown: .init("Transfer", "before %")),
    .init(
      name: "transfer.report", value: .line(\.[transfer: \.report]), option: "report", key: "Report",
      summary: "For a transfer: a file for a report on its outcome, as JSON", shown: .init("Report")),
  ]
}

extension Wire.TaskRequest {
  /// An optional field of the transfer. The request has no transfer when all fields are empty.
  fileprivate subscript<Value>(
    transfer place: any WritableKeyPath<Wire.Transfer, Value?> & Sendable
  ) -> Value? {
    get { transfer?[keyPath: place] }
    set { transfer = transfer.with(newValue, at: place, empty: Self.noTransfer) }
  }

  /// A required field of the transfer.
  fileprivate subscript<Value>(
    transfer place: any WritableKeyPath<Wire.Transfer, Value> & Sendable
  ) -> Value? {
    get { transfer?[keyPath: place] }
    set {
      transfer = transfer.with(newValue ?? Self.noTransfer[keyPath: place], at: place, empty: Self.noTransfer)
    }
  }

  private static let noTransfer = Wire.Transfer(direction: .download, url: "", file: "")
}
