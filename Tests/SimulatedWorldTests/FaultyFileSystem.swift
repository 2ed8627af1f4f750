import CSQLite
import Glibc
import Synchronization

/// SQLite's way to a ``FaultyDisk``: a VFS (https://sqlite.org/vfs.html) in front of the system's, for the
/// files of folders that have such a disk. All others are the system's own.
enum FaultyFileSystem {
  private static let disks = Mutex<[String: FaultyDisk]>([:])

  static func attach(_ disk: FaultyDisk) {
    _ = system
    disks.withLock { $0[disk.folder] = disk }
  }

  static func detach(_ disk: FaultyDisk) { disks.withLock { $0[disk.folder] = nil } }

  /// The store opens its file by this name (``Connection``), so it is the one to stand in front of.
  private static let name = "unix-excl"

  /// The system's VFS, in front of which this stands from its first use on.
  fileprivate nonisolated(unsafe) static let system: UnsafeMutablePointer<sqlite3_vfs> = {
    sqlite3_initialize()
    guard let system = sqlite3_vfs_find(name) else { preconditionFailure("SQLite has no file system") }
    let front = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    front.initialize(to: system.pointee)
    front.pointee.zName = UnsafePointer(strdup(name))
    front.pointee.pNext = nil
    front.pointee.szOsFile += CInt(FaultyFile.headerBytes)
    front.pointee.xOpen = { _, name, file, flags, result in open(name, file, flags, result) }
    front.pointee.xDelete = { _, name, synchronously in
      let verdict = disk(of: name)?.judgeChange(SQLiteResult.delete) ?? SQLITE_OK
      let system = FaultyFileSystem.system
      return verdict == SQLITE_OK ? system.pointee.xDelete(system, name, synchronously) : verdict
    }
    // Found first, because it comes before the one that it stands in front of.
    sqlite3_vfs_register(front, 0)
    return system
  }()

  private static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: CInt,
    _ result: UnsafeMutablePointer<CInt>?
  ) -> CInt {
    guard let file, let disk = disk(of: name) else {
      return system.pointee.xOpen(system, name, file, flags, result)
    }
    let front = FaultyFile(file)
    let code = system.pointee.xOpen(system, name, front.real, flags, result)
    // Without methods SQLite does not close it.
    file.pointee.pMethods = code == SQLITE_OK ? FaultyFile.methods : nil
    front.disk = disk
    return code
  }

  private static func disk(of name: UnsafePointer<CChar>?) -> FaultyDisk? {
    guard let name else { return nil }
    let path = String(cString: name)
    return disks.withLock { disks in disks.first { path.hasPrefix($0.key + "/") }?.value }
  }
}

/// A file that SQLite holds open: who judges it, and behind that the system's own file.
struct FaultyFile {
  static let headerBytes = 2 * MemoryLayout<UnsafeRawPointer>.stride

  private let memory: UnsafeMutableRawPointer

  init(_ file: UnsafeMutablePointer<sqlite3_file>) { memory = UnsafeMutableRawPointer(file) }

  fileprivate init(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file else { preconditionFailure("a call without a file") }
    memory = UnsafeMutableRawPointer(file)
  }

  var real: UnsafeMutablePointer<sqlite3_file> {
    (memory + Self.headerBytes).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Not retained: whoever made it keeps it for as long as files are open.
  var disk: FaultyDisk {
    get {
      Unmanaged<FaultyDisk>.fromOpaque(
        memory.load(fromByteOffset: Self.headerBytes / 2, as: UnsafeRawPointer.self)
      ).takeUnretainedValue()
    }
    nonmutating set {
      memory.storeBytes(
        of: UnsafeRawPointer(Unmanaged.passUnretained(newValue).toOpaque()),
        toByteOffset: Self.headerBytes / 2, as: UnsafeRawPointer.self)
    }
  }

  private var calls: sqlite3_io_methods { real.pointee.pMethods.pointee }

  private func write(_ bytes: UnsafeRawPointer?, _ count: CInt, at offset: Int64) -> CInt {
    var size: Int64 = 0
    _ = calls.xFileSize(real, &size)
    let growth = max(Int(offset) + Int(count) - Int(size), 0)
    switch disk.judgeWrite(of: Int(count), growingBy: growth) {
    case .whole: return calls.xWrite(real, bytes, count, offset)
    case .torn(let kept, let code):
      if kept > 0 { _ = calls.xWrite(real, bytes, CInt(kept), offset) }
      return code
    }
  }

  private func truncate(to size: Int64) -> CInt {
    var before: Int64 = 0
    _ = calls.xFileSize(real, &before)
    let code = change(SQLiteResult.truncate) { calls.xTruncate(real, size) }
    if code == SQLITE_OK { disk.gaveBack(max(Int(before - size), 0)) }
    return code
  }

  /// What else is asked of it. A file that becomes longer by that takes its room.
  private func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    var (before, after): (Int64, Int64) = (0, 0)
    _ = calls.xFileSize(real, &before)
    let code = calls.xFileControl(real, operation, argument)
    _ = calls.xFileSize(real, &after)
    guard after > before else { return code }
    switch disk.judgeWrite(of: Int(after - before), growingBy: Int(after - before)) {
    case .whole: return code
    case .torn(_, let failure):
      _ = calls.xTruncate(real, before)
      return failure
    }
  }

  private func read(_ bytes: UnsafeMutableRawPointer?, _ count: CInt, at offset: Int64) -> CInt {
    let verdict = disk.judgeRead()
    return verdict == SQLITE_OK ? calls.xRead(real, bytes, count, offset) : verdict
  }

  private func change(_ failure: CInt, _ body: () -> CInt) -> CInt {
    let verdict = disk.judgeChange(failure)
    return verdict == SQLITE_OK ? body() : verdict
  }

  nonisolated(unsafe) fileprivate static let methods: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(
      to: sqlite3_io_methods(
        iVersion: 3,
        xClose: { file in FaultyFile(file).calls.xClose(FaultyFile(file).real) },
        xRead: { file, bytes, count, offset in FaultyFile(file).read(bytes, count, at: offset) },
        xWrite: { file, bytes, count, offset in FaultyFile(file).write(bytes, count, at: offset) },
        xTruncate: { file, size in FaultyFile(file).truncate(to: size) },
        xSync: { file, flags in
          let file = FaultyFile(file)
          return file.change(SQLiteResult.synchronize) { file.calls.xSync(file.real, flags) }
        },
        xFileSize: { file, size in FaultyFile(file).calls.xFileSize(FaultyFile(file).real, size) },
        xLock: { file, level in FaultyFile(file).calls.xLock(FaultyFile(file).real, level) },
        xUnlock: { file, level in FaultyFile(file).calls.xUnlock(FaultyFile(file).real, level) },
        xCheckReservedLock: { file, result in
          FaultyFile(file).calls.xCheckReservedLock(FaultyFile(file).real, result)
        },
        xFileControl: { file, operation, argument in FaultyFile(file).control(operation, argument) },
        xSectorSize: { file in FaultyFile(file).calls.xSectorSize(FaultyFile(file).real) },
        xDeviceCharacteristics: { file in FaultyFile(file).calls.xDeviceCharacteristics(FaultyFile(file).real)
        },
        xShmMap: { file, page, size, extend, result in
          FaultyFile(file).calls.xShmMap(FaultyFile(file).real, page, size, extend, result)
        },
        xShmLock: { file, offset, count, flags in
          FaultyFile(file).calls.xShmLock(FaultyFile(file).real, offset, count, flags)
        },
        xShmBarrier: { file in FaultyFile(file).calls.xShmBarrier(FaultyFile(file).real) },
        xShmUnmap: { file, deletes in FaultyFile(file).calls.xShmUnmap(FaultyFile(file).real, deletes) },
        xFetch: { file, offset, count, result in
          FaultyFile(file).calls.xFetch(FaultyFile(file).real, offset, count, result)
        },
        xUnfetch: { file, offset, page in
          FaultyFile(file).calls.xUnfetch(FaultyFile(file).real, offset, page)
        }))
    return UnsafePointer(methods)
  }()
}
