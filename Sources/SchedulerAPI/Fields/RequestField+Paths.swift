import SchedulerCore

extension RequestField {
  /// The fields of a path watch.
  static let ofPaths: [RequestField] = [
    .init(
      name: "pathChange.paths", value: .paths(\.changedPaths), option: "on-path-changed",
      key: "OnPathChanged",
      summary: "Run each time this file or folder has changed; may be repeated",
      details: """
        Its contents, its attributes, or that it is there; of a folder what is directly in it. What has \
        changed while bgtaskd was down counts. It comes together with conditions: it begins when they hold.
        """, shown: .init("When changed")),
    .init(
      name: "pathChange.quietDurationUSec",
      value: .length(\.[pathChange: \.quietDurationUSec], Wire.PathChange.Bounds.quietDurationUSec),
      option: "quiet", key: "Quiet",
      summary: "Once that has been left alone for so long; 5s if not given",
      shown: .init("When changed", "and quiet for %")),
    .init(
      name: "pathChange.atLatestDurationUSec",
      value: .length(\.[pathChange: \.atLatestDurationUSec], Wire.PathChange.Bounds.atLatestDurationUSec),
      option: "at-latest", key: "AtLatest",
      summary: "Or so long after the first change; 1min if not given",
      shown: .init("When changed", "or % after the first change")),
    .init(
      name: "pathChange.ownChanges", value: .choice(.init(\.[pathChange: \.ownChanges])),
      option: "own-changes", key: "OwnChanges",
      summary: "Whether what changes while the task runs starts it again; count if not given",
      details: """
        count: it does, whoever made the change. If the task changes what it watches itself, its runs come \
        after growing pauses, from a second to an hour. ignore: nobody's change counts then.
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
