// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

/// The types of `io.bgtaskd.Fleet`, by their names in the protocol.
package enum FleetWire {
}

