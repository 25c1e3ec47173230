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
                for part in CustomerExport.Part.allCases { try await write(part, to: &writer) }
                try await writer.write(ByteBuffer(string: "}"))
                try await writer.finish(nil)
            }
        )
    }

    private func write(_ part: CustomerExport.Part, to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: ",\"\(part.member)\":["))
        var place: CustomerExport.Place?
        repeat {
            let items = try await storage.exportedItems(part, of: customer, after: place, limit: part.portion)
            var buffer = ByteBuffer()
            for (number, item) in items.enumerated() {
                if number > 0 || place != nil { buffer.writeString(",") }
                buffer.writeBytes(item.json.jsonData)
            }
            if buffer.readableBytes > 0 { try await writer.write(buffer) }
            place = items.count == part.portion ? items.last?.place : nil
        } while place != nil
        try await writer.write(ByteBuffer(string: "]"))
    }
}

extension HTTPFields {
    /// What is written as it is read has no tag, and is never kept by anybody.
    static let neverKept = "no-store, private"
}
