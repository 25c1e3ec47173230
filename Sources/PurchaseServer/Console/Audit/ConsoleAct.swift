import Foundation

/// Something that a person did at the console; never what was typed in, never a secret.
struct ConsoleAct: Sendable, Hashable {
    var date: Date
    var person: ConsolePerson
    /// `POST /v1/keys` and the like, by the route; or ``logIn`` or ``logOut``.
    var action: String
    /// Whom it was about.
    var customer: CustomerID?
    /// Who else had a part in it, as the one who got a purchase.
    var otherCustomer: CustomerID?
    /// What else it was about: the names in the path.
    var target: String?

    static let logIn = "logIn"
    static let logOut = "logOut"
}

/// An act as it is kept.
struct ConsoleAuditEntry: Sendable, Hashable {
    /// Its number; a later one is higher.
    let number: Int64
    let act: ConsoleAct
    /// How it was answered; nil while it goes on, and for ever if the server was ended meanwhile.
    let status: Int?
}
