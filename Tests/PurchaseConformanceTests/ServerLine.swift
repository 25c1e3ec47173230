import AppStoreModels
import Foundation
import Locking
import OutgoingHTTP
import PurchaseConformance

/// The way from an app to the developer's server, on which that goes wrong which the suite says.
final class ServerLine: HTTPTransport {
    private struct State: Sendable {
        var mood = ServerMood.answers
        var traffic = ServerTraffic()
    }

    private static let network = AsyncHTTPClientTransport()
    private let state = Locked(State())

    func set(_ mood: ServerMood) { state.withLock { $0.mood = mood } }

    var traffic: ServerTraffic { state.withLock { $0.traffic } }

    /// The app waits, as the server told it to.
    func wait(_ seconds: TimeInterval) { state.withLock { $0.traffic.waited += seconds } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let isPurchase = ["receipts", "transactions"].contains(request.url.lastPathComponent)
        let mood = state.withLock { state in
            if isPurchase { state.traffic.uploads += 1 }
            if request.method == "GET" { state.traffic.questions += 1 }
            defer { if case .busy = state.mood { state.mood = .answers } }
            return state.mood
        }
        switch mood {
        case .answers: return try await Self.network.send(request)
        case .away: throw HTTPTransportError(.noReceiver, reason: "the server is away")
        case .losesAnswers:
            _ = try await Self.network.send(request)
            throw HTTPTransportError(.closed, reason: "the answer is lost")
        case .busy(let seconds):
            return Self.refusal(429, "too-many-requests", retryAfter: TimeInterval(seconds))
        case .refusesRequests: return Self.refusal(401, "unauthorized")
        case .refusesPurchases where isPurchase: return Self.refusal(409, "purchase-of-another-customer")
        case .refusesPurchases: return try await Self.network.send(request)
        case .gateway: return HTTPTransportResponse(status: 200, body: Data("{}".utf8))
        case .forged: return try Self.forged(try await Self.network.send(request))
        }
    }

    private static func refusal(
        _ status: Int,
        _ code: String,
        retryAfter: TimeInterval? = nil
    ) -> HTTPTransportResponse {
        let body = Data(#"{"error":{"code":"\#(code)","message":"no"}}"#.utf8)
        return HTTPTransportResponse(status: status, body: body, retryAfter: retryAfter)
    }

    /// The same statement with another signature: that of another text.
    private static func forged(_ response: HTTPTransportResponse) throws -> HTTPTransportResponse {
        guard var json = try JSONValue(parsing: response.body).object,
            let parts = json[string: "signedStatement"]?.split(separator: "."), parts.count == 3
        else { return response }
        json["signedStatement"] = .string("\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))")
        return HTTPTransportResponse(status: response.status, body: JSONValue.object(json).jsonData)
    }
}
