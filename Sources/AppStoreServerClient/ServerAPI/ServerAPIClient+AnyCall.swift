package import AppStoreModels
import AppStoreTrust
package import Foundation

/// Any call by its name, for tools that print answers.
extension ServerAPIClient {
    /// The answer to any call.
    package struct AnyAnswer: Sendable {
        /// The answer, with what is signed inside it verified and decoded; nil for an answer without a body.
        package let json: JSONObject?
        /// The environment that answered.
        package let environment: AppStoreEnvironment
    }

    /// Sends any call.
    ///
    /// - Parameters:
    ///   - endpoint: The call.
    ///   - arguments: What stands in its path, in order.
    ///   - query: Its query.
    ///   - body: Its body; for an image its octets.
    ///   - environment: The environment that is known to have it; nil for the client's routing.
    package func send(
        _ endpoint: ServerAPIEndpoint,
        arguments: [String],
        query: [(name: String, value: String)] = [],
        body: Data = Data(),
        in environment: AppStoreEnvironment? = nil
    ) async throws(ServerAPIError) -> AnyAnswer {
        let names = endpoint.argumentNames
        guard arguments.count == names.count else {
            let wanted = names.isEmpty ? "no argument" : names.joined(separator: " ")
            throw .invalidRequest("\(endpoint.name) takes \(wanted)")
        }
        var call = try ServerAPICall(endpoint, arguments: arguments)
        call.query = query
        call.body = body
        if endpoint == .uploadImage { call.contentType = "image/png" }
        // Production has no performance tests: whoever leaves the choice to the client means the sandbox.
        let usual = endpoint.isSandboxOnly && routing == .productionThenSandbox ? .sandbox : routing
        let answer = try await sender.send(call, environment.map(Self.routing(to:)) ?? usual)
        guard !answer.body.isEmpty else { return AnyAnswer(json: nil, environment: answer.environment) }
        let read = try VerifiedAnswer(answer, endpoint, verifier)
        return AnyAnswer(json: try decoded(read.json, endpoint, answer.environment), environment: answer.environment)
    }

    /// The members that are signed, decoded; each must verify.
    private func decoded(
        _ object: JSONObject,
        _ endpoint: ServerAPIEndpoint,
        _ environment: AppStoreEnvironment
    ) throws(ServerAPIError) -> JSONObject {
        var result = JSONObject()
        for (key, value) in object.members {
            result[key] = try decoded(value, isSigned: key.hasPrefix("signed"), endpoint, environment)
        }
        return result
    }

    private func decoded(
        _ value: JSONValue,
        isSigned: Bool,
        _ endpoint: ServerAPIEndpoint,
        _ environment: AppStoreEnvironment
    ) throws(ServerAPIError) -> JSONValue {
        switch value {
        case .object(let object): return .object(try decoded(object, endpoint, environment))
        case .array(let values):
            return .array(
                try values.map { value throws(ServerAPIError) in
                    try decoded(value, isSigned: isSigned, endpoint, environment)
                }
            )
        case .string(let compact) where isSigned:
            let examination = verifier.examine(compact)
            guard examination.isValid, let json = examination.jws?.json else {
                let failure = examination.failures.first?.failure.map { "\($0)" } ?? "it cannot be read"
                throw ServerAPIError(.notVerified, "something in the answer does not verify: \(failure)")
                    .completed(endpoint, environment, 1)
            }
            return .object(try decoded(json, endpoint, environment))
        default: return value
        }
    }
}

extension ServerAPIEndpoint {
    /// The names of what stands in the path, in order.
    package var argumentNames: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// Whether only the sandbox has the call.
    var isSandboxOnly: Bool { [.startPerformanceTest, .performanceTestResult].contains(self) }

    /// The member of an answer, and the name in the query, that says where the next page begins; nil for a call without
    /// pages.
    package var pageMark: String? {
        switch self {
        case .transactionHistory, .transactionHistoryV1, .refundHistory: "revision"
        case .notificationHistory: "paginationToken"
        default: nil
        }
    }
}
