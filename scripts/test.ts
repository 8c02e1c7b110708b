import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'

/** `report`: where the stage writes how many of its tests passed. */
type Stage = {
  name: string
  command: string[]
  after?: string[]
  report?: { file: string; count: (report: Record<string, unknown>) => unknown }
}

/**
 * `npm test`: stages that mostly wait run beside stages that need the CPU, each as soon as its predecessors have passed; the first failure
 * ends all. `--checked`: `npm run check` has passed already; `--no-storm`: without the half-minute storm that kills processes.
 */
const stages: Stage[] = [
  ...(process.argv.includes('--checked') ? [] : [{ name: 'check', command: ['node', 'scripts/check.ts'] }]),
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'server tests',
    after: ['check'],
    command: ['vitest', 'run', '--project', '!unit', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/server-tests.json'],
    report: { file: '.cache/server-tests.json', count: (report) => report.numPassedTests },
  },
  // Each has its own product. The @clock journeys run one at a time and mostly wait, so they run beside the server tests.
  ...['journeys', 'clock'].map(
    (project): Stage => ({
      name: project,
      after: project === 'clock' ? ['check', 'build'] : ['build', 'server tests', 'clock'],
      command: ['playwright', 'test', `--project=${project}`, '--no-deps', `--output=test-results/${project}`],
      report: { file: `.cache/${project}.json`, count: (report) => Object(report.stats).expected },
    }),
  ),
  // The storm needs the whole machine to be strong enough, so it runs alone.
  ...(process.argv.includes('--no-storm')
    ? []
    : [
        {
          name: 'storm',
          after: ['journeys'],
          command: ['node', 'tests/storm/storm.ts', '--minutes', '0.5', '--seed', '1'],
        },
      ]),
]

// The terminal and the bootstrap signal the whole process group, the stages included: the stages decide how they end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const began = performance.now()
const running = new Set<ChildProcess>()
const ends = new Map<string, Promise<number>>()
const summary: string[] = []
let failed: string | undefined
for (const stage of stages) ends.set(stage.name, runAfter(stage))
const codes = await Promise.all(ends.values())
if (failed) {
  console.error(`\ntests failed in: ${failed}`)
  process.exit(codes.find((code) => code !== 0) ?? 1)
}
console.log(`\nall green in ${secondsSince(began)} s\n${summary.map((line) => `  ${line}`).join('\n')}`)

/** The exit code; 0 for a stage that was skipped because another one failed. */
async function runAfter(stage: Stage) {
  await Promise.all((stage.after ?? []).map((name) => ends.get(name)))
  if (failed) return 0
  const code = await runStage(stage)
  if (code !== 0 && !failed) {
    failed = stage.name
    for (const other of running) other.kill('SIGINT')
  }
  return failed === undefined || failed === stage.name ? code : 0
}

/** Stages run in parallel: each prints its output when it ends. */
async function runStage({ name, command: [program = '', ...words], report }: Stage) {
  const start = performance.now()
  if (report) rmSync(report.file, { force: true })
  console.log(`… ${name}`)
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report?.file }
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number>((done) =>
    child.once('error', ({ message }) => done(said.push(Buffer.from(message)) && 127)).once('close', (code) => done(code ?? 1)),
  )
  running.delete(child)
  if (failed) return code
  const count = report && existsSync(report.file) ? report.count(JSON.parse(readFileSync(report.file, 'utf8'))) : undefined
  const isEmpty = code === 0 && report && !count
  const line = `${name}: ${count === undefined ? '' : `${count} tests, `}${secondsSince(start)} s`
  console.log(`\n── ${line}\n${Buffer.concat(said).toString().trim()}${isEmpty ? `\n${name}: not one test ran` : ''}\n`)
  summary.push(line)
  return isEmpty ? 1 : code
}

function secondsSince(start: number) {
  return ((performance.now() - start) / 1000).toFixed(1)
}
