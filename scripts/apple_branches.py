"""Which lines of a Swift source each of Apple's systems compiles, and which Linux does: the branches of `#if`, as text."""

import re

EVERYWHERE = {"Combine", "CryptoKit", "Darwin", "Dispatch", "Foundation", "Observation", "Security", "StoreKit"}
EVERYWHERE |= {"SwiftUI", "System", "os"}
ELSEWHERE = {"Android", "FoundationNetworking", "Glibc", "LocalStoreKit", "Musl", "SystemPackage"}
# Each of Apple's systems, as `os(...)` has it, with what can be imported there alone.
SYSTEMS = {
    "iOS": ("iOS", {"UIKit"}),
    "Mac Catalyst": ("iOS", {"AppKit", "IOKit", "UIKit"}),
    "macOS": ("macOS", {"AppKit", "IOKit"}),
    "tvOS": ("tvOS", {"UIKit"}),
    "visionOS": ("visionOS", {"UIKit"}),
    "watchOS": ("watchOS", {"UIKit", "WatchKit"}),
}
ON_SOME = {"AppKit", "IOKit", "UIKit", "WatchKit"}
ON_LINUX = {"Dispatch", "Foundation", "FoundationNetworking", "Glibc", "LocalStoreKit"}

DIRECTIVE = re.compile(r"^ *#(if|elseif|else|endif)\b(.*)")
ASKED = re.compile(r"\w+\([^()]*\)|\w+")


def answer(question, system, flags):
    """Whether a question is true of a system; None if the system does not decide it."""
    if question in flags:
        return flags[question]
    kind, _, name = question.rstrip(")").partition("(")
    on, modules = SYSTEMS.get(system, ("Linux", ON_LINUX))
    if kind == "os":
        return name == on
    if question == "targetEnvironment(macCatalyst)":
        return system == "Mac Catalyst"
    if kind == "canImport" and name.split(".")[0] in EVERYWHERE | ELSEWHERE | ON_SOME:
        return name in modules or (system != "Linux" and name in EVERYWHERE)
    return {"true": True, "false": False}.get(question)


def compiled(lines, system, flags):
    """The numbers of the lines that are compiled for a system."""
    numbers, branches = set(), []
    for number, line in enumerate(lines):
        directive = DIRECTIVE.match(line)
        if not directive:
            if all(taken for taken, _ in branches):
                numbers.add(number)
            continue
        kind, condition = directive.groups()
        if kind == "endif":
            branches.pop()
            continue
        words = ASKED.sub(lambda question: str(answer(question[0], system, flags)), condition)
        words = words.replace("&&", " and ").replace("||", " or ").replace("!", " not ").strip()
        holds = kind == "else" or eval(words, {})  # Of True, False, None and operators alone.
        if kind == "if":
            branches.append((bool(holds), bool(holds)))
        else:
            was_taken = branches[-1][1]
            branches[-1] = (bool(holds) and not was_taken, was_taken or bool(holds))
    return numbers


def undecided(lines):
    """The questions in the conditions of a source that no system answers by itself, such as what is switched on."""
    asked = {question for line in lines if (found := DIRECTIVE.match(line)) for question in ASKED.findall(found[2])}
    return sorted(question for question in asked if answer(question, "iOS", {}) is None)
