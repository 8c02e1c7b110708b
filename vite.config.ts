import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { borderGuard, sonnerWithoutInlineStyle } from './scripts/borderGuard.ts'

export default defineConfig({
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [borderGuard(), sonnerWithoutInlineStyle(), reactRouter()],
})
