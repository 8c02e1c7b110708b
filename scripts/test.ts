import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'

type Stage = { name: string; command: string[]; report?: { file: string; count: (report: Record<string, unknown>) => unknown } }

/**
 * `npm test`, one after the other; the first that fails ends it. `--checked`: `npm run check` has passed already; `--no-storm`: without the
 * minute in which everything is killed.
 */
const stages: Stage[] = [
  ...(process.argv.includes('--checked') ? [] : [{ name: 'check', command: ['node', 'scripts/check.ts'] }]),
  {
    name: 'server tests',
    command: ['vitest', 'run', '--project', '!unit', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/server-tests.json'],
    report: { file: '.cache/server-tests.json', count: (report) => report.numPassedTests },
  },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'journeys',
    command: ['playwright', 'test'],
    report: { file: '.cache/journeys.json', count: (report) => Object(report.stats).expected },
  },
  ...(process.argv.includes('--no-storm')
    ? []
    : [{ name: 'storm', command: ['node', 'tests/storm/storm.ts', '--minutes', '1', '--seed', '1'] }]),
]

// The terminal and the bootstrap signal the whole group, the stage included: it decides what remains to be done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const began = performance.now()
const summary: string[] = []
for (const stage of stages) {
  const code = await runStage(stage)
  if (code === 0) continue
  console.error(`\ntests failed in: ${stage.name}`)
  process.exit(code)
}
console.log(`\nall green in ${secondsSince(began)} s\n${summary.map((line) => `  ${line}`).join('\n')}`)

async function runStage({ name, command: [program = '', ...words], report }: Stage) {
  const start = performance.now()
  if (report) rmSync(report.file, { force: true })
  const child = spawn(program, words, { stdio: 'inherit' })
  const code = await new Promise<number>((done) => child.once('error', () => done(127)).once('exit', (code) => done(code ?? 1)))
  const count = report && existsSync(report.file) ? report.count(JSON.parse(readFileSync(report.file, 'utf8'))) : undefined
  if (code === 0 && report && !count) {
    console.error(`${name}: not one test ran`)
    return 1
  }
  summary.push(`${name}: ${count === undefined ? '' : `${count} tests, `}${secondsSince(start)} s`)
  return code
}

function secondsSince(start: number) {
  return ((performance.now() - start) / 1000).toFixed(1)
}
