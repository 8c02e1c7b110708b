import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { borderGuard, sonnerWithoutInlineStyle } from './scripts/borderGuard.ts'

/** Few larger files instead of some twenty small ones: on a phone every request costs a round trip. What only one page needs stays with it. */
const onlyAtWork =
  'src/web/(WorkShell|DataTable|ListFilters|ListRows|useListAddress|attemptKey|Pager|StatTiles|BarChart|barScale|StatusChip|EmptyState|RegionFailure|OtpInput|fetchFile|live|sendBytes)\\.|src/kit/(live|iban|listAddress|pages)\\.'
const chunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
  // Of the companies only what knows no schema: the schema library would come along, before the root can forbid it to try eval.
  {
    name: 'shared',
    test: new RegExp(
      `node_modules/lucide-react/|(?!.*(?:${onlyAtWork}))src/(web|kit|search)/|src/reviews/rules\\.ts|src/companies/(rules\\.ts|ui/CompanyLogo)`,
    ),
    minShareCount: 2,
    priority: 2,
  },
  // What only the work areas need does not burden visitors; whatever it needs of the above is there already.
  { name: 'work', test: new RegExp(onlyAtWork), minShareCount: 2, priority: 1 },
]

export default defineConfig({
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [borderGuard(), sonnerWithoutInlineStyle(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
})
