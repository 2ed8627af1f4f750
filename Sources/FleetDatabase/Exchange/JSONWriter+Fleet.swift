import FleetCore
import SchedulerCore
import Varlink

/// The fleet's values as JSON.
extension JSONWriter {
  /// Writes a member that is an array; none for an empty one, or where there is none.
  mutating func list<Element>(
    _ name: StaticString, _ elements: [Element]?, _ element: (inout JSONWriter, Element) -> Void
  ) {
    guard let elements, !elements.isEmpty else { return }
    self.name(name)
    array(elements, element)
  }

  /// Writes an object about a grant.
  mutating func grant(_ id: GrantID, _ more: (inout JSONWriter) -> Void) {
    beginObject()
    member("occurrence", id.occurrence)
    member("epoch", id.epoch)
    more(&self)
    endObject()
  }

  mutating func write(_ claim: Claim) {
    name("claim")
    beginObject()
    list("classes", claim.classes) { $0.text($1.value) }
    member("most", claim.most)
    endObject()
  }

  mutating func write(_ date: TaskDate) {
    beginObject()
    member("task", date.task)
    member("afterUSec", date.afterUSec)
    member("dateUSec", date.dateUSec)
    member("nextUSec", date.nextUSec)
    endObject()
  }

  mutating func write(_ report: RunReport) {
    grant(report.id) {
      $0.member("outcome", report.outcome.rawValue)
      $0.member("success", report.success)
      $0.member("exitStatus", report.exitStatus)
      $0.member("signal", report.signal)
      if !report.runId.isEmpty { $0.member("runId", report.runId) }
      $0.member("startedUSec", report.startedUSec)
      $0.member("endedUSec", report.endedUSec)
      $0.member("message", report.message)
    }
  }

  mutating func write(_ mark: SessionMark) {
    name("succeeds")
    beginObject()
    member("session", mark.session)
    member("sequence", mark.sequence)
    endObject()
  }

  mutating func write(_ verdict: ClassVerdict) {
    beginObject()
    member("class", verdict.class.value)
    member("verdict", verdict.verdict.rawValue)
    if !verdict.code.isEmpty { member("code", verdict.code) }
    if !verdict.message.isEmpty { member("message", verdict.message) }
    endObject()
  }

  mutating func write(_ begin: RunBegin) {
    grant(begin.id) {
      $0.member("runId", begin.runId)
      $0.member("startedUSec", begin.startedUSec)
    }
  }

  mutating func write(_ release: GrantRelease) {
    grant(release.id) {
      $0.member("code", release.code.rawValue)
      $0.member("message", release.message)
    }
  }

  mutating func write(_ grant: Grant) {
    self.grant(grant.id) {
      $0.member("class", grant.class.value)
      $0.member("deadlineUSec", grant.deadlineUSec)
      $0.member("identifier", grant.identifier)
      $0.member("mode", grant.mode.rawValue)
      $0.name("request")
      $0.raw(grant.request.utf8)
      $0.member("task", grant.task)
      $0.member("user", grant.user)
    }
  }
}
