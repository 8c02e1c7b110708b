import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { borderGuard, sonnerWithoutInlineStyle } from './scripts/borderGuard.ts'
import { chunkGroups } from './scripts/chunks.ts'
import { unusedRulesLeftOut, zodWithoutExtras } from './scripts/leanBrowser.ts'

/** Every page's script names the files of all others, so their names are short. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[hash:7][extname]',
}
/** The server names fonts to the browser, too: by another name they would be loaded twice. */
const sameAssetNames: Plugin = {
  name: 'same-asset-names',
  outputOptions: (options) => ({ ...options, assetFileNames: fileNames.assetFileNames }),
}

export default defineConfig({
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [borderGuard(), sonnerWithoutInlineStyle(), zodWithoutExtras(), unusedRulesLeftOut(), reactRouter(), sameAssetNames],
  environments: { client: { build: { rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: chunkGroups() } } } } } },
})
