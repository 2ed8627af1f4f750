package import SchedulerCore

extension ProgramLimits {
  /// Creates the limits of a request; absent fields stay absent.
  package init(_ limits: Wire.Limits?) {
    self.init()
    nice = limits?.nice
    ioClass = limits?.ioClass
    memoryMaxBytes = limits?.memoryMaxBytes
    cpuQuotaPercent = limits?.cpuQuotaPercent
    ioWeight = limits?.ioWeight
    sandbox = limits?.sandbox
    killMode = limits?.killMode
  }
}
