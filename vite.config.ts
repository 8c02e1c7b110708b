import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { serverImportGuard } from './scripts/serverImportGuard.ts'

/**
 * Scripts that many pages share; the bundler divides the rest. The schema library is apart from what uses it, because many screens show
 * something before they check it. All styles are together, in the order of the imports: the layers' order comes first.
 */
const groups = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'schemas', test: /node_modules\/zod\/|src\/platform\/web\/forms\/zod\.ts/ },
  { name: 'styles', test: /\.css$/ },
  { name: 'shared', test: /\/src\/platform\/(web|kit)\//, minShareCount: 3 },
  { name: 'search', test: /\/src\/site\/search\//, minShareCount: 3 },
]

export default defineConfig({
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [serverImportGuard(), reactRouter()],
  resolve: { alias: [{ find: /^zod$/, replacement: resolve('src/platform/web/forms/zod.ts') }] },
  // One sheet for all pages; scripts/bytes.ts reads the manifest. A slow machine gets no warnings about the time of plugins.
  build: { cssCodeSplit: false, manifest: true, rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Making a schema has no effect, so that the unused ones are left out.
          treeshake: { manualPureFunctions: ['z'] },
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
})
