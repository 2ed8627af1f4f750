package import SchedulerCore

extension Wire.PathChange {
  /// Checks the path watch and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> PathTrigger {
    var seen: Set<String> = []
    for (index, path) in paths.enumerated() {
      let field = "pathChange.paths[\(index)]"
      try FieldCheck.absolutePath(path, field: field)
      guard seen.insert(path).inserted else {
        throw .invalidRequest(
          field: field, message: "found \(FieldCheck.quoted(path)) twice, allowed is once")
      }
    }
    let quiet = quietDurationUSec.map(TimeSpan.init) ?? PathTrigger.defaultQuiet
    let atLatest = atLatestDurationUSec.map(TimeSpan.init) ?? max(PathTrigger.defaultAtLatest, quiet)
    guard quiet <= atLatest else {
      throw .invalidRequest(
        field: "pathChange.atLatestDurationUSec",
        message:
          "found \(atLatest.shortText), allowed is no less than quietDurationUSec, \(quiet.shortText)")
    }
    return PathTrigger(paths, quiet: quiet, atLatest: atLatest, ownChanges: ownChanges ?? .count)
  }
}
