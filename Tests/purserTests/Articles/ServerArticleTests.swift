import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("The articles about the purchase server", .tags(.slow), .timeLimit(.minutes(15)))
struct ServerArticleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/PurchaseServer/PurchaseServer.docc")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private static let articles: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
    }()

    private static let withRequests = articles.filter { (try? text($0))?.contains("curl ") ?? false }

    @Test(
        "Every request of an article is answered as it says",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl sends them"),
        arguments: withRequests
    )
    func requests(article: String) async throws {
        let requests = try ArticleRequest.all(in: try Self.text(article))
        #expect(!requests.isEmpty)
        try await ArticleServer.withRunning { server in
            for request in requests {
                let outcome = try await server.run(request)
                let body = String(decoding: outcome.body, as: UTF8.self)
                #expect(outcome.status == request.status, "\(request.script)\(body)")
                guard let shown = request.answer else { continue }
                let real = try JSONValue(parsing: body)
                #expect(AnswerShape.differences(shown: shown, real: real) == [], "\(request.script)\(body)")
            }
        }
    }

    @Test("There is an article for each task")
    func everyTask() {
        for name in [
            "Uploading", "ReadingEntitlements", "Balances", "Offerings", "ManagingKeys", "Monitoring", "Webhooks",
            "SigningOffers", "Figures", "Console",
        ] {
            #expect(Self.withRequests.contains("\(name).md"), "\(name)")
        }
    }

    @Test("The article about settings and the program list the same: names, flags, variables, defaults, meanings")
    func settings() throws {
        let rows = try Self.text("Settings.md").split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let settings = ServerSetting.all.map { setting in
            "| `\(setting.name)` | `--\(setting.flag)` | `\(setting.variable)` | \(setting.standard ?? "-") "
                + "| \(setting.meaning) |"
        }
        let sections = FileOnlySettings.names.map { "| `\($0)` | \(FileOnlySettings.meanings[$0] ?? "") |" }
        #expect(rows == settings + sections)
    }

    @Test("The file that the article shows is one that the server takes")
    func settingsFile() throws {
        let text = try Self.text("Settings.md")
        let json = try #require(
            text.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```")[0]
        )
        let folder = try TemporaryFolder()
        let file = try folder.file("server.json", content: Data(json.utf8))
        let settings = try ServerSettings(flags: [:], config: file.path, environment: [:])
        #expect(settings.fileOnly.apps.map(\.bundleID) == ["com.example.flowers", "com.example.trees"])
        #expect(settings.fileOnly.levels["pro"]?.count == 2)
        for name in AppSettings.names { #expect(text.contains("`\(name)`"), "\(name)") }
    }
}
