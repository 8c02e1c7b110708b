import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Alone, type Benchmark, measureInTurn, quantile } from './measure.ts'

// usage: npm run bench -- NAME [ARGUMENT …]; without a name it lists them.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const names = readdirSync('bench').flatMap((file) =>
  !file.endsWith('.ts') || /^(run|app|measure|product|constant|searchServer|payoutSeed|payoutRows|seed|seedLedger)\.ts$/.test(file)
    ? []
    : [file.replace(/\.ts$/, '')],
)
const [name, ...words] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.log(`Benchmarks: ${names.join(', ')}\nusage: npm run bench -- NAME [ARGUMENT …]`)
  process.exit(name ? 1 : 0)
}

const { open }: { open: (words: string[]) => Promise<Benchmark | Alone> } = await import(`./${name}.ts`)
const benchmark = await open(words)
try {
  await ('measure' in benchmark ? benchmark.measure() : compare(benchmark))
} finally {
  await benchmark.close()
}
process.exit()

async function compare(pair: Benchmark) {
  const times = await measureInTurn(pair, { rounds: 30, warmUp: 5 })
  const ratios = times.map(({ baseline, measured }) => measured / baseline)
  const ms = (numbers: number[]) => `${quantile(numbers, 0.5).toFixed(2)} ms`
  console.log(pair.title)
  console.log(`  baseline  median ${ms(times.map(({ baseline }) => baseline))}`)
  console.log(`  measured  median ${ms(times.map(({ measured }) => measured))}`)
  console.log(
    `  ratio     median ${quantile(ratios, 0.5).toFixed(2)} (10 % to 90 %: ${quantile(ratios, 0.1).toFixed(2)} to ${quantile(ratios, 0.9).toFixed(2)}), ${times.length} rounds in turn`,
  )
}
