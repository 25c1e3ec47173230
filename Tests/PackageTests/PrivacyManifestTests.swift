import Foundation
import Testing

/// Apple wants a reason from every module that calls one of these, in a `PrivacyInfo.xcprivacy` of that module.
@Suite("The privacy manifests of what an app links")
struct PrivacyManifestTests {
    /// What is part of an app on Apple's systems.
    private static let modules =
        (try? PackageManifest(SourceTree.text("Package.swift")).linkedByApps().sorted()) ?? []

    /// A category, as the documentation of `NSPrivacyAccessedAPIType` names it.
    private struct Category {
        var name: String
        /// The names of what is called.
        var calls: Set<String>
        /// The reasons that fit what a store's client does with it.
        var reasons: Set<String>
    }

    private static let categories = [
        Category(name: "UserDefaults", calls: ["UserDefaults"], reasons: ["CA92.1"]),
        Category(
            name: "SystemBootTime",
            calls: ["systemUptime", "mach_absolute_time", "CLOCK_MONOTONIC_RAW", "CLOCK_UPTIME_RAW"],
            reasons: ["35F9.1"]
        ),
        Category(
            name: "FileTimestamp",
            calls: [
                "attributesOfItem", "fileModificationDate", "contentModificationDate", "contentModificationDateKey",
                "creationDateKey", "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat", "stat", "fstat",
                "fstatat", "lstat",
            ],
            reasons: ["C617.1"]
        ),
        Category(
            name: "DiskSpace",
            calls: [
                "volumeAvailableCapacity", "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsage",
                "volumeAvailableCapacityForImportantUsageKey", "volumeAvailableCapacityForOpportunisticUsageKey",
                "volumeTotalCapacityKey", "systemFreeSize", "systemSize", "statfs", "statvfs", "fstatfs", "fstatvfs",
                "attributesOfFileSystem",
            ],
            reasons: ["E174.1"]
        ),
        Category(name: "ActiveKeyboards", calls: ["activeInputModes"], reasons: []),
    ]

    /// The categories that code needs.
    private static func used(in code: String) -> Set<String> {
        let words = Set(code.utf8.split { !$0.isOfName }.compactMap { String($0) })
        return Set(categories.filter { !$0.calls.isDisjoint(with: words) }.map(\.name))
    }

    /// The categories of a module's manifest with their reasons; none without a manifest.
    private static func declared(by module: String) throws -> [String: Set<String>] {
        let file = SourceTree.root.appendingPathComponent("Sources/\(module)/PrivacyInfo.xcprivacy")
        guard let data = try? Data(contentsOf: file) else { return [:] }
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(list?["NSPrivacyTracking"] as? Bool == false)
        #expect((list?["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
        let types = try #require(list?["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        return try types.reduce(into: [:]) { found, type in
            let name = try #require(type["NSPrivacyAccessedAPIType"] as? String)
            found[name.replacing("NSPrivacyAccessedAPICategory", with: "")] = Set(
                try #require(type["NSPrivacyAccessedAPITypeReasons"] as? [String])
            )
        }
    }

    @Test("name what the module calls, and nothing else", arguments: modules)
    func complete(module: String) throws {
        let files = SourceTree.swiftFiles(below: "Sources/\(module)")
        #expect(!files.isEmpty)
        let used = Self.used(in: try files.flatMap { try SourceTree.code($0) }.joined(separator: "\n"))
        let declared = try Self.declared(by: module)
        #expect(Set(declared.keys) == used)
        for (category, reasons) in declared {
            let fitting = Self.categories.first { $0.name == category }?.reasons ?? []
            #expect(!reasons.isEmpty && reasons.isSubset(of: fitting), "\(category)")
        }
    }

    @Test("are resources of their targets where Apple's tools look")
    func resources() throws {
        let manifests = Self.modules.filter { module in
            FileManager.default.fileExists(
                atPath: SourceTree.root.appendingPathComponent("Sources/\(module)/PrivacyInfo.xcprivacy").path
            )
        }
        #expect(manifests == ["PurchaseServerClient", "SwiftyStoreKit"])
        let package = try SourceTree.text("Package.swift")
        for module in manifests {
            let target = try #require(package.components(separatedBy: "name: \"\(module)\",\n            dep").last)
            let declaration = target.components(separatedBy: "\n        ),")[0]
            #expect(declaration.contains(#"resources: onApple ? [.copy("PrivacyInfo.xcprivacy")] : []"#), "\(module)")
        }
    }

    @Test(
        "A call is noticed",
        arguments: [
            ("let a = UserDefaults.standard", "UserDefaults"),
            ("ProcessInfo.processInfo.systemUptime }", "SystemBootTime"),
            ("clock = CLOCK_MONOTONIC_RAW", "SystemBootTime"),
            ("try FileManager.default.attributesOfItem(atPath: path)", "FileTimestamp"),
            ("url.resourceValues(forKeys: [.contentModificationDateKey])", "FileTimestamp"),
            ("guard fstat(file, &status) == 0", "FileTimestamp"), ("statfs(path, &space)", "DiskSpace"),
        ]
    )
    func noticed(line: String, category: String) {
        #expect(Self.used(in: line) == [category])
        #expect(Self.used(in: "let status = state.statement.stated(at: date)") == [])
    }
}

extension UInt8 {
    /// Whether this character of ASCII can stand in a name.
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
