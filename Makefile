# The two commands a newcomer needs are `make demo` and `make test`; `make help` lists the rest.

SWIFT ?= swift
# What `make demo`, `make bench` and `make fault` pass on, for example: make demo ARGS="--once --data shop"
ARGS ?=
# Where the Python clients live that judge our servers from outside; see scripts/install-judges.
PURSER_JUDGES ?= $(CURDIR)/.build-judges
export PURSER_JUDGES
# How many tests run at once. All at once, as Swift Testing likes it, would have the servers of some tests wait for a
# thread for longer than the clients of others wait for an answer.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 6
# SwiftPM names the traits to the compiler in the order of a set; where that is another order than before, it builds
# everything again. Tests run without it: what depends on an order shall be seen.
export SWIFT_DETERMINISTIC_HASHING = 1

.PHONY: help demo test build bench example fault simulate package on-linux packages judges lint format docs api fuzz clean

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: on-linux packages ## install what is missing, build, play a customer, and show a year of a made-up shop
	$(SWIFT) build --product purser
	@exec "$$($(SWIFT) build --show-bin-path)/purser" demo $(ARGS)

test: judges ## install what is missing, build, and run every test
	$(SWIFT) build --build-tests
	@scripts/check-imports "$$($(SWIFT) build --show-bin-path)"
	@scripts/public-api --check "$$($(SWIFT) build --show-bin-path)"
	@TMPDIR="$$(mktemp -d)" && export TMPDIR && trap 'rm -rf "$$TMPDIR"' EXIT && \
		unset SWIFT_DETERMINISTIC_HASHING && $(SWIFT) test --skip-build --disable-xctest && \
		if [ "$$(uname)" = Linux ]; then $(SWIFT) test --skip-build --disable-swift-testing; fi

build: packages ## build everything
	$(SWIFT) build

bench: ## measure against OpenSSL and the bare cryptography, and write Benchmarks/RESULTS.md
	@scripts/install-packages bench test
	@scripts/install-judges "$(PURSER_JUDGES)"
	$(SWIFT) build --configuration release --product purser
	$(SWIFT) build --configuration release --product postgresql-benchmark
	cd Benchmarks && $(SWIFT) build --configuration release
	cd Benchmarks && $(SWIFT) build --product purser-costs
	mkdir -p .build-results && scripts/measure-linking > .build-results/LINKING.md
	scripts/measure-first-paint .build/release/purser > .build-results/FIRST-PAINT.md
	.build/release/postgresql-benchmark > .build-results/POSTGRESQL.md
	cd Benchmarks && .build/release/purser-benchmarks --date "$$(date -u +%Y-%m-%d)" --output RESULTS.md \
		--tool ../.build/release/purser --linking ../.build-results/LINKING.md --first-paint ../.build-results/FIRST-PAINT.md \
		--postgresql ../.build-results/POSTGRESQL.md \
		--debug-costs .build/debug/purser-costs --release-costs .build/release/purser-costs $(ARGS)

example: packages ## build and test an app that imports StoreKit alone, as a package of its own
	$(SWIFT) test --package-path Examples/OrdinaryApp --scratch-path .build-example

fault: packages ## play hostile peers, broken disks and kills against the released servers, at most 5 minutes
	@scripts/install-packages fault || echo "Without them the clocks of machines are left alone."
	$(SWIFT) build --configuration release --product purser
	$(SWIFT) build --configuration release --product fault-suite
	@TMPDIR="$$(mktemp -d)" && export TMPDIR && trap 'rm -rf "$$TMPDIR"' EXIT && \
		"$$($(SWIFT) build --configuration release --show-bin-path)/fault-suite" $(ARGS)

simulate: on-linux packages ## play stories of the simulator, each with another seed, until stopped or until a rule does not hold
	$(SWIFT) build --configuration release --product purser
	@exec "$$($(SWIFT) build --configuration release --show-bin-path)/purser" simulate \
		--seed "$$(date +%s)" --seeds 0 --days 60 --customers 6 $(ARGS)

package: packages ## make an archive with one binary that needs no Swift, and try it in an empty Debian and in containers
	@scripts/install-packages package
	@archive="$$(SWIFT="$(SWIFT)" scripts/package | tail -1)" && scripts/check-package "$$archive" && scripts/check-container && echo "$$archive"

# Both play apps on the local StoreKit, which on Apple's systems is Apple's.
on-linux:
	@if [ "$$(uname)" != Linux ]; then \
		echo "purser demo and purser simulate play apps on the local StoreKit, so they run on Linux, also in a container." >&2; \
		exit 1; \
	fi

packages:
	@scripts/install-packages

judges:
	@scripts/install-packages test
	@scripts/install-judges "$(PURSER_JUDGES)"

lint: ## check the house format
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Snippets

format: ## apply the house format
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Snippets

docs: ## build the documentation of every library, warnings are errors
	@scripts/build-documentation

api: packages ## write docs/PUBLIC-API.md, what each library shows to those who import it
	$(SWIFT) build
	@scripts/public-api "$$($(SWIFT) build --show-bin-path)"

fuzz: packages ## fuzz receipts, payloads and JWS, FUZZ_SECONDS each (600)
	@SWIFT="$(SWIFT)" scripts/fuzz

clean: ## remove what was built
	rm -rf .build .build-* Fuzz/.build*
