import AppStoreModels
import Hummingbird
import LocalAppStore

/// Something that is done to one record of a store: `POST folder/{id}/{name}` with a body.
///
/// How a command is written, read and carried out stands in one place, for the control interface and for who asks it.
protocol ControlCommand: Sendable {
    /// The part of the path below the record's, and the body; nil for none.
    var form: (name: String, body: JSONObject?) { get }

    /// Reads a command.
    ///
    /// - Throws: `invalidBody` for a body that is not that of the command.
    /// - Returns: Nil if there is none of that name.
    init?(name: String, body: JSONObject) throws(RequestError)

    /// Does what the command says to the record of this identifier.
    func perform(on id: String, in store: LocalAppStore) throws(StoreError)
}

extension ControlContext {
    /// Carries out the commands of a kind, and answers with the record as it is then.
    func add<Command: ControlCommand>(
        _ kind: Command.Type,
        below folder: String,
        to group: RouterGroup<BasicRequestContext>,
        answer: @escaping @Sendable (_ id: String) throws(StoreError) -> JSONValue
    ) {
        group.post(RouterPath("\(folder)/:id/:command")) { request, routing in
            let (id, name) = (try routing.part("id"), try routing.part("command"))
            guard let command = try Command(name: name, body: try await request.json(upTo: limit)) else {
                throw RequestError.notFound(request.uri.path)
            }
            return JSONAnswer(
                try self.command { () throws(StoreError) in
                    try command.perform(on: id, in: store)
                    return try answer(id)
                }
            )
        }
    }
}
