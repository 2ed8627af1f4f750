import SchedulerCore

extension RequestField {
  /// The fields of a path watch.
  static let ofPaths: [RequestField] = [
    .init(
      name: "pathChange.paths", value: .paths(\.changedPaths), option: "on-path-changed",
      key: "OnPathChanged",
      summary: "Run each time this file or folder has changed; may be repeated",
      details: """
        What counts: the contents or the attributes change, or the path appears or disappears; for a folder \
        also what is directly in it. Changes while bgtaskd was down count. With conditions, the task \
        begins when they hold as well.
        """, shown: .init("When changed")),
    .init(
      name: "pathChange.quietDurationUSec",
      value: .length(\.[pathChange: \.quietDurationUSec], Wire.PathChange.Bounds.quietDurationUSec),
      option: "quiet", key: "Quiet",
      summary: "Begin after this long without a further change; 5s if not given",
      shown: .init("When changed", "and quiet for %")),
    .init(
      name: "pathChange.atLatestDurationUSec",
      value: .length(\.[pathChange: \.atLatestDurationUSec], Wire.PathChange.Bounds.atLatestDurationUSec),
      option: "at-latest", key: "AtLatest",
      summary: "Begin this long after the first change at the latest; 1min if not given",
      shown: .init("When changed", "or % after the first change")),
    .init(
      name: "pathChange.ownChanges", value: .choice(.init(\.[pathChange: \.ownChanges])),
      option: "own-changes", key: "OwnChanges",
      summary: "Whether changes during a run start the task again; count if not given",
      details: """
        count: they do, whoever makes them. If the task itself changes a path that it watches, its runs come \
        after growing pauses, from a second to an hour. ignore: no change during a run counts.
        """, shown: .init("When changed", "changes during a run: %")),
  ]
}

extension Wire.TaskRequest {
  /// The paths that the task watches. Without paths the whole path watch is absent.
  package var changedPaths: [String]? {
    get { pathChange?.paths }
    set {
      pathChange = newValue.flatMap {
        pathChange.with($0, at: \.paths, empty: Wire.PathChange(paths: []))
      }
    }
  }

  /// Another field of the path watch.
  subscript<Value>(pathChange place: any WritableKeyPath<Wire.PathChange, Value?> & Sendable) -> Value? {
    get { pathChange?[keyPath: place] }
    set { pathChange = pathChange.with(newValue, at: place, empty: Wire.PathChange(paths: [])) }
  }
}
