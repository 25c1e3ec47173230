/// Who asks, as far as the key says.
struct Caller: Sendable, Hashable {
    /// The key's name; what limits are counted by.
    let id: String
    /// Nil for whoever reaches a server that demands no keys.
    let kind: KeyKind?
    /// What it may do.
    let scopes: Set<KeyScope>
    /// Who it is if no program asks but somebody at the console.
    var person: ConsolePerson?

    /// Whom the audit trail of a customer names.
    var actor: String { person?.actor ?? id }

    /// Whoever reaches a server that demands no keys.
    static let anybody = Caller(id: "anybody", kind: nil, scopes: Set(KeyScope.allCases))
    /// Who shows the key that stands in the configuration.
    static let configured = Caller(id: "configured", kind: .secret, scopes: Set(KeyScope.allCases))

    init(_ key: ServerKey) { self.init(id: key.id, kind: key.kind, scopes: key.scopes) }

    /// Who is let in by the console's door. The door lets nobody change anything who may not.
    init(_ person: ConsolePerson) {
        self.init(id: "console-\(person.role.rawValue)", kind: .secret, scopes: Set(KeyScope.allCases))
        self.person = person
    }

    private init(id: String, kind: KeyKind?, scopes: Set<KeyScope>) {
        (self.id, self.kind, self.scopes) = (id, kind, scopes)
    }
}
