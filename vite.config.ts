import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { borderGuard, sonnerWithoutInlineStyle } from './scripts/borderGuard.ts'
import { chunkGroups } from './scripts/chunks.ts'

export default defineConfig({
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [borderGuard(), sonnerWithoutInlineStyle(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } } } },
})
