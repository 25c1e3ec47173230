import ArgumentParser
import LocalAppStore

/// An offer on the command line: `promotional:ID`, `winBack:ID` or `code:NAME`.
struct OfferArgument: ExpressibleByArgument {
    let offer: PurchaseOffer

    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":"), argument.index(after: colon) < argument.endIndex else {
            return nil
        }
        let name = String(argument[argument.index(after: colon)...])
        switch argument[..<colon] {
        case "promotional": offer = .unsignedPromotional(identifier: name)
        case "code": offer = .code(referenceName: name)
        case "winBack": offer = .winBack(identifier: name)
        default: return nil
        }
    }
}
