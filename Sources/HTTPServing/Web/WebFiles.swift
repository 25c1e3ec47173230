import AppStoreModels
import Crypto
import HTTPTypes
package import Hummingbird
import NIOCore

/// The files of a web page, which are part of the program, so that one binary is all one needs: the page's own, and those
/// that all our pages have in common.
package struct WebFiles: Sendable {
    /// One of them.
    private struct File: Sendable {
        let content: ByteBuffer
        let type: String
        /// Changes with the content, so that a browser asks for it again only then.
        let tag: String

        init(_ content: [UInt8], named name: String) {
            self.content = ByteBuffer(bytes: content)
            type = WebFiles.mediaType(of: name)
            tag = "\"\(SHA256.hash(data: content).prefix(8).hexadecimal)\""
        }
    }

    private let files: [String: File]

    /// - Parameter own: The page's own files by their names; one of them may stand in the place of a common one.
    package init(_ own: [String: [UInt8]]) {
        let all = Self.common.merging(own) { $1 }
        files = Dictionary(uniqueKeysWithValues: all.map { ($0.key, File($0.value, named: $0.key)) })
    }

    /// What builds elements, opens dialogs, writes dates, and how all of it looks.
    private static let common = [
        "base.css": PackageResources.base_css,
        "commands.js": PackageResources.commands_js,
        "dom.js": PackageResources.dom_js,
        "format.js": PackageResources.format_js,
        "messages.js": PackageResources.messages_js,
        "sheet.js": PackageResources.sheet_js,
    ]

    /// The names of all files, sorted.
    package var names: [String] { files.keys.sorted() }

    /// A file as an answer.
    ///
    /// - Returns: nil if there is none of this name.
    package func answer(_ name: String, to request: Request) -> Response? {
        guard let file = files[name] else { return nil }
        let headers: HTTPFields = [
            .contentType: file.type,
            .eTag: file.tag,
            .cacheControl: "no-cache",
            .contentSecurityPolicy: Self.policy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
        if request.headers[.ifNoneMatch] == file.tag { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.content))
    }

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last ?? "" {
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/javascript; charset=utf-8"
        }
    }

    /// A page loads nothing but its own files and runs no script that stands in markup.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        form-action 'none'; base-uri 'none'; frame-ancestors 'none'
        """
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}
