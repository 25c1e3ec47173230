extension String {
    /// The text with `"…"` for everything from its first quotation mark to its last: what libpq and the server quote is what
    /// they were given, and that may have quotation marks in it, too.
    var withoutQuotations: String {
        guard let first = firstIndex(of: "\""), let last = lastIndex(of: "\"") else { return self }
        return first == last ? "\(self[..<first])\"…" : "\(self[..<first])\"…\"\(self[index(after: last)...])"
    }

    /// The text without this password. A password of less than four characters is part of many a word and is left.
    func without(_ password: String?) -> String {
        guard let password, password.count > 3 else { return self }
        return replacing(password, with: "…")
    }
}
