import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const folder = process.env.BUILD_DIRECTORY ?? 'build'

/** The pages that were built just before, wherever that was. */
const builtPages: Plugin = {
  name: 'built-pages',
  // Before Vite's own resolution, which would find the pages of the build before.
  enforce: 'pre',
  resolveId: (id) => (id === '../build/server/index.js' ? resolve(folder, 'server/index.js') : undefined),
}

/**
 * The server as a few files instead of two thousand: it starts in a third of the time (docs/operations.md). What brings programs or files
 * of its own stays a package, and so does what hardly anybody loads.
 */
export default defineConfig({
  plugins: [builtPages],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['sharp', 'pdfkit', '@aws-sdk/client-s3', 'vite'] },
  build: {
    ssr: true,
    outDir: `${folder}/machine`,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      // Beside the server lie the programs of processes of their own (src/server/process.ts), under the names it asks for.
      input: {
        main: 'src/main.ts',
        inspectProcessActions: 'src/files/inspectProcessActions.ts',
        parseProcessActions: 'src/calendars/feeds/parseProcessActions.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      // 'use client' says nothing to a server that renders everything.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
    },
  },
})
