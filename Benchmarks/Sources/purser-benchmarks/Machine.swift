import Foundation

/// The machine a table was measured on.
struct Machine {
    let processor: String
    let hashesInHardware: Bool
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let system: String
    let swift: String

    init() {
        let information = Self.text("/proc/cpuinfo")
        processor = Self.value(of: "model name", in: information, separator: ":") ?? "unknown processor"
        let flags = Self.value(of: "flags", in: information, separator: ":") ?? ""
        hashesInHardware = flags.split(separator: " ").contains("sha_ni") || Self.isARM
        let release = Self.value(of: "PRETTY_NAME", in: Self.text("/etc/os-release"), separator: "=")
        system =
            release?.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            ?? ProcessInfo.processInfo.operatingSystemVersionString
        swift = Self.swiftVersion() ?? "unknown version"
    }

    var description: String {
        """
        - Processor: \(processor), \(cores) cores, SHA instructions: \(hashesInHardware ? "yes" : "no")
        - System: \(system)
        - Swift: \(swift)
        - OpenSSL: \(OpenSSLPeer.version)
        """
    }

    private static var isARM: Bool {
        #if arch(arm64)
            true
        #else
            false
        #endif
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    private static func value(of key: String, in text: String, separator: Character) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let parts = line.split(separator: separator, maxSplits: 1)
            if parts.count == 2 { return parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return nil
    }

    private static func swiftVersion() -> String? {
        let lines = try? ShellCommand(["swift", "--version"]).output().split(separator: "\n")
        return lines?.first { $0.contains("Swift version") }.map(String.init)
    }
}
