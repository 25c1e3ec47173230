import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// `/console`: the pages for people, and how they log in and out. What the pages show they ask below `/v1`.
struct ConsoleRoutes: Sendable {
    let door: ConsoleDoor
    let audit: ConsoleAudit
    let logger: Logger
    let pages = ConsolePages()

    private static let maximumBody = 8_192

    func add(to router: Router<APIContext>) {
        let group = router.group("console")
        pages.add(to: group)
        group.get("session") { request, _ in Self.json(of: try door.session(request)).response() }
        group.post("session") { request, context in try await logIn(request, context) }
        group.delete("session") { request, _ in try await logOut(request) }
    }

    private func logIn(_ request: Request, _ context: APIContext) async throws -> Response {
        try door.checkOrigin(request)
        let body = try await request.jsonObject(of: ["secret", "name"], upTo: Self.maximumBody)
        guard let secret = body["secret"]?.string else { throw RequestObject.invalid("\"secret\" must be a text") }
        let name = try Self.name(in: body)
        let access = door.access
        let address = door.address(of: request, from: context.remoteAddress)
        guard let role = try door.attempts.attempt(from: address, { access.role(of: secret) }) else {
            logger.warning("somebody was wrong about the secret of the console")
            throw APIError(.forbidden, "console-secret-wrong", "this is no secret of the console; look for a slip")
        }
        let person = ConsolePerson(role: role, name: name)
        try await audit.note(.logIn, by: person)
        let (text, session) = door.sessions.begin(person)
        var response = Self.json(of: session).response(status: .created)
        response.headers[.setCookie] = ConsoleCookie.field(
            text,
            seconds: access.sessionLifetime,
            isSecure: ConsoleCookie.isSecure(request)
        )
        return response
    }

    private func logOut(_ request: Request) async throws -> Response {
        let session = try door.session(request)
        try door.checkToken(of: session, request)
        ConsoleCookie.text(in: request).map(door.sessions.end)
        try await audit.note(.logOut, by: session.person)
        return Response(
            status: .noContent,
            headers: [
                .setCookie: ConsoleCookie.field("", seconds: 0, isSecure: ConsoleCookie.isSecure(request)),
                .cacheControl: "no-store",
            ]
        )
    }

    private static func name(in body: JSONObject) throws(APIError) -> String? {
        guard let value = body["name"], value != .null, value.string != "" else { return nil }
        guard let name = value.string, name.isIdentifier, name.utf8.count <= ConsolePerson.maximumNameLength else {
            throw RequestObject.invalid(
                "\"name\" is a text of at most \(ConsolePerson.maximumNameLength) bytes without control characters"
            )
        }
        return name
    }

    private static func json(of session: ConsoleSession) -> JSONObject {
        var json: JSONObject = [
            "role": .string(session.person.role.rawValue), "consoleToken": .string(session.token),
        ]
        json[string: "name"] = session.person.name
        json[milliseconds: "expirationDate"] = session.expirationDate
        return json
    }
}
