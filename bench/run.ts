import { fileURLToPath } from 'node:url'
import type { Benchmark } from './measure.ts'

// usage: npm run bench -- NAME [ARGUMENT …]; without a name it lists them.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const names = ['pages', 'api', 'search', 'search-http', 'payouts', 'bookings', 'start', 'memory', 'bytes', 'vitals', 'slots', 'overload']
const [name, ...words] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.log(`Benchmarks: ${names.join(', ')}\nusage: npm run bench -- NAME [ARGUMENT …]`)
  process.exit(name ? 1 : 0)
}

const { open }: { open: (words: string[]) => Promise<Benchmark> } = await import(`./${name}.ts`)
const benchmark = await open(words)
try {
  await benchmark.measure()
} finally {
  await benchmark.close()
}
process.exit()
