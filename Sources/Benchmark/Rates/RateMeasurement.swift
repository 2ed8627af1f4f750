/// The rates of durable submissions in several manners, beside peers with the same bytes, and the servers'
/// processor time for each submission.
struct RateMeasurement {
  /// A load and its turns. The load of a peer that is not installed has neither.
  private struct Row {
    let name: String
    let title: String
    let peer: String?
    var load: (any Load)?
    var turns: [Turn] = []
  }

  private var rows: [Row] = []

  init(daemon: MeasuredDaemon, beanstalkd: String?, in directory: ScratchDirectory) throws {
    let folder = try directory.folder("files")
    let bytes = Array(TaskRequests("stored").call.utf8)
    add("append", "append and fdatasync", try AppendLoad(bytes, path: "\(folder)/appended"))
    add("sqlite", "SQLite, one row a transaction", try RowLoad(bytes, path: "\(folder)/rows"))
    for (name, durability) in [("beanstalkd", Beanstalkd.Durability.always), ("beanstalkdLazy", .never)] {
      let server = try beanstalkd.map {
        try Beanstalkd(program: $0, durability, in: try directory.folder(name))
      }
      for way in [Way.one, .sixteen, .pipelined64] {
        let load = try server.map { try way.load($0, Beanstalkd.put(TaskRequests(way.name).call)) }
        add(name + way.name, "beanstalkd \(durability.rawValue), \(way.title)", load)
      }
    }
    for (way, peer) in [
      (Way.one, "sqlite"), (.sixteen, "beanstalkdSixteen"), (.pipelined64, "beanstalkdPipelined64"),
    ] {
      let load = try way.load(daemon, TaskRequests(way.name).single)
      add("submit" + way.name, "bgtaskd, \(way.title)", load, peer: peer)
    }
    // beanstalkd has no batches, and takes most when requests are pipelined.
    add(
      "submitBatch256", "bgtaskd, batches of 256",
      try SocketLoad(daemon, TaskRequests("Batch256").batch(256)), peer: "beanstalkdPipelined64")
  }

  private mutating func add(_ name: String, _ title: String, _ load: (any Load)?, peer: String? = nil) {
    rows.append(Row(name: name, title: title, peer: peer, load: load))
  }

  /// Gives each load a turn.
  mutating func round(_ number: Int, _ plan: Plan, _ progress: ProgressLine) throws {
    for index in rows.indices where rows[index].load != nil {
      progress.show("\(rows[index].title) (\(number) of \(plan.rounds))")
      if let turn = try rows[index].load?.run(forNSec: plan.turnNSec) { rows[index].turns.append(turn) }
    }
  }

  /// The figures of all rounds.
  var sections: [Section] {
    let rates = rows.map {
      Figure(
        name: $0.name, title: $0.title, unit: .perSecond, peer: $0.peer, samples: $0.turns.map(\.perSecond))
    }
    let pairs = [
      ("beanstalkdOne", nil), ("beanstalkdPipelined64", nil), ("submitOne", "beanstalkdOne"),
      ("submitSixteen", nil), ("submitPipelined64", "beanstalkdPipelined64"), ("submitBatch256", nil),
    ]
    let computed = pairs.flatMap { name, peer in
      rows.filter { $0.name == name }.map {
        Figure(
          name: name + "Computing", title: $0.title, unit: .microseconds, peer: peer.map { $0 + "Computing" },
          samples: $0.turns.compactMap(\.serverUSec))
      }
    }
    return [
      Section(title: "durable submissions a second", figures: rates),
      Section(title: "computing of the server for one submission", figures: computed),
    ]
  }

  /// The way in which clients send requests.
  private struct Way {
    let name: String
    let title: String
    var clients = 1
    var depth = 1

    static let one = Way(name: "One", title: "one client")
    static let sixteen = Way(name: "Sixteen", title: "16 clients", clients: 16)
    static let pipelined64 = Way(name: "Pipelined64", title: "pipelined by 64", depth: 64)

    func load(_ server: any Server, _ exchange: Exchange) throws -> SocketLoad {
      try SocketLoad(server, exchange, clients: clients, depth: depth)
    }
  }
}
