extension RequestField {
  /// Copies the field from one request to another. To copy several fields, take them in the order of ``all``:
  /// the arguments set or remove the whole command.
  package func copy(from source: Wire.TaskRequest, to target: inout Wire.TaskRequest) {
    switch value {
    case .identifier: target.identifier = source.identifier
    case .kind: target.kind = source.kind
    case .flag(let place), .requirement(let place, _): target[keyPath: place] = source[keyPath: place]
    case .length(let place, _), .date(let place, _), .bootTime(let place, _):
      target[keyPath: place] = source[keyPath: place]
    case .choice(let choice): choice.copy(source, &target)
    case .count(let place, _), .size(let place, _), .percent(let place, _):
      target[keyPath: place] = source[keyPath: place]
    case .expression(let place, _), .line(let place), .name(let place), .action(let place, _),
      .unit(let place), .file(let place):
      target[keyPath: place] = source[keyPath: place]
    case .calendar(let place), .identifiers(let place), .paths(let place):
      target[keyPath: place] = source[keyPath: place]
    case .arguments:
      guard let command = source.command else { return target.command = nil }
      if target.command == nil { target.command = command } else { target.command?.argv = command.argv }
    case .directory: target.command?.workingDirectory = source.command?.workingDirectory
    case .environment: target.command?.environment = source.command?.environment
    case .environmentFiles: target.command?.environmentFiles = source.command?.environmentFiles
    case .credentials(let place, _): target.command?[keyPath: place] = source.command?[keyPath: place]
    }
  }

  /// Whether two requests have the same value of the field.
  package func isSame(_ one: Wire.TaskRequest, _ other: Wire.TaskRequest) -> Bool {
    var copied = one
    copy(from: other, to: &copied)
    return copied == one
  }
}
