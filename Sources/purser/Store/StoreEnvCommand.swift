import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// `purser store env`: what programs must know to use a running store.
struct StoreEnvCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "env",
        abstract: "Print the variables with which programs find a running store, for `eval`.",
        discussion: """
            eval "$(purser store env --data DIR)" sets PURSER_STORE_URL, so that the other commands need no --data; \
            addresses, key, issuer and roots as APP_STORE_*; and, if the store speaks TLS, the roots that OpenSSL, \
            Python, curl and Node trust: SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE, NODE_EXTRA_CA_CERTS. The \
            key itself is not printed, only where it is.
            """
    )

    @Option(help: ArgumentHelp("The folder of the store.", valueName: "dir"))
    var data: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let terminal = Terminal.standardOutput()
        do {
            let variables = try await variables()
            if json {
                terminal.json(.object(variables.json))
            } else {
                StandardStream.output.write(variables.shellText)
            }
        } catch let error as StoreControlError {
            terminal.complain(error.code, error.message, json: json)
            throw ExitStatus.unusable
        } catch let error as StoreServerError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }

    private func variables() async throws -> StoreVariables {
        let folder = URL(fileURLWithPath: data, isDirectory: true).standardizedFileURL
        let file = StoreAddressFile(folder: folder)
        let url = try file.load()
        let state = try await StoreControlClient(baseURL: url).send(.state).json
        let app = state[object: "app"]
        return StoreVariables(
            url: url,
            tlsURL: try file.loadTLS(),
            folder: folder,
            key: try ServerAPIKey.inFolder(folder),
            bundleID: app?[string: "bundleId"] ?? "",
            environment: AppStoreEnvironment(rawValue: state[string: "environment"] ?? ""),
            appAppleID: app?[integer: "appAppleId"] ?? 0
        )
    }
}
