import AppStoreModels

extension StoreText {
    static func faults(_ faults: [JSONObject], on terminal: Terminal) {
        guard !faults.isEmpty else { return terminal.line("no faults") }
        var table = TextTable(head: ["fault", "kind", "strikes", "account", "product", "with"])
        for fault in faults {
            table.add(
                fault[string: "id"] ?? "",
                fault[string: "kind"] ?? "",
                fault[integer: "times"].map { $0 == 1 ? "once" : "\($0) times" } ?? "until cleared",
                fault[string: "account"] ?? "all",
                fault[string: "productId"] ?? "all",
                parameters(fault)
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    private static func parameters(_ fault: JSONObject) -> String {
        ["seconds", "failure", "storefront", "otherAccount", "environment"].compactMap { name in
            switch fault[name] {
            case .string(let text): "\(name) \(text)"
            case .number(let number): "\(name) \(number.text)"
            default: nil
            }
        }
        .joined(separator: ", ")
    }
}
