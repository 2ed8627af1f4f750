/// The schema of the fleet's database.
package enum FleetSchema {
  /// The version of the functions that this program calls.
  package static let version = 1

  /// The SQL that makes the schema, or brings it up to date. It may be run again.
  package static var script: String { String(decoding: PackageResources.schema_1_sql, as: UTF8.self) }
}
