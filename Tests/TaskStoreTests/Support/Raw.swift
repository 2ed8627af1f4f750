@testable import TaskStore

/// The store's file, opened behind the store's back: what a person with another tool could do to it.
enum Raw {
  static func execute(_ statements: [String], in directory: String) throws(StoreError) {
    let connection = try Connection(path: StateDirectory(path: directory).database)
    for statement in statements { try connection.rows(sql: statement) }
  }

  static func plan(_ query: Query, in directory: String) throws(StoreError) -> [String] {
    let connection = try Connection(path: StateDirectory(path: directory).database)
    var plan: [String] = []
    try connection.rows(sql: "EXPLAIN QUERY PLAN \(query.sql)") { row in
      if case .text(let text)? = row.last { plan.append(text) }
    }
    return plan
  }
}
