extension TaskEntry {
  /// Everything that the task demands of the machine: what it asks for, and what the rules demand for its
  /// kind.
  var demands: Requirements { task.demands }

  /// What stops its run when it is lost (R32). Pressure that the run itself may cause only keeps it from
  /// starting: otherwise work that uses the machine to the full would be stopped for that.
  var enforced: Requirements { demands.subtracting([.noCPUPressure, .noIOPressure]) }

  /// Which group it waits in.
  var groupKey: GroupKey { GroupKey(kind: task.request.kind, demands: demands) }
}

extension ScheduledTask {
  /// Everything that the task demands of the machine. A task that is to run at its deadline demands nothing
  /// any more once that has passed.
  var demands: Requirements {
    if isOverdue && request.onDeadline == .run { return [] }
    var demands = requirements
    if request.kind.isDiscretionary {
      demands.formUnion([.batteryNotLow, .noLowPowerMode, .noThermalPressure, .noMemoryPressure])
    }
    // Work that keeps away from people keeps away from the work that they left running, too.
    if request.kind == .processing && requirements.contains(.idle) {
      demands.formUnion([.noCPUPressure, .noIOPressure])
    }
    return demands
  }
}
