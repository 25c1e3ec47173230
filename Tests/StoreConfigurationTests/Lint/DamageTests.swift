import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@Suite("Damaged configurations")
struct DamageTests {
    /// What a test runs on: the flower shop, the configuration that has everything, and, where they are, real files.
    private static func samples() throws -> [[UInt8]] {
        var samples = [
            Array(try Data(contentsOf: ExampleCatalogue.url)), Array(SampleConfiguration.everything().xcodeData),
        ]
        guard Fixtures.areAvailable else { return samples }
        for row in try Fixtures.rows("storekit-files/index.tsv") {
            if let file = row["file"] { samples.append(Array(try Fixtures.data("storekit-files/\(file)"))) }
        }
        return samples
    }

    /// Reads, lints and writes; what comes out must agree.
    @discardableResult
    private func use(_ bytes: [UInt8]) -> [LintFinding] {
        let findings = StoreConfiguration.lint(bytes)
        #expect(findings.allSatisfy { $0.location != nil })
        #expect(findings.map(\.location).adjacentPairsAreOrdered)
        do {
            let configuration = try StoreConfiguration(data: bytes)
            // What was read survives being written, however odd it is; of a fraction only what Xcode keeps of it.
            let written = configuration.xcodeData
            let read = try? StoreConfiguration(data: written)
            #expect(read?.xcodeData == written)
            #expect(JSONValue.object(read?.json ?? [:]).rounded == JSONValue.object(configuration.json).rounded)
            for group in configuration.subscriptionGroups {
                for subscription in group.subscriptions {
                    _ = (subscription.level, subscription.introductoryOffer?.price)
                }
            }
        } catch {
            #expect(error.location != nil)
            #expect(findings.contains { $0.severity == .error }, "\(error) was not found by the linter")
        }
        return findings
    }

    @Test("A file cut at any byte is an error with a place")
    func truncated() throws {
        let bytes = Array(try Data(contentsOf: ExampleCatalogue.url))
        for length in 0..<(bytes.count - 2) {
            #expect(use(Array(bytes.prefix(length))).map(\.rule) == [.notJSON], "\(length) bytes")
        }
    }

    @Test("Random damage never crashes, and what cannot be read is an error of the linter too")
    func mutants() throws {
        var generator = SeededGenerator(seed: 0x5702E)
        for sample in try Self.samples() {
            for _ in 0..<20 { use(Mutation.mutate(sample, &generator)) }
        }
    }

    @Test("Any value of another type, anywhere, is read or refused, and never goes unnoticed")
    func wrongTypes() throws {
        var configuration = SampleConfiguration.everything()
        configuration.subscriptionGroups[0].subscriptions.removeLast()
        let root = JSONValue.object(configuration.json)
        let others: [JSONValue] = [
            .null, true, "\u{0}", [[]], ["a": [1]], .number(JSONNumber(text: "1e999") ?? JSONNumber(0)),
        ]
        var count = 0
        for path in root.paths {
            for other in others where other.typeName != root.value(at: path[...])?.typeName {
                let bytes = Array(root.replacing(path[...], by: other).jsonData)
                let findings = StoreConfiguration.lint(bytes)
                #expect(findings.contains { $0.rule != .layout }, "\(path) := \(other.serialized())")
                if let read = try? StoreConfiguration(data: bytes) {
                    #expect(try StoreConfiguration(data: read.xcodeData) == read)
                }
                count += 1
            }
        }
        #expect(count > 500)
    }

    @Test("Huge numbers, deep nesting and long lines are bounded")
    func extremes() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(use(Array("{\"products\":\(deep)".utf8)).map(\.rule) == [.notJSON])
        let levels = (0..<50).map { "{\"groupNumber\":\(Int64.max - Int64($0))}" }.joined(separator: ",")
        use(Array("{\"subscriptionGroups\":[{\"id\":\"g\",\"subscriptions\":[\(levels)]}]}".utf8))
        let line = (0..<20_000).map { "{\"productID\":\"p\($0)\",\"type\":\"?\"}" }.joined(separator: ",")
        #expect(use(Array("{\"products\":[\(line)]}".utf8)).count == StoreConfiguration.maximumFindings + 1)
    }
}

extension JSONValue {
    /// With the nearest double in the place of each fraction.
    fileprivate var rounded: JSONValue {
        switch self {
        case .number(let number) where number.int64 == nil && number.double.isNormal: .string("\(number.double)")
        case .array(let elements): .array(elements.map(\.rounded))
        case .object(let object): .object(JSONObject(object.members.map { ($0.key, $0.value.rounded) }))
        default: self
        }
    }

    /// The ways to all values inside this one: member names and indices.
    fileprivate var paths: [[String]] {
        let children: [(String, JSONValue)]
        switch self {
        case .object(let object): children = object.members.map { ($0.key, $0.value) }
        case .array(let elements): children = elements.enumerated().map { (String($0), $1) }
        default: children = []
        }
        return children.flatMap { name, value in [[name]] + value.paths.map { [name] + $0 } }
    }

    fileprivate func value(at path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return self }
        let child = object?[name] ?? array.flatMap { elements in Int(name).map { elements[$0] } }
        return child?.value(at: path.dropFirst())
    }

    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    fileprivate func replacing(_ path: ArraySlice<String>, by other: JSONValue) -> JSONValue {
        guard let name = path.first else { return other }
        switch self {
        case .object(var object):
            object[name] = object[name]?.replacing(path.dropFirst(), by: other)
            return .object(object)
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].replacing(path.dropFirst(), by: other)
            return .array(elements)
        default: return self
        }
    }
}

extension [TextLocation?] {
    fileprivate var adjacentPairsAreOrdered: Bool {
        zip(self, dropFirst()).allSatisfy { first, second in
            guard let first, let second else { return false }
            return first <= second
        }
    }
}
