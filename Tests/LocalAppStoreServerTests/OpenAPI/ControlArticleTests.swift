import AppStoreModels
import Foundation
import HTTPServing
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

/// The article is what people read, the document what tools read; what can be said to a store stands in both.
@Suite("The article about the control interface")
struct ControlArticleTests {
    private let article: String

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/LocalAppStoreServer/LocalAppStoreServer.docc/ControlInterface.md")
        article = try String(contentsOf: file, encoding: .utf8)
    }

    private var operations: [OpenAPIOperation] {
        OpenAPIDocument.operations.filter { $0.path.hasPrefix("/control/") }
    }

    @Test("Every kind of fault stands in it, with what it takes")
    func faults() {
        #expect(StoreFault.Kind.all.filter { !article.contains("`\($0)`") } == [])
        let parameters = Set(StoreFault.Kind.all.flatMap(\.parameterNames))
        #expect(parameters.filter { !article.contains("\"\($0)\"") }.sorted() == [])
    }

    @Test("Every member that a request may have stands in it")
    func members() throws {
        var count = 0
        for operation in operations {
            guard let content = operation.json.object?[object: "requestBody"]?[object: "content"] else { continue }
            for (_, body) in content.members {
                for name in names(of: body.object?["schema"]) {
                    count += 1
                    let isThere = article.contains("\"\(name)\"") || article.contains("`\(name)`")
                    #expect(isThere, "\(operation.method) \(operation.path): \(name)")
                }
            }
        }
        #expect(count > 80)
    }

    @Test("Every item that a query may have stands in it")
    func queries() {
        for operation in operations {
            for parameter in operation.json.object?[array: "parameters"] ?? [] {
                guard let parameter = parameter.object, parameter["in"] == "query",
                    let name = parameter[string: "name"]
                else { continue }
                #expect(article.contains("\(name)="), "\(operation.method) \(operation.path)?\(name)=")
            }
        }
    }

    /// The members of a schema, also where it is a reference or a choice.
    private func names(of schema: JSONValue?) -> Set<String> {
        guard let schema = schema?.object else { return [] }
        if let reference = schema[string: "$ref"], let name = reference.split(separator: "/").last {
            return names(of: JSONSchema.all.first { $0.key == name }.map { .object($0.value.json) })
        }
        var names = Set((schema[object: "properties"] ?? [:]).members.map(\.0))
        for choice in ["anyOf", "oneOf", "allOf"] {
            for part in schema[array: choice] ?? [] { names.formUnion(self.names(of: part)) }
        }
        return names
    }
}
