extension DefaultStringInterpolation {
    /// Writes an optional as it has always been written.
    ///
    /// The snippets interpolate optionals, for which the compiler has warned since Swift 3 unless a function asks for one.
    mutating func appendInterpolation<Value>(_ value: Value?) {
        appendInterpolation(String(describing: value))
    }
}
