extension StoreFault {
    /// What a server that fails writes into its answer.
    public struct AnswerBody: RawRepresentable, Hashable, Sendable, Codable {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// JSON of the form that the server usually answers with.
        public static let json = Self(rawValue: "json")
        /// A page for people, as the machines in front of a server write it.
        public static let html = Self(rawValue: "html")
        /// Nothing.
        public static let empty = Self(rawValue: "empty")

        static let all: [Self] = [.json, .html, .empty]
    }
}
