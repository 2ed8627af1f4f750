/// One step from one version of the schema to the next. Once released it never changes.
struct Migration {
  /// Recorded in the file.
  var name: String
  /// Carried out in order, in one transaction with the record of the migration.
  var statements: [String]
}
