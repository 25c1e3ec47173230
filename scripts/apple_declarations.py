"""What libraries declare for Apple's platforms alone, read from the sources as text: Linux does not compile it.

`scripts/public-api` writes it down. This reads as much of Swift as the files with branches of `#if` in this package
have, and stops with a message where it does not understand.
"""

import re
import sys
import typing

from apple_branches import compiled, undecided

APPLE = ("iOS", "macOS", "tvOS", "visionOS", "watchOS")
# Texts and remarks, where braces and parentheses mean nothing; what is interpolated has parentheses two levels deep.
INTERPOLATED = r'\\\((?:[^()"]|"[^"\n]*"|\((?:[^()"]|"[^"\n]*")*\))*\)'
UNREAD = re.compile(rf'"""(?s:.*?)"""|"(?:{INTERPOLATED}|\\.|[^"\\\n])*"|//[^\n]*|/\*(?s:.*?)\*/')
ACCESS = r"\b(?:public|open|package|internal|fileprivate|private)\b(?!\()"
MODIFIERS = (
    r"(?:(?:@\w+(?:\([^()]*\))?|(?:public|package|internal|fileprivate|private)(?:\(set\))?|open|final|static"
    r"|class(?= (?:func|var|subscript)\b)|override|convenience|required|mutating|nonmutating|indirect|lazy|weak"
    r"|nonisolated(?:\(\w+\))?)(?: |$))*"
)
TYPES = ("actor", "class", "enum", "protocol", "struct")
OVERLOADED = ("extension", "func", "init", "subscript")
KINDS = "|".join((*TYPES, *OVERLOADED, "associatedtype", "case", "let", "typealias", "var"))
DECLARATION = re.compile(rf"({MODIFIERS})({KINDS})\b ?([\w.]*)")


class Declared(typing.NamedTuple):
    """What is declared for others: the types around it, its name, its kind, and how it is written."""

    path: tuple
    name: str
    kind: str
    text: str

    @property
    def key(self):
        """The same for two of which there can be only one."""
        return self.path, self.text if self.kind in OVERLOADED else self.name


class Scope(typing.NamedTuple):
    """A type or an extension, and which of its members others see that do not say who sees them."""

    path: tuple = ()
    is_shown: bool = True
    shown_kinds: tuple = ()

    def shows(self, kind, modifiers):
        said = re.findall(ACCESS, modifiers)
        if said:
            return self.is_shown and said[0] in ("public", "open")
        return self.is_shown and (kind == "extension" or kind in self.shown_kinds)


def lines_of(source, system, others):
    """The lines of a source that a system compiles; `others` is the answer to all that no system decides."""
    lines = [line.strip() for line in source.split("\n")]
    numbers = compiled(lines, system, dict.fromkeys(undecided(lines), others))
    return [line for number, line in enumerate(lines) if line and number in numbers]


def statements(lines):
    """The lines of a source, joined where what is declared goes on."""
    statement = ""
    for line, following in zip(lines, [*lines[1:], ""]):
        statement = f"{statement} {line}".strip()
        is_open = statement.count("(") != statement.count(")") or statement.endswith(",")
        if is_open or re.fullmatch(MODIFIERS, statement) or re.match(r"\{|->|:|(?:where|async|throws)\b", following):
            continue
        yield statement
        statement = ""
    if statement:
        raise ValueError(f"where does this end? {statement[:80]}")


def without_body(statement):
    """A declaration up to its body; a closure between parentheses is none."""
    depth = 0
    for place, character in enumerate(statement):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "{" and depth == 0:
            return statement[:place].strip()
    return statement


def written(statement, kind):
    """A declaration as a list shows it: who sees it and with what it begins is left out."""
    text = re.sub(r"\bpublic ", "", without_body(statement)).replace("( ", "(").replace(" )", ")")
    return text.split(" = ")[0] if kind in ("case", "let", "var") else text


def declarations(lines):
    """What the lines of a source declare for others."""
    depth, scopes = 0, [Scope()]
    for statement in statements(lines):
        begun = statement.count("{") - statement.count("}")
        found = DECLARATION.match(statement)
        # What stands deeper is inside of a function.
        if found and depth == len(scopes) - 1:
            modifiers, kind, name = found.groups()
            scope, text = scopes[-1], written(statement, kind)
            is_shown = scope.shows(kind, modifiers)
            # An extension is nothing but its members and what it conforms to.
            if is_shown and (kind != "extension" or ":" in text):
                yield Declared(scope.path, name or kind, kind, text)
            if kind in (*TYPES, "extension") and begun > 0:
                all_kinds = kind == "protocol" or (kind == "extension" and "public" in modifiers)
                shown_kinds = KINDS.split("|") if all_kinds else ("case",) if kind == "enum" else ()
                scopes.append(Scope((*scope.path, *name.split(".")), is_shown, shown_kinds))
        depth += begun
        del scopes[depth + 1 :]
    if depth != 0:
        raise ValueError(f"{depth} braces more are opened than closed")


def declared(file, system):
    """What a source with branches declares for others on a system, whatever else it is compiled for."""
    texts = []

    def number(unread):
        texts.append(unread[0])
        return f'"{len(texts) - 1}"' if unread[0].startswith('"') else ""

    source = UNREAD.sub(number, file.read_text())
    for others in (True, False) if "#if " in source else ():
        try:
            for found in declarations(lines_of(source, system, others)):
                yield found._replace(text=re.sub(r'"(\d+)"', lambda text: texts[int(text[1])], found.text))
        except ValueError as error:
            sys.exit(f"scripts/public-api cannot read {file}: {error}")


def apple_only(files):
    """What the sources of a module declare on Apple's platforms alone, below its types, in the order of the names."""
    known = {found.key for file in files for found in declared(file, "Linux")}
    systems = {}
    for system in APPLE:
        for found in (found for file in files for found in declared(file, system)):
            if found.key not in known:
                systems.setdefault(found, {})[system] = True
    new = {(*found.path, found.name) for found in systems if found.kind in TYPES}
    last = ()
    for found in sorted(systems, key=lambda found: (*found.path, found.name, "", found.text)):
        path = found.path
        # A type that Linux has, too, is named as what is extended.
        home = next(path[:count] for count in range(len(path), -1, -1) if path[:count] not in new)
        if home and home != last:
            yield "extension " + ".".join(home)
        last = home
        remark = "" if len(systems[found]) == len(APPLE) else "  // " + ", ".join(systems[found])
        yield "    " * (bool(home) + len(path) - len(home)) + found.text + remark
