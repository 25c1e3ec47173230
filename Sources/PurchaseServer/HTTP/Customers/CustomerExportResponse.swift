import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Everything about a person in one document, written as it is read: what the devices sent may be more than fits into memory.
///
/// Where reading fails in the middle the connection is closed before the document ends, so that nobody takes the half for
/// the whole.
struct CustomerExportResponse: Sendable {
    let storage: any CustomerStorage
    let customer: CustomerID
    /// All members but those of ``CustomerExport/Part``.
    let beginning: JSONObject

    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: HTTPFields.neverKept],
            body: ResponseBody { writer in
                // Without its last brace: the parts follow as members.
                try await writer.write(ByteBuffer(bytes: JSONValue.object(beginning).jsonData.dropLast()))
                for part in CustomerExport.Part.allCases {
                    try await writer.write(ByteBuffer(string: ",\"\(part.member)\":["))
                    var places = try await storage.exportedPlaces(part, of: customer)[...]
                    var isFirst = true
                    while !places.isEmpty {
                        let items = try await storage.exportedItems(part, at: Array(places.prefix(part.portion)))
                        places = places.dropFirst(part.portion)
                        if !items.isEmpty { try await writer.write(Self.list(items, isFirst: isFirst)) }
                        isFirst = isFirst && items.isEmpty
                    }
                    try await writer.write(ByteBuffer(string: "]"))
                }
                try await writer.write(ByteBuffer(string: "}"))
                try await writer.finish(nil)
            }
        )
    }

    private static func list(_ items: [CustomerExport.Item], isFirst: Bool) -> ByteBuffer {
        var buffer = ByteBuffer()
        for (number, item) in items.enumerated() {
            if number > 0 || !isFirst { buffer.writeString(",") }
            buffer.writeBytes(item.json.jsonData)
        }
        return buffer
    }
}

extension HTTPFields {
    /// What is written as it is read has no tag, and is never kept by anybody.
    static let neverKept = "no-store, private"
}
