import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { borderGuard, sonnerWithoutInlineStyle } from './scripts/borderGuard.ts'

/** Few larger files instead of some twenty small ones: on a phone every request costs a round trip. What only one page needs stays with it. */
const chunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // What only the work areas need does not burden visitors.
  {
    name: 'work',
    test: /src\/web\/(WorkShell|DataTable|Pager|StatTiles|BarChart|barScale|StatusChip|EmptyState|RegionFailure|OtpInput|fetchFile|live|sendBytes)\.|src\/kit\/(live|iban)/,
    minShareCount: 2,
  },
  // Of the companies only what knows no schema: the schema library would come along, before the root can forbid it to try eval.
  {
    name: 'shared',
    test: /node_modules\/lucide-react\/|src\/(web|kit|reviews|search)\/|src\/companies\/(rules\.ts|ui\/CompanyLogo)/,
    minShareCount: 2,
  },
]

export default defineConfig({
  optimizeDeps: { entries: ['src/**/*.tsx'] },
  plugins: [borderGuard(), sonnerWithoutInlineStyle(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
})
