extension SchedulerMethod.SubmitBatch.Parameters {
  /// What is submitted. Each request is checked by itself, see ``Wire/TaskRequest/submission()``.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for too many.
  public func checkedRequests() throws(SchedulerInterfaceError) -> [Wire.TaskRequest] {
    try FieldCheck.count(requests.count, atMost: RequestLimits.batchCount, field: "requests")
    return requests
  }
}
