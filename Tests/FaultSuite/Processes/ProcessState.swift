import Foundation
import TestSupport

extension Command.Running {
    /// The most memory that the process ever held, in bytes.
    ///
    /// - Throws: ``NotTried`` where the system does not tell.
    func peakMemory() throws -> Int {
        let status = try read("status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw NotTried("/proc/PID/status has no VmHWM")
        }
        return kilobytes << 10
    }

    /// How long the processors have worked for it, in seconds.
    func processorTime() throws -> Double {
        // Behind the name, which may have spaces: state is field 3, utime 14, stime 15.
        let fields = try read("stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw NotTried("/proc/PID/stat cannot be read")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Demands that the system gives the process so much memory for its data and no more.
    ///
    /// - Throws: ``NotTried`` where a limit cannot be set.
    func checkMemoryLimit(_ bytes: Int) throws {
        let line = try read("limits").split(separator: "\n").first { $0.hasPrefix("Max data size") }
        guard line?.split(whereSeparator: \.isWhitespace).contains("\(bytes)") == true else {
            throw NotTried("this system's shell cannot limit the memory of a process")
        }
    }

    private func read(_ name: String) throws -> String {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/\(name)", encoding: .utf8) else {
            throw NotTried("this system has no /proc/PID/\(name)")
        }
        return text
    }
}
