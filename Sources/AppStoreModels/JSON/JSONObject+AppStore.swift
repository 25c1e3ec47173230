import Foundation

extension JSONObject {
    /// A date as `verifyReceipt` writes it: three members; setting nil removes them.
    subscript(dates key: String) -> Date? {
        get { VerifyReceiptDate.read(key, from: self) }
        set {
            guard let newValue else {
                for suffix in ["", "_ms", "_pst"] { self[key + suffix] = nil }
                return
            }
            VerifyReceiptDate.write(newValue, as: key, to: &self)
        }
    }

    /// The objects of an array member; a single object counts as an array of one.
    subscript(objects key: String) -> [JSONObject] {
        get { self[object: key].map { [$0] } ?? self[array: key]?.compactMap(\.object) ?? [] }
        set { self[array: key] = newValue.map(JSONValue.object) }
    }

    /// A decimal that is written in thousandths, rounded to the nearest.
    subscript(milliunits key: String) -> Decimal? {
        get { self[integer: key].map(Decimal.init(thousandths:)) }
        set {
            self[key] = newValue.flatMap { value in
                var thousandths = value * 1000
                var rounded = Decimal()
                NSDecimalRound(&rounded, &thousandths, 0, .plain)
                return JSONNumber(rounded).map(JSONValue.number)
            }
        }
    }

    /// A whole number that stands for one of several meanings; nil if it does not fit `Int`, which has 32 bits on a watch.
    subscript(code key: String) -> Int? {
        get { self[integer: key].flatMap(Int.init(exactly:)) }
        set { self[integer: key] = newValue.map(Int64.init) }
    }
}
