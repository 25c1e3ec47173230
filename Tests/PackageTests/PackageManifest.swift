import Foundation

/// What `Package.swift` says about targets, read as text: the package manager shows only what holds on this machine.
struct PackageManifest {
    struct Target {
        var name: String
        var folder: String
        /// What it depends on everywhere, of this package.
        var dependencies: Set<String>
        /// What it depends on where the client stands on the local store alone.
        var onlyOnLinux: Set<String>
    }

    /// The targets that every system has.
    let everywhere: [Target]
    /// The targets that only Linux has.
    let onLinux: Set<String>

    init(_ text: String) throws {
        let parts = text.components(separatedBy: "\n#if os(Linux)\n    // An app's")
        let additions = parts.last?.components(separatedBy: "#else") ?? []
        guard parts.count == 2, additions.count == 2, let removed = additions[1].firstMatch(of: Self.removal) else {
            throw CocoaError(.formatting)
        }
        onLinux = Set(removed.1.matches(of: /"(\w+)"/).map { String($0.1) })
            .union(Self.targets(in: additions[0]).map(\.name))
        everywhere = Self.targets(in: parts[0]).filter { [onLinux] in !onLinux.contains($0.name) }
    }

    private static var removal: Regex<(Substring, Substring)> { /overLocalDevices: Set = \[([^\]]*)\]/ }

    /// Each declaration of a target begins a line, and a dependency on one that is on Linux alone says so.
    private static func targets(in text: String) -> [Target] {
        text.components(separatedBy: "\n        .").dropFirst().compactMap { declaration in
            guard let kind = declaration.prefixMatch(of: /(target|executableTarget|testTarget)\(\s*name: "([\w-]+)"/)
            else { return nil }
            let name = String(kind.2)
            let path = declaration.firstMatch(of: /\n? *path: "([^"]+)"/).map { String($0.1) }
            let conditional = declaration.matches(
                of: /\.target\(name: "(\w+)", condition: .when\(platforms: \[.linux\](?:, traits: \["\w+"\])?\)\)/
            )
            let dependencies = declaration.components(separatedBy: "dependencies: [").dropFirst().first?
                .replacing(
                    /\.target\(name: "\w+", condition: .when\(platforms: \[.linux\](?:, traits: \["\w+"\])?\)\)/,
                    with: ""
                )
                .components(separatedBy: "]")[0]
            return Target(
                name: name,
                folder: path ?? (kind.1 == "testTarget" ? "Tests/" : "Sources/") + name,
                dependencies: Set(dependencies?.matches(of: /"([\w-]+)"/).map { String($0.1) } ?? []),
                onlyOnLinux: Set(conditional.map { String($0.1) })
            )
        }
    }

    /// The modules that an app has in it on Apple's systems when it links the client modules.
    func linkedByApps() -> Set<String> {
        var found: Set<String> = []
        var open = ["SwiftyStoreKit", "PurchaseServerClient", "IAPHelper"]
        while let name = open.popLast() {
            guard found.insert(name).inserted else { continue }
            open += everywhere.first { $0.name == name }?.dependencies.sorted() ?? []
        }
        return found
    }
}
