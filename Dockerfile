# One image for the server with its site. Built and started in docs/operations.md, "In a container";
# apps/server/src/image.test.ts lays out what the last stage copies and starts that, without a container engine.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /makas
COPY . .
# The site first, with all its tools; then only what the server itself needs.
RUN node scripts/bootstrap.mjs --build && npm ci --omit=dev --ignore-scripts --workspace @makas/server \
  && node scripts/bootstrap.mjs --finish

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc gives each thread an arena of its own, and returns little of what it once had.
ENV MALLOC_ARENA_MAX=2
WORKDIR /makas
COPY --from=build /makas/package.json ./
COPY --from=build /makas/node_modules node_modules
COPY --from=build /makas/packages packages
COPY --from=build /makas/apps/server apps/server
COPY --from=build /makas/dist dist
# Of its own, or of all processes together (compose.yaml).
RUN install --directory --owner=node --group=node --mode=700 /data /keys /backups
VOLUME /data
# All but these (and a /tmp in memory) may be read-only.
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-proto=delete", "--max-semi-space-size=16", "--no-parallel-scavenge", "apps/server/src/main.ts"]
