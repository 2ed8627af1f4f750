package import SchedulerCore

extension ProgramLimits {
  /// What a request says; what it does not say is absent.
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
