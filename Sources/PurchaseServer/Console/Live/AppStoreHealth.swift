import AppStoreModels
import AppStoreServerClient
import Foundation
import Locking
import OutgoingHTTP

/// How the App Store's addresses answer, as seen from here. Forgotten with the process.
final class AppStoreHealth: Sendable {
    private struct Account {
        var answered = 0
        var failed = 0
        var lastDate: Date
        /// nil after an answer.
        var lastFailure: String?
    }

    private let accounts: Locked<[String: Account]>
    private let hosts: Set<String>
    private let bell: WakeUp
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - bell: Rings when an address has answered, or has not.
    ///   - former: What is known already.
    init(_ configuration: PurchaseServerConfiguration, bell: WakeUp, following former: AppStoreHealth? = nil) {
        let receipts = configuration.verifyReceiptEndpoints
        let addresses = configuration.appsWithAccess.map(\.access.addresses)
        let api = addresses.flatMap { [$0.production, $0.sandbox] }
        let hosts = Set(([receipts.production, receipts.sandbox] + api).compactMap { $0.host })
        let known = former?.accounts.withLock { $0 } ?? [:]
        accounts = Locked(known.filter { hosts.contains($0.key) })
        (self.hosts, self.bell, now) = (hosts, bell, configuration.now)
    }

    /// - Parameter failure: nil if the address answered, whatever it said; it is ill if it said that itself.
    func note(_ url: URL, failure: String?) {
        guard let host = url.host, hosts.contains(host) else { return }
        let date = now()
        accounts.withLock { accounts in
            var account = accounts[host] ?? Account(lastDate: date)
            if failure == nil { account.answered += 1 } else { account.failed += 1 }
            (account.lastDate, account.lastFailure) = (date, failure)
            accounts[host] = account
        }
        bell.ring()
    }

    /// Sorted by host.
    var json: [JSONObject] {
        accounts.withLock { $0 }.sorted { $0.key < $1.key }.map { host, account in
            var json: JSONObject = ["host": .string(host), "isWell": .bool(account.lastFailure == nil)]
            json[integer: "answeredCount"] = Int64(account.answered)
            json[integer: "failedCount"] = Int64(account.failed)
            json[milliseconds: "lastDate"] = account.lastDate
            json[string: "lastFailure"] = account.lastFailure
            return json
        }
    }
}

/// A transport that tells how the App Store answers.
struct WatchedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let health: AppStoreHealth

    /// - Parameters:
    ///   - configuration: How the App Store is asked.
    ///   - health: Hears of every answer.
    ///   - room: How much of long answers the server holds; whoever brings another transport sees to that himself.
    init(_ configuration: PurchaseServerConfiguration, health: AppStoreHealth, room: ReceivingRoom) {
        let own = configuration.transport as? AsyncHTTPClientTransport
        transport = own?.within(room) ?? configuration.transport
        self.health = health
    }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        do {
            let answer = try await transport.send(request)
            health.note(request.url, failure: Self.failure(of: answer))
            return answer
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // An error of the network may name addresses; of these it says no more than what happened.
            let code = (error as? HTTPTransportError)?.code.rawValue
            health.note(request.url, failure: code.map { "no answer: \($0)" } ?? "no answer")
            throw error
        }
    }

    private static func failure(of answer: HTTPTransportResponse) -> String? {
        answer.status >= 500 ? "status \(answer.status)" : nil
    }
}
