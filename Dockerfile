# The program and, as a stage of its own, its tests:
#
#   docker build -t shinpan . && docker run --rm shinpan diverge 3x3
#   docker build --target tests .
FROM rust:1-bookworm AS sources
WORKDIR /shinpan
COPY . .

FROM sources AS tests
RUN apt-get update && apt-get install -y --no-install-recommends gnugo python3 && rm -rf /var/lib/apt/lists/*
RUN cargo test --locked --features parquet

FROM sources AS build
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
COPY --from=build /shinpan/target/release/shinpan /usr/local/bin/shinpan
ENTRYPOINT ["shinpan"]
