package import FleetCore
import SchedulerCore
package import Varlink

/// The agent's state as the text of its file. It is read by the agent that wrote it, or by the next version.
extension StoredFleet: MessageStructure {
  private static let fields: [StaticString] = [
    "boot", "durable", "grants", "isAccepted", "lease", "revision", "sequence", "session", "succeeds",
  ]

  package init(from reader: inout JSONReader) throws(InvalidValue) {
    var (boot, session): (String?, String?)
    var (revision, sequence): (Int64?, Int64?)
    var (isDurable, isAccepted) = (true, false)
    var succeeds: SessionMark?
    var lease: FleetLease?
    var grants: [StoredGrant] = []
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
      case 0: boot = try reader.text()
      case 1: isDurable = try reader.flag()
      case 2: grants = try reader.array(StoredGrant.init(from:))
      case 3: isAccepted = try reader.flag()
      case 4: lease = try FleetLease(from: &reader)
      case 5: revision = try reader.integer()
      case 6: sequence = try reader.integer()
      case 7: session = try reader.text()
      default: succeeds = try SessionMark(from: &reader)
      }
    }
    self.init(
      revision: try reader.need(revision, "revision", in: members), isDurable: isDurable,
      boot: try reader.need(boot, "boot", in: members),
      mark: SessionMark(
        session: try reader.need(session, "session", in: members),
        sequence: try reader.need(sequence, "sequence", in: members)), isAccepted: isAccepted,
      succeeds: succeeds, lease: lease, grants: grants)
  }

  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("boot", boot)
    writer.member("durable", isDurable)
    writer.list("grants", grants) { writer, grant in
      writer.beginObject()
      grant.writeMembers(to: &writer)
      writer.endObject()
    }
    writer.member("isAccepted", isAccepted)
    if let lease {
      writer.name("lease")
      writer.beginObject()
      writer.member("lengthUSec", lease.length.uSec)
      writer.member("sentUSec", lease.sent.uSec)
      writer.endObject()
    }
    writer.member("revision", revision)
    writer.member("sequence", mark.sequence)
    writer.member("session", mark.session)
    if let succeeds { writer.write(succeeds) }
  }
}

extension FleetLease {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var (sent, length): (Int64?, Int64?)
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["lengthUSec", "sentUSec"]) {
      if member == 0 { length = try reader.integer() } else { sent = try reader.integer() }
    }
    self.init(
      sent: BootTime(uSec: try reader.need(sent, "sentUSec", in: members)),
      leaseUSec: try reader.need(length, "lengthUSec", in: members))
  }
}

extension SessionMark {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var (session, sequence): (String?, Int64?)
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["session", "sequence"]) {
      if member == 0 { session = try reader.text() } else { sequence = try reader.integer() }
    }
    self.init(
      session: try reader.need(session, "session", in: members),
      sequence: try reader.need(sequence, "sequence", in: members))
  }
}

extension StoredGrant {
  private static let fields: [StaticString] = ["begin", "end", "epoch", "grant", "occurrence", "release"]

  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var grant: Grant?
    var begin: RunBegin?
    var end: RunReport?
    var release: GrantRelease?
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
      case 0: begin = try RunBegin(from: &reader)
      case 1: end = try RunReport(from: &reader)
      case 2: name.epoch = try reader.integer()
      case 3: grant = try Grant(from: &reader)
      case 4: name.occurrence = try reader.integer()
      default: release = try GrantRelease(from: &reader)
      }
    }
    self.init(id: try name.id(reader, members), grant: grant, begin: begin, end: end, release: release)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    if let begin {
      writer.name("begin")
      writer.write(begin)
    }
    if let end {
      writer.name("end")
      writer.write(end)
    }
    writer.member("epoch", id.epoch)
    if let grant {
      writer.name("grant")
      writer.write(grant)
    }
    writer.member("occurrence", id.occurrence)
    if let release {
      writer.name("release")
      writer.write(release)
    }
  }
}

extension RunBegin {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var (run, started): (String?, Int64?)
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["occurrence", "epoch", "runId", "startedUSec"]) {
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      case 2: run = try reader.text()
      default: started = try reader.integer()
      }
    }
    self.init(
      id: try name.id(reader, members), runId: try reader.need(run, "runId", in: members),
      startedUSec: try reader.need(started, "startedUSec", in: members))
  }
}

extension RunReport {
  private static let fields: [StaticString] = [
    "occurrence", "epoch", "outcome", "success", "exitStatus", "signal", "runId", "startedUSec", "endedUSec",
    "message",
  ]

  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var outcome: Outcome?
    var success = false
    var exitStatus: Int32?
    var (signal, message): (String?, String?)
    var run = ""
    var (started, ended): (Int64, Int64) = (0, 0)
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      case 2: outcome = try reader.word(Outcome.self)
      case 3: success = try reader.flag()
      case 4: exitStatus = Int32(truncatingIfNeeded: try reader.integer())
      case 5: signal = try reader.text()
      case 6: run = try reader.text()
      case 7: started = try reader.integer()
      case 8: ended = try reader.integer()
      default: message = try reader.text()
      }
    }
    self.init(
      id: try name.id(reader, members), outcome: try reader.need(outcome, "outcome", in: members),
      success: success, exitStatus: exitStatus, signal: signal, runId: run, startedUSec: started,
      endedUSec: ended, message: message)
  }
}

extension GrantRelease {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var code: ReleaseCode?
    var message = ""
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["occurrence", "epoch", "code", "message"]) {
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      case 2: code = try reader.word(ReleaseCode.self)
      default: message = try reader.text()
      }
    }
    self.init(
      id: try name.id(reader, members), code: try reader.need(code, "code", in: members), message: message)
  }
}
