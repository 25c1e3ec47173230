/// What libpq will give next, in the order of what was sent.
enum ExpectedAnswer {
    /// That a text is prepared under a name, for this exchange.
    case preparation(of: String, named: String, for: Exchange)
    /// That a name is forgotten, which is nobody's concern.
    case deallocation
    /// The answer to a statement of an exchange that runs under this name; nil if it was not prepared.
    case answer(to: String, named: String?, for: Exchange)
    /// That everything of the first group took effect, or nothing of it.
    case end
}
