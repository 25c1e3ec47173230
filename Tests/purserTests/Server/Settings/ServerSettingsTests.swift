import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("The settings of the purchase server")
struct ServerSettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ json: String) throws -> String {
        try folder.file("purser.json", content: Data(json.utf8)).path
    }

    private func settings(
        flags: [String: [String]] = [:],
        environment: [String: String] = [:],
        file json: String? = nil
    ) throws -> ServerSettings {
        try ServerSettings(flags: flags, config: try json.map(file), environment: environment)
    }

    struct Precedence: Sendable, CustomTestStringConvertible {
        let flag: String?
        let variable: String?
        let member: String?
        let value: String
        let origin: SettingOrigin

        var testDescription: String { "\(origin)" }
    }

    @Test(
        "A flag comes before a variable, a variable before the file, the file before what is usual",
        arguments: [
            Precedence(flag: "1", variable: "2", member: "3", value: "1", origin: .flag),
            Precedence(flag: nil, variable: "2", member: "3", value: "2", origin: .environment),
            Precedence(flag: "1", variable: nil, member: "3", value: "1", origin: .flag),
            Precedence(flag: nil, variable: nil, member: "3", value: "3", origin: .file),
            Precedence(flag: nil, variable: "", member: "3", value: "3", origin: .file),
            Precedence(flag: nil, variable: nil, member: nil, value: "8080", origin: .standard),
        ]
    )
    func precedence(_ precedence: Precedence) throws {
        let settings = try settings(
            flags: precedence.flag.map { ["port": [$0]] } ?? [:],
            environment: precedence.variable.map { ["PURSER_SERVER_PORT": $0] } ?? [:],
            file: precedence.member.map { #"{"port":\#($0)}"# } ?? "{}"
        )
        #expect(settings.values["port"] == ServerSettings.Value(texts: [precedence.value], origin: precedence.origin))
    }

    @Test(
        "Each setting can be given in all three ways, and a list counts as a whole",
        arguments: ServerSetting.all.map(\.name)
    )
    func everyWay(name: String) throws {
        let setting = try #require(ServerSetting.named(name))
        let (text, json) = Self.example(setting.kind)
        let texts = setting.kind == .list ? [text, text + "2"] : [text]
        let value: JSONValue = setting.kind == .list ? .array([.string(text), .string(text + "2")]) : json
        let ways: [(SettingOrigin, ServerSettings)] = [
            (.flag, try settings(flags: [name: texts])),
            (.environment, try settings(environment: [setting.variable: texts.joined(separator: ",")])),
            (.file, try settings(file: JSONValue.object([name: value]).serialized())),
        ]
        for (origin, settings) in ways {
            #expect(settings.values[name] == ServerSettings.Value(texts: texts, origin: origin), "\(origin)")
        }
    }

    private static func example(_ kind: ServerSetting.Kind) -> (String, JSONValue) {
        switch kind {
        case .text, .file, .list: ("/a/text", "/a/text")
        case .integer(let range): ("\(range.upperBound)", .number(JSONNumber(range.upperBound)))
        case .number: ("1.5", JSONNumber(text: "1.5").map { .number($0) } ?? .null)
        case .yesOrNo: ("true", true)
        case .choice(let names): (names[0], .string(names[0]))
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var flags: [String: [String]] = [:]
        var environment: [String: String] = [:]
        var file: String?
        let origin: SettingOrigin
        let words: String

        var testDescription: String { words }
    }

    @Test(
        "What cannot work is refused, with the name it has where it came from",
        arguments: [
            Refusal(file: #"{"prot":1}"#, origin: .file, words: "there is no setting prot; did you mean port?"),
            Refusal(
                file: #"{"wholly":1}"#,
                origin: .file,
                words: "there is no setting wholly; known are: allowPrivateWebhooks"
            ),
            Refusal(
                environment: ["PURSER_SERVER_PROT": "1"],
                origin: .environment,
                words: "there is no setting PURSER_SERVER_PROT; did you mean PURSER_SERVER_PORT?"
            ),
            Refusal(file: #"{"port":"8080"}"#, origin: .file, words: "port must be a whole number from 0 to 65535"),
            Refusal(file: #"{"port":65536}"#, origin: .file, words: "port is 65536; it must be a whole number from 0"),
            Refusal(flags: ["port": ["x"]], origin: .flag, words: "--port is x; it must be a whole number"),
            Refusal(
                environment: ["PURSER_SERVER_OWNERSHIP": "steal"],
                origin: .environment,
                words: "PURSER_SERVER_OWNERSHIP is steal; it must be one of transfer, transferIfInactive, share, refuse"
            ),
            Refusal(file: #"{"roots":["a",1]}"#, origin: .file, words: "roots must be a list of texts"),
            Refusal(file: #"{"productionOnly":1}"#, origin: .file, words: "productionOnly must be true or false"),
            Refusal(file: "[]", origin: .file, words: "must hold a JSON object"),
            Refusal(file: #"{"port":1,"port":2}"#, origin: .file, words: "is no JSON"),
            Refusal(file: #"{"port":"#, origin: .file, words: "is no JSON"),
            Refusal(file: #"{"levels":{"pro":"a"}}"#, origin: .file, words: "levels.pro must be a list"),
            Refusal(file: #"{"levels":{"pro":["a",1]}}"#, origin: .file, words: "levels.pro must be a list"),
            Refusal(file: #"{"levels":[]}"#, origin: .file, words: "levels must be an object"),
            Refusal(file: #"{"credits":{"a":{"amount":1}}}"#, origin: .file, words: "credits.a must be an object with"),
            Refusal(
                file: #"{"productTypes":{"a":"Rent"}}"#,
                origin: .file,
                words: "productTypes.a must be one of Consumable"
            ),
            Refusal(file: #"{"nonRenewingDays":{"a":-1}}"#, origin: .file, words: "nonRenewingDays.a must be a number"),
            Refusal(file: #"{"apps":{"a.b":1}}"#, origin: .file, words: "apps.a.b must be an object"),
            Refusal(
                file: #"{"apps":{"a.b":{"owner":"share"}}}"#,
                origin: .file,
                words: "apps.a.b: there is no setting owner; "
            ),
            Refusal(
                file: #"{"apps":{"a.b":{"environments":["Moon"]}}}"#,
                origin: .file,
                words: "apps.a.b.environments must be a list of Production and Sandbox"
            ),
            Refusal(file: #"{"apps":{"a.b":{"appAppleId":"1"}}}"#, origin: .file, words: "apps.a.b.appAppleId must be"),
        ]
    )
    func refused(_ refusal: Refusal) throws {
        let error = #expect(throws: SettingsError.self) {
            try settings(flags: refusal.flags, environment: refusal.environment, file: refusal.file)
        }
        #expect(error?.origin == refusal.origin)
        #expect(error?.reason.contains(refusal.words) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "A secret itself is refused wherever it stands, and is not repeated",
        arguments: [
            Refusal(file: #"{"sharedSecret":"hush"}"#, origin: .file, words: "sharedSecretFiles"),
            Refusal(file: #"{"apiKey":"hush"}"#, origin: .file, words: "apiKeyFile"),
            Refusal(file: #"{"serverApiKey":"hush"}"#, origin: .file, words: "serverApiKeyFile"),
            Refusal(file: #"{"apps":{"a.b":{"sharedSecret":"hush"}}}"#, origin: .file, words: "sharedSecretFile"),
            Refusal(
                environment: ["PURSER_SERVER_SHARED_SECRET": "hush"],
                origin: .environment,
                words: "PURSER_SERVER_SHARED_SECRET_FILES"
            ),
            Refusal(
                environment: ["PURSER_SHARED_SECRET": "hush"],
                origin: .environment,
                words: "PURSER_SERVER_SHARED_SECRET_FILES"
            ),
            Refusal(
                environment: ["PURSER_API_KEY": "hush"],
                origin: .environment,
                words: "PURSER_SERVER_API_KEY_FILE"
            ),
            Refusal(
                environment: ["PURSER_SERVER_API_KEY": "hush"],
                origin: .environment,
                words: "PURSER_SERVER_API_KEY_FILE"
            ),
            Refusal(
                flags: ["serverApiKeyFile": ["-----BEGIN PRIVATE KEY-----\nhush"]],
                origin: .flag,
                words: "--server-api-key-file holds a secret itself"
            ),
            Refusal(
                flags: ["apiKeyFile": ["psr_secret_hushhushhushhushhushhushhushhushhushhush"]],
                origin: .flag,
                words: "--api-key-file holds a secret itself"
            ),
            Refusal(
                file: #"{"apiKeyFile":"psr_secret_hushhushhushhushhushhushhushhushhushhush"}"#,
                origin: .file,
                words: "apiKeyFile holds a secret itself"
            ),
        ]
    )
    func inlineSecrets(_ refusal: Refusal) throws {
        let error = #expect(throws: SettingsError.self) {
            try settings(flags: refusal.flags, environment: refusal.environment, file: refusal.file)
        }
        #expect(error?.origin == refusal.origin)
        #expect(error?.reason.contains(refusal.words) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains("hush") == false)
    }

    @Test(
        "So is what looks like a shared secret or a key without its first line, where no such file is there",
        arguments: ["0123456789abcdef0123456789ABCDEF", "MIGTAgEAMBMGByqGSM49" + String(repeating: "Ab9/", count: 40)]
    )
    func unmarkedSecrets(text: String) throws {
        for argument in [text, "com.a=\(text)"] {
            let error = #expect(throws: SettingsError.self) {
                try settings(flags: ["bundleIds": ["com.a"], "sharedSecretFiles": [argument]])
            }
            #expect(error?.reason.contains(text) == false)
        }
        let app = #expect(throws: SettingsError.self) {
            try settings(file: JSONValue.object(["apps": ["a.b": ["sharedSecretFile": .string(text)]]]).serialized())
        }
        #expect(app?.reason.hasPrefix("apps.a.b.sharedSecretFile: a secret is read from a file only") == true)
        #expect(app?.reason.contains(text) == false)
        let option = #expect(throws: (any Error).self) { try SecretFile(text, option: "--shared-secret-file") }
        #expect(option.map { "\($0)".contains(text) } == false)
    }

    @Test("A file may be called like a secret")
    func fileNamedLikeSecret() throws {
        let file = try folder.file("0123456789abcdef0123456789abcdef", content: Data("hush".utf8)).path
        #expect(try settings(flags: ["sharedSecretFiles": [file]])[list: "sharedSecretFiles"] == [file])
        #expect(try SecretFile(file, option: "--shared-secret-file").text == "hush")
    }

    @Test("Paths of the file count from its folder, those of flags and variables from where the program was started")
    func paths() throws {
        let settings = try settings(
            flags: ["apiKeyFile": ["key"]],
            file: #"{"data":"data","sharedSecretFiles":["all","a.b=own","/abs"],"roots":["../root.pem"]}"#
        )
        let here = folder.url.path
        #expect(settings[text: "data"] == "\(here)/data")
        #expect(settings[list: "sharedSecretFiles"] == ["\(here)/all", "a.b=\(here)/own", "/abs"])
        let root = folder.url.deletingLastPathComponent().appendingPathComponent("root.pem")
        #expect(settings[list: "roots"] == [root.path])
        #expect(settings[text: "apiKeyFile"] == "key")
    }

    @Test("The variable PURSER_SERVER_CONFIG names the file, the flag comes first")
    func configVariable() throws {
        let first = try file(#"{"port":1}"#)
        let second = try folder.file("second.json", content: Data(#"{"port":2}"#.utf8)).path
        let environment = ["PURSER_SERVER_CONFIG": first]
        #expect(try ServerSettings(flags: [:], config: nil, environment: environment)[integer: "port"] == 1)
        #expect(try ServerSettings(flags: [:], config: second, environment: environment)[integer: "port"] == 2)
    }

    @Test("A file that cannot be used says what is the case")
    func unusableFile() throws {
        func reason(_ path: String) -> String? {
            let error = #expect(throws: SettingsError.self) {
                try ServerSettings(flags: [:], config: path, environment: [:])
            }
            #expect(error?.origin == .file)
            return error?.reason
        }
        #expect(reason("/nowhere.json") == "the configuration file /nowhere.json is not there; name one that is")
        let folder = folder.url.path
        #expect(reason(folder) == "the configuration file \(folder) is a folder; name a file in it")
        let empty = try file("")
        #expect(reason(empty) == "the configuration file \(empty) is empty; one without settings holds {}")
        let long = try file(String(repeating: " ", count: 4_194_305))
        #expect(reason(long) == "the configuration file \(long) is longer than 4194304 bytes")
    }
}
