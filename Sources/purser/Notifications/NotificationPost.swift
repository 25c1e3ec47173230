import AppStoreModels
import AppStoreTrust
import Foundation
import OutgoingHTTP

/// Posts notifications to a developer's server, as the App Store does.
struct NotificationPost: Sendable {
    /// How one went.
    struct Outcome: Sendable, Hashable {
        let name: String
        /// The status that the server answered; nil if it did not.
        let status: Int?
        /// Why there is no status.
        let failure: String?

        /// Whether the server has it.
        var isTaken: Bool { status.map((200...206).contains) ?? false }
        /// For a person.
        var text: String { status.map(String.init) ?? failure ?? "" }

        var json: JSONObject {
            var json: JSONObject = ["name": .string(name), "isDelivered": .bool(isTaken)]
            json["status"] = status.map { .number(JSONNumber($0)) }
            json[string: "reason"] = failure
            return json
        }
    }

    /// The longest answer that is read, in bytes.
    private static let maximumAnswer = 1024 * 1024

    let url: URL
    let transport: any HTTPTransport
    /// How long the server may take, in seconds; the App Store waits about as long.
    var timeout: TimeInterval = 30

    /// Posts one, and says how that went; a failure is an outcome.
    func callAsFunction(_ body: Data, name: String) async -> Outcome {
        let request = HTTPTransportRequest(
            url: url,
            body: body,
            timeout: timeout,
            maximumResponseLength: Self.maximumAnswer
        )
        do {
            return Outcome(name: name, status: try await transport.send(request).status, failure: nil)
        } catch let error as HTTPTransportError {
            return Outcome(name: name, status: nil, failure: "\(error)")
        } catch {
            return Outcome(name: name, status: nil, failure: "\(error)")
        }
    }

    /// The body of what a file holds: a body as it is, or a JWS alone.
    static func body(of content: Data) throws -> Data {
        let text = String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("{") {
            guard let object = try? JSONValue(parsing: content).object else {
                throw InputError(reason: "the file begins like JSON and is none")
            }
            guard object["signedPayload"] != nil || object["notification_type"] != nil else {
                throw InputError(
                    reason: "the JSON is no notification: it has neither signedPayload nor notification_type"
                )
            }
            return content
        }
        _ = try UnverifiedJWS(text)
        return JSONValue.object(["signedPayload": .string(text)]).jsonData
    }
}
