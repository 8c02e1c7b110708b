import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWhatIsStale } from '../../scripts/freshBuild.ts'
import { openCopy } from '../faults/copy.ts'
import { type Mutant, mutants } from './mutants.ts'

/**
 * Mutation test of the chaos test: each mutation of the product, alone, must be detected within two minutes with an invariant named, while
 * the unchanged product passes with the same seed. `npm run faults -- --mutants [NAME]`.
 */
const caughtWithinMs = 120_000
/** Options that fit into two minutes: for the violation itself, or for an end at which all should have settled. */
const storms = { untilTheBreach: ['--minutes', '1'], untilTheEnd: ['--minutes', '0.1', '--patience', '20'] }
const stormOf = (mutant: Mutant) => (mutant.isSeenAtTheEnd ? storms.untilTheEnd : storms.untilTheBreach)
const seed = '5'

export async function tryMutants(wanted: string | undefined) {
  await buildWhatIsStale()
  const copy = openCopy()
  const chosen = mutants.filter(({ name }) => wanted === undefined || name === wanted)
  if (chosen.length === 0) throw new Error(`no mutant ${wanted}; there are ${mutants.map(({ name }) => name).join(', ')}`)
  let isWell = true
  try {
    for (const [storm, alike] of Map.groupBy(chosen, stormOf)) {
      for (const mutant of [undefined, ...alike]) isWell = judge(mutant, storm) && isWell
    }
  } finally {
    copy.remove()
  }
  return isWell

  function judge(mutant: Mutant | undefined, storm: string[]) {
    copy.renew()
    symlinkSync(resolve('build'), join(copy.folder, 'build'))
    for (const edit of mutant?.edits ?? []) copy.edit(edit)
    const began = Date.now()
    const words = ['tests/storm/storm.ts', ...storm, '--seed', seed, '--until-broken']
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: copy.folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
    const tookMs = Date.now() - began
    const broken = (stdout.match(/^✗ \w+/gm) ?? []).map((line) => line.slice(2))
    const named = broken.filter((name) => !beside.includes(name))
    const isRight = mutant ? status === 1 && named.length > 0 && tookMs <= caughtWithinMs : status === 0
    const told = mutant
      ? named.length > 0
        ? `caught by ${named.join(', ')}`
        : 'NOT CAUGHT'
      : status === 0
        ? 'green'
        : `NOT GREEN: ${broken.join(', ')}`
    console.log(`${isRight ? '✓' : '✗'} ${mutant?.name ?? 'the product as it is'}: ${told} after ${(tookMs / 1000).toFixed(1)} s`)
    if (!isRight) console.log(stdout.slice(stdout.indexOf('✗')))
    return isRight
  }
}

/** Findings about the strength or speed of the run, not about lost money. */
const beside = ['stormIsStrongEnough', 'settledInTime']
