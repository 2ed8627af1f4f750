/// What follows from one event: what is different from now on, and what is to be done about it.
package struct Decision: Hashable, Sendable {
  /// They go into the batch's transaction, in order.
  package var changes: [StoreChange]
  /// They are carried out in order, once the batch's changes are on disk.
  package var directives: [Directive]

  /// - Parameters:
  ///   - changes: What is to be stored.
  ///   - directives: What is to be done then.
  package init(changes: [StoreChange] = [], directives: [Directive] = []) {
    self.changes = changes
    self.directives = directives
  }
}
