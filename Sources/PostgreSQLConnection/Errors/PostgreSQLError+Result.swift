import CLibPQ

extension PostgreSQLError {
    /// What a result says that failed.
    ///
    /// - Parameter result: A result of status `PGRES_FATAL_ERROR`, or a notice.
    init(result: OpaquePointer?) {
        func field(_ code: Character) -> String? {
            guard let result, let ascii = code.asciiValue, let text = PQresultErrorField(result, CInt(ascii)) else {
                return nil
            }
            return String(cString: text)
        }
        let state = field("C")
        // libpq itself has no code for what it finds out.
        let message = field("M") ?? result.flatMap { PQresultErrorMessage($0) }.map { String(cString: $0) } ?? ""
        let kind = state.map { Kind(sqlState: $0) } ?? .connectionLost
        self.init(kind, "")
        sqlState = state
        serverMessage = message
        detail = field("D")
        constraint = field("n")
        table = field("t")
        column = field("c")
        serverFunction = field("R")
        reason = loggable(message)
    }

    /// What is said of a statement without the values in it.
    private func loggable(_ message: String) -> String {
        let place = [
            constraint.map { "constraint \($0)" }, table.map { "table \($0)" }, column.map { "column \($0)" },
        ].compactMap(\.self)
        let said = sqlState?.hasPrefix("22") == true ? message.withoutQuotations : message
        let line = said.split(whereSeparator: \.isNewline).joined(separator: " ")
        return place.isEmpty ? line : "\(line) [\(place.joined(separator: ", "))]"
    }
}
