import ArgumentParser
import LocalAppStoreServer

/// An offer on the command line: `promotional:ID`, `winBack:ID` or `code:NAME`.
struct OfferArgument: ExpressibleByArgument {
    let choice: StoreControlRequest.OfferChoice

    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":"),
            let kind = StoreControlRequest.OfferChoice.Kind(rawValue: String(argument[..<colon])),
            argument.index(after: colon) < argument.endIndex
        else { return nil }
        choice = StoreControlRequest.OfferChoice(kind, String(argument[argument.index(after: colon)...]))
    }
}
