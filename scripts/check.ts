import { spawn } from 'node:child_process'
import { delimiter, dirname, resolve } from 'node:path'

/** Tasks that `npm run check` runs in parallel. A task is a list of commands, one after the other. Add a new check here. */
const tasks: { name: string; commands: string[][] }[] = [
  // Several checkers would read the same types several times: on few cores one checker costs half as much.
  {
    name: 'types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '--checkers', '1'],
    ],
  },
  { name: 'lint and format', commands: [['biome', 'check', '--error-on-warnings']] },
  { name: 'import rules', commands: [['node', 'scripts/importRules.ts']] },
  { name: 'language', commands: [['node', 'scripts/language.ts']] },
  { name: 'dead code', commands: [['knip']] },
  { name: 'unit tests', commands: [['vitest', 'run', '--project', 'unit']] },
]

/** Time budget of the whole check on two cores. */
const budgetSeconds = 60

const children = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)

const start = performance.now()
const results = await Promise.all(tasks.map(runTask))
const seconds = secondsSince(start)
const failed = results.filter(({ isGreen }) => !isGreen).map(({ name }) => name)
console.log(failed.length ? `check failed: ${failed.join(', ')} (${seconds} s)` : `check passed (${seconds} s)`)
if (Number(seconds) > budgetSeconds) console.log(`slower than the ${budgetSeconds} s it should take`)
if (failed.length) process.exitCode = 1

async function runTask({ name, commands }: (typeof tasks)[number]) {
  const begun = performance.now()
  for (const command of commands) {
    const { code, output } = await runCommand(command)
    if (code === 0) continue
    console.log(`✗ ${name} (${secondsSince(begun)} s): ${command.join(' ')}\n${output.trim()}\n`)
    return { name, isGreen: false }
  }
  console.log(`✓ ${name} (${secondsSince(begun)} s)`)
  return { name, isGreen: true }
}

function runCommand([program = '', ...words]: string[]) {
  const path = [dirname(process.execPath), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(program, words, {
    env: { ...process.env, PATH: path, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.add(child)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise<{ code: number; output: string }>((resolve) => {
    const end = (code: number, output: string) => {
      children.delete(child)
      resolve({ code, output })
    }
    child.on('error', (error) => end(1, error.message))
    child.on('close', (code) => end(code ?? 1, Buffer.concat(chunks).toString()))
  })
}

/** Kills the process groups: tsc's own process ignores other signals and outlives its wrapper. */
function endAll() {
  for (const { pid } of children) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // The process has ended.
    }
  }
  process.exit(1)
}

function secondsSince(moment: number) {
  return ((performance.now() - moment) / 1000).toFixed(1)
}
