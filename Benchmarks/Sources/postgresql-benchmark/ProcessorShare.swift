import Foundation

/// A part of a processor to which a process is held, as a small container is: a control group of the kernel's.
struct ProcessorShare: Sendable {
    /// The group.
    let folder: URL

    /// After what time, in microseconds, a process that has used its part up may go on. It is what containers have.
    private static let period = 100_000

    /// Makes a group, of whichever version of control groups there is.
    ///
    /// - Parameter processors: How many of them, for example 0.2.
    /// - Throws: ``BenchmarkError`` where this process may not make one.
    init(_ processors: Double) throws {
        let quota = Int(processors * Double(Self.period))
        let name = "postgresql-benchmark-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let hierarchies = URL(fileURLWithPath: "/sys/fs/cgroup")
        let first = hierarchies.appendingPathComponent("cpu")
        do {
            if FileManager.default.fileExists(atPath: first.appendingPathComponent("cpu.cfs_quota_us").path) {
                folder = first.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                try write("\(Self.period)", to: "cpu.cfs_period_us")
                try write("\(quota)", to: "cpu.cfs_quota_us")
            } else {
                folder = hierarchies.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                try write("\(quota) \(Self.period)", to: "cpu.max")
            }
        } catch {
            rmdir(hierarchies.appendingPathComponent(name).path)
            rmdir(first.appendingPathComponent(name).path)
            throw BenchmarkError(description: "no control group can be made here: \(error)")
        }
    }

    /// One that was made.
    init(folder: URL) { self.folder = folder }

    /// Holds this process to it from now on.
    func join() throws { try write("\(getpid())", to: "cgroup.procs") }

    /// Removes the group, which nobody is in any more.
    func remove() { rmdir(folder.path) }

    private func write(_ text: String, to file: String) throws {
        let handle = try FileHandle(forWritingTo: folder.appendingPathComponent(file))
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(text.utf8))
    }
}
