package import LinuxSystem
package import SchedulerCore

extension LogField {
  /// A field of an entry about a task.
  package init(_ field: JournalField, _ value: String) { self.init(Name(field), value) }
}

extension LogField.Name {
  /// The name of a field of entries about tasks. All of them are valid.
  package init(_ field: JournalField) {
    guard let name = LogField.Name(field.rawValue) else {
      fatalError("\(field.rawValue) is not the name of a journal field")
    }
    self = name
  }
}
