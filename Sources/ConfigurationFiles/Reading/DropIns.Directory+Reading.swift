import LinuxSystem
import SystemdSyntax

extension DropIns.Directory {
  /// A directory with what is in it; one that cannot be read is empty.
  init(reading path: String) { self.init(path: path, names: DirectoryReader.names(in: path)) }
}
