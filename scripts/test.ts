import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { claimFolder, quickPlace, removeAbandoned, removeFolder } from './throwaway.ts'

/**
 * `npm test`: stages that mostly wait run beside stages that need the CPU, each as soon as its predecessors have passed; the first failure
 * ends all. `--checked`: `npm run check` has passed already; `--no-chaos`: without the chaos test of half a minute; `--changed [COMMIT]`:
 * only test files affected by the changes since then; `--shard 1/3`: the first of three parts.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checked: { type: 'boolean', default: false },
    'no-chaos': { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
  },
})
const [part, parts] = values.shard.split('/')
const isPartial = values.changed || parts !== '1'
const since = positionals[0] ? `=${positionals[0]}` : ''
const partWords = (changed: string) => [`--shard=${values.shard}`, ...(values.changed ? [`${changed}${since}`] : [])]

type Report = Record<string, unknown>

/** `report`: file for the number of passed tests, and of those that passed at the second try only. */
type Stage = {
  name: string
  command: string[]
  after?: string[]
  report?: { file: string; count: (report: Report) => unknown; flaky?: (report: Report) => unknown }
}

const vitestReport = '.cache/server-tests.json'
const vitestReporters = ['minimal', './scripts/testProgress.ts', 'json'].map((name) => `--reporter=${name}`)
const stages: Stage[] = [
  ...(values.checked ? [] : [{ name: 'check', command: ['node', 'scripts/check.ts'] }]),
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'server tests',
    after: ['check'],
    command: ['vitest', 'run', '--project=server', ...vitestReporters, `--outputFile.json=${vitestReport}`, ...partWords('--changed')],
    report: { file: vitestReport, count: (report) => report.numPassedTests },
  },
  // Each runs its own product. The @clock journeys run one at a time and mostly wait, so they run beside the server tests.
  ...['journeys', 'clock'].map(
    (project): Stage => ({
      name: project,
      after: project === 'clock' ? ['check', 'build'] : ['build', 'server tests'],
      command: [
        'playwright',
        'test',
        `--project=${project}`,
        '--no-deps',
        `--output=test-results/${project}`,
        ...partWords('--only-changed'),
      ],
      report: {
        file: `.cache/${project}.json`,
        count: ({ stats }) => Object(stats).expected + Object(stats).flaky,
        flaky: ({ stats }) => Object(stats).flaky,
      },
    }),
  ),
  // The chaos test runs alone, because it needs the whole machine to produce enough load.
  ...(values['no-chaos'] || values.changed || part !== parts
    ? []
    : [{ name: 'chaos', after: ['journeys', 'clock'], command: ['node', 'tests/chaos/chaos.ts', '--minutes', '0.5', '--seed', '1'] }]),
]

const tickMs = 5_000
/** Milliseconds to wait for stages that ignore a signal. */
const graceMs = 10_000
const began = performance.now()
const running = new Map<string, ChildProcess>()
const progress = new Map<string, string>()
const summary: string[] = []
const ends = new Map<string, Promise<number>>()
let failed: string | undefined
let interruptedBy: NodeJS.Signals | undefined
const interruption = new Promise<void>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interruptedBy ??= signal
      for (const child of running.values()) child.kill('SIGTERM')
      setTimeout(done, graceMs)
    })
  }
})

// Temporary files of killed stages are in here, or in a folder of `claimFolder`.
const temporary = await claimFolder(tmpdir(), 'handschlag-test')
mkdirSync(temporary)
const ticking = setInterval(() => console.log(`${clockSince(began)} ${describeRunning()}`), tickMs)
for (const stage of stages) ends.set(stage.name, runAfter(stage))
const codes = await Promise.race([Promise.all(ends.values()), interruption.then(() => [1])])
clearInterval(ticking)
await removeFolder(temporary)
await removeAbandoned(quickPlace, 'handschlag-tests')
for (const name of ['journeys', 'build']) await removeAbandoned(resolve('.cache'), name)
if (interruptedBy) console.error(`\ntests interrupted (${interruptedBy}) after ${clockSince(began)}`)
else if (failed) console.error(`\ntests failed in: ${failed}`)
else console.log(`\nall green in ${clockSince(began)}\n${summary.map((line) => `  ${line}`).join('\n')}`)
process.exit(interruptedBy ? 128 + constants.signals[interruptedBy] : (codes.find((code) => code !== 0) ?? 0))

/** Returns the exit code; 0 for a stage that was skipped because another one failed. */
async function runAfter(stage: Stage) {
  await Promise.all((stage.after ?? []).map((name) => ends.get(name)))
  if (failed || interruptedBy) return 0
  const code = await runStage(stage)
  if (code !== 0 && !failed && !interruptedBy) {
    failed = stage.name
    for (const other of running.values()) other.kill('SIGINT')
  }
  return failed === undefined || failed === stage.name ? code : 0
}

async function runStage({ name, command: [program = '', ...words], report }: Stage) {
  const start = performance.now()
  if (program === 'playwright' && isPartial && !hasJourneys(words)) return 0
  if (report) rmSync(report.file, { force: true })
  const env = { ...process.env, TMPDIR: temporary, PLAYWRIGHT_JSON_OUTPUT_FILE: report?.file }
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.set(name, child)
  for (const stream of [child.stdout, child.stderr]) printLines(name, stream)
  child.once('error', ({ message }) => printLine(name, message))
  // Closed when every process that writes here has ended, including the product under test.
  const code = await new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)))
  running.delete(name)
  if (failed || interruptedBy) return code
  const found: Report | undefined = report && existsSync(report.file) ? JSON.parse(readFileSync(report.file, 'utf8')) : undefined
  const count = found && report?.count(found)
  const flaky = found && report?.flaky?.(found)
  const isEmpty = code === 0 && report && !count && !isPartial
  const again = flaky ? `${flaky} of them at the second try, ` : ''
  const line = `${name}: ${count === undefined ? '' : `${count} tests, ${again}`}${clockSince(start)}`
  console.log(line)
  if (isEmpty) printLine(name, 'not one test ran')
  summary.push(line)
  return isEmpty ? 1 : code
}

/** Returns false for a part without a journey: the product need not start. */
function hasJourneys(words: string[]) {
  const { stdout } = spawnSync('playwright', [...words, '--list', '--reporter=list'], { encoding: 'utf8' })
  return !/^Total: 0 tests/m.test(stdout)
}

/** Prints a stage's lines at once, except its progress, which the next tick prints, and lines of other stages after a failure. */
function printLines(name: string, stream: Readable) {
  createInterface({ input: stream }).on('line', (text) => {
    const line = stripVTControlCharacters(text)
    const done = /^\[(\d+\/\d+)\]/.exec(line)?.[1]
    if (done) progress.set(name, done)
    else if (line.trim() && !failed && !interruptedBy) printLine(name, line)
  })
}

function printLine(name: string, line: string) {
  console.log(`${name} │ ${line}`)
}

function describeRunning() {
  return [...running.keys()].map((name) => `${name} ${progress.get(name) ?? '…'}`).join(' · ')
}

function clockSince(start: number) {
  const seconds = Math.round((performance.now() - start) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
