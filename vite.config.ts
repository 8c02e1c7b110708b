import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { borderGuard, sonnerWithoutInlineStyle } from './scripts/borderGuard.ts'
import { chunkGroups } from './scripts/chunks.ts'

/** Every page's script names the files of all others, so their names are short. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[hash:7][extname]',
}

export default defineConfig({
  resolve: { alias: { 'react-style-singleton': fileURLToPath(new URL('src/web/shell/scrollLock.ts', import.meta.url)) } },
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [borderGuard(), sonnerWithoutInlineStyle(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: chunkGroups() } } } } } },
})
