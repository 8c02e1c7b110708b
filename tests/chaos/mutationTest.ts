import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWhatIsStale } from '../../scripts/freshBuild.ts'
import { openCopy } from '../faults/copy.ts'
import { type Mutant, mutants } from './mutants.ts'

/**
 * Mutation test of the chaos test: each mutation of the product, alone, must be detected within three minutes with an invariant named, while
 * the unchanged product passes with the same seed. `npm run faults -- --mutants [NAME …]`.
 */
const caughtWithinMs = 180_000
/** Options that fit into three minutes: for the violation itself, or for an end at which all should have settled. */
const runOptions = {
  untilTheBreach: ['--minutes', '2'],
  untilTheEnd: ['--minutes', '1', '--patience', '20'],
  series: ['--minutes', '2', '--customers', '2', '--kills', 'never'],
  jobs: ['--minutes', '2', '--customers', '6', '--kills', 'never'],
  plans: ['--minutes', '1', '--customers', '2', '--patience', '40'],
}
function optionsOf(mutant: Mutant) {
  if (mutant.isSeenAtTheEnd) return runOptions.untilTheEnd
  if (mutant.isOfPlans) return runOptions.plans
  if (mutant.isOfJobs) return runOptions.jobs
  return mutant.isOfSeries ? runOptions.series : runOptions.untilTheBreach
}
const seed = '5'

export async function testMutants(names: readonly string[]) {
  const unknown = names.find((name) => !mutants.some((one) => one.name === name))
  if (unknown !== undefined) throw new Error(`no mutant ${unknown}; there are ${mutants.map(({ name }) => name).join(', ')}`)
  await buildWhatIsStale()
  const copy = openCopy()
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name))
  let isWell = true
  try {
    for (const [options, alike] of Map.groupBy(chosen, optionsOf)) {
      for (const mutant of [undefined, ...alike]) isWell = tryMutant(mutant, options) && isWell
    }
  } finally {
    copy.remove()
  }
  return isWell

  function tryMutant(mutant: Mutant | undefined, options: string[]) {
    copy.renew()
    for (const edit of mutant?.edits ?? []) copy.edit(edit)
    bundleServer(copy.folder)
    const began = Date.now()
    const words = ['tests/chaos/chaos.ts', ...options, '--seed', seed, '--until-broken']
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: copy.folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
    const tookMs = Date.now() - began
    const broken = (stdout.match(/^✗ \w+/gm) ?? []).map((line) => line.slice(2))
    const named = broken.filter((name) => !notAboutMoney.includes(name))
    const isRight = mutant ? status === 1 && named.length > 0 && tookMs <= caughtWithinMs : status === 0
    const outcome = mutant
      ? named.length > 0
        ? `caught by ${named.join(', ')}`
        : 'NOT CAUGHT'
      : status === 0
        ? 'green'
        : `NOT GREEN: ${broken.join(', ')}`
    console.log(`${isRight ? '✓' : '✗'} ${mutant?.name ?? 'the product as it is'}: ${outcome} after ${(tookMs / 1000).toFixed(1)} s`)
    // A run that found nothing shows its counts: what it never reached it cannot judge.
    if (!isRight) console.log(named.length > 0 || broken.length > 0 ? stdout.slice(stdout.indexOf('✗')) : stdout)
    return isRight
  }
}

/**
 * Bundles the server of the copy with the pages of this tree, whose code runs no payment. A server from its sources starts so slowly that
 * the killer would leave it no time to work.
 */
function bundleServer(folder: string) {
  cpSync('build/server', join(folder, 'build/server'), { recursive: true })
  symlinkSync(resolve('build/client'), join(folder, 'build/client'))
  const words = ['node_modules/.bin/vite', 'build', '--config', 'vite.server.config.ts', '--configLoader', 'native', '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: 'build' }
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the server of the copy was not bundled: ${stderr}`)
}

/** Findings about the strength or speed of the run, not about lost money. */
const notAboutMoney = ['loadIsSufficient', 'settledInTime']
