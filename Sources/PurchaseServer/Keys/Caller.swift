/// Who asks, as far as the key says.
struct Caller: Sendable, Hashable {
    /// The key's name; what limits are counted by.
    let id: String
    /// Nil for whoever reaches a server that demands no keys.
    let kind: KeyKind?
    /// What it may do.
    let scopes: Set<KeyScope>

    /// Whoever reaches a server that demands no keys.
    static let anybody = Caller(id: "anybody", kind: nil, scopes: Set(KeyScope.allCases))
    /// Who shows the key that stands in the configuration.
    static let configured = Caller(id: "configured", kind: .secret, scopes: Set(KeyScope.allCases))

    init(_ key: ServerKey) { self.init(id: key.id, kind: key.kind, scopes: key.scopes) }

    private init(id: String, kind: KeyKind?, scopes: Set<KeyScope>) {
        (self.id, self.kind, self.scopes) = (id, kind, scopes)
    }
}
