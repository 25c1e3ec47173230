import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat

/// Writes down what people do at the console, before they do it: what cannot be written down does not happen.
struct ConsoleAudit: Sendable {
    /// What is written down that no route names.
    enum Occasion: Sendable {
        case logIn, logOut
    }

    let storage: PurchaseDatabase
    let now: @Sendable () -> Date
    let logger: Logger

    func note(_ occasion: Occasion, by person: ConsolePerson) async throws {
        let action = occasion == .logIn ? ConsoleAct.logIn : ConsoleAct.logOut
        _ = try await storage.begin(ConsoleAct(date: now(), person: person, action: action))
    }

    /// Whether a request is to be written down: whatever changes something, and whoever takes a copy of a person's data.
    static func concerns(_ request: Request, _ context: APIContext) -> Bool {
        !request.isSafe || context.endpointPath?.hasSuffix("/export") == true
    }

    /// Carries a request out and writes down how it was answered.
    func recording(
        _ request: Request,
        _ context: APIContext,
        by person: ConsolePerson,
        _ work: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        var request = request
        let body = try await Self.takeBody(of: &request, context)
        let act = act(request, context, person, body)
        let number = try await storage.begin(act)
        do {
            let response = try await work(request, context)
            await finish(act, number, response.status.code)
            return response
        } catch {
            await finish(act, number, Self.status(of: error))
            throw error
        }
    }

    /// What happened has happened: the answer is given even where this cannot be written down.
    private func finish(_ act: ConsoleAct, _ number: Int64, _ status: Int) async {
        let (storage, logger) = (storage, logger)
        // Somebody who hangs up does not keep it from being written.
        await Task {
            do { try await storage.finish(act, number, status: status) } catch {
                logger.error("the end of an act at the console was not written down", metadata: ["error": "\(error)"])
            }
        }.value
    }

    private func act(
        _ request: Request,
        _ context: APIContext,
        _ person: ConsolePerson,
        _ body: JSONObject
    ) -> ConsoleAct {
        let path = context.endpointPath ?? ""
        let names = context.parameters.filter { $0.key != "customer" }.map { String($0.value) }
        let inBody = ["from", "to", "customer", "alias"].compactMap { body[string: $0].flatMap(CustomerID.init) }
        var people = inBody
        if let customer = try? context.customer { people.insert(customer, at: 0) }
        return ConsoleAct(
            date: now(),
            person: person,
            action: "\(request.method.rawValue) \(path)",
            customer: people.first,
            otherCustomer: people.dropFirst().first,
            target: names.isEmpty ? nil : Self.target(names.joined(separator: " "))
        )
    }

    /// What the path names. What cannot be a name is written down as it was sent; it is refused by whom it is meant for.
    private static func target(_ path: String) -> String? {
        let target = path.removingPercentEncoding
        return target?.hasControls == true ? path : target
    }

    /// What the body says, where it names people; the request has it still.
    private static func takeBody(of request: inout Request, _ context: APIContext) async throws -> JSONObject {
        let path = context.endpointPath ?? ""
        guard ["/transfers", "/login", "/aliases"].contains(where: path.hasSuffix) else { return [:] }
        let body = try await request.wholeBody(upTo: RequestObject.maximumLength)
        request = Request(head: request.head, body: RequestBody(buffer: body))
        return (try? JSONValue(parsing: Data(buffer: body)))?.object ?? [:]
    }

    private static func status(of error: any Error) -> Int {
        switch error {
        case let error as APIError: error.status.code
        case let rejection as Rejection: rejection.httpStatus
        case let refusal as RequestRefusal: refusal.status.code
        case let error as PurchaseServerError: APIError(error).status.code
        case let error as HTTPError: error.status.code
        default: 503
        }
    }
}
