import AppReceipt
import AppStoreTrust
import Foundation

/// Peak memory of one validation, measured in a process of its own so that nothing of the benchmark is counted.
enum MemoryProbe {
    /// Starts this program anew to validate a receipt.
    ///
    /// - Returns: How many bytes the process grew at most, the receipt itself included; nil where Linux's counters are
    ///   missing.
    static func peakGrowth(receipt: [UInt8], warmUp: [UInt8], anchorPEM: String) throws -> Int? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(receipt).write(to: folder.appendingPathComponent("receipt"))
        try Data(warmUp).write(to: folder.appendingPathComponent("warm-up"))
        try Data(anchorPEM.utf8).write(to: folder.appendingPathComponent("anchor.pem"))
        return Int(try OwnProcess.output(["--memory-probe", folder.path]))
    }

    /// What the new process does: prints the growth in bytes, or nothing.
    static func run(in folder: String) throws {
        let folder = URL(fileURLWithPath: folder)
        let anchor = try String(contentsOf: folder.appendingPathComponent("anchor.pem"), encoding: .utf8)
        let validator = AppReceiptValidator(
            policy: .trusting([try TrustAnchor(pemEncoded: anchor)]),
            bundleID: SampleStore.bundleID
        )
        // Loads all code and fills the chain cache.
        try validate("warm-up", in: folder, validator)
        guard let before = OwnProcess.status("VmRSS"), resetPeak() else { return }
        try validate("receipt", in: folder, validator)
        guard let peak = OwnProcess.status("VmHWM") else { return }
        print(peak - before)
    }

    private static func validate(_ name: String, in folder: URL, _ validator: AppReceiptValidator) throws {
        let receipt = try bytes(of: folder.appendingPathComponent(name))
        guard validator.validate(receipt).isValid else { throw BenchmarkError("the probe's receipt was refused") }
    }

    /// The file's bytes without a second copy on the way, as a program has them that got them from a socket.
    private static func bytes(of file: URL) throws -> [UInt8] {
        guard let stream = fopen(file.path, "rb") else { throw BenchmarkError("cannot open \(file.path)") }
        defer { fclose(stream) }
        setvbuf(stream, nil, _IONBF, 0)
        fseek(stream, 0, SEEK_END)
        let count = ftell(stream)
        rewind(stream)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            used = fread(buffer.baseAddress, 1, count, stream)
        }
    }

    /// Linux forgets the peak so far when a 5 is written here.
    private static func resetPeak() -> Bool {
        guard let stream = fopen("/proc/self/clear_refs", "w") else { return false }
        fputs("5", stream)
        return fclose(stream) == 0
    }
}
