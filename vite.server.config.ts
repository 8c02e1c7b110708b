import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const folder = process.env.BUILD_DIRECTORY ?? 'build'

/** The server as a few files instead of two thousand, so that it starts sooner (docs/decisions/0014-bundled-server.md). */
export default defineConfig({
  // src/main.ts imports the pages built just before, wherever that was.
  resolve: { alias: { '../build/server/index.js': resolve(folder, 'server/index.js') } },
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  // Packages with programs or files of their own stay packages, what hardly any server loads, and the driver, whose statements can be traced
  // (docs/operations.md#traces).
  ssr: { noExternal: true, external: ['sharp', 'pdfkit', '@aws-sdk/client-s3', '@sentry/core', 'pg', 'vite'] },
  build: {
    ssr: true,
    outDir: `${folder}/machine`,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        main: 'src/main.ts',
        // Programs of processes of their own (src/platform/server/process.ts), under the names that it asks for.
        inspectProcessActions: 'src/foundation/files/inspectProcessActions.ts',
        parseProcessActions: 'src/supply/calendars/feeds/parseProcessActions.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      // 'use client' has no meaning for a server that renders everything.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
})
