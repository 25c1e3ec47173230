/// Why no store can have written something: which member it is, and what it says.
struct Nonsense: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
