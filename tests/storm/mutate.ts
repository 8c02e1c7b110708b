import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWhatIsStale } from '../../scripts/freshBuild.ts'
import { openCopy } from '../faults/copy.ts'
import { type Mutant, mutants } from './mutants.ts'

/**
 * Shows that the storm sees what it must: each mutant of the product, alone, has to be caught within a minute with an invariant named, while
 * the product as it is stays green with the same seed. `npm run faults -- --mutants [NAME]`.
 */
const caughtWithinMs = 60_000
const stormMinutes = '0.35'
const seed = '5'

export async function tryMutants(wanted: string | undefined) {
  await buildWhatIsStale()
  const copy = openCopy()
  const chosen = mutants.filter(({ name }) => wanted === undefined || name === wanted)
  if (chosen.length === 0) throw new Error(`no mutant ${wanted}; there are ${mutants.map(({ name }) => name).join(', ')}`)
  let isWell = true
  try {
    for (const mutant of [undefined, ...chosen]) isWell = judge(mutant) && isWell
  } finally {
    copy.remove()
  }
  return isWell

  function judge(mutant: Mutant | undefined) {
    copy.renew()
    symlinkSync(resolve('build'), join(copy.folder, 'build'))
    for (const edit of mutant?.edits ?? []) copy.edit(edit)
    const began = Date.now()
    const words = ['tests/storm/storm.ts', '--minutes', stormMinutes, '--seed', seed, '--until-broken']
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: copy.folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
    const tookMs = Date.now() - began
    const named = (stdout.match(/^✗ \w+/gm) ?? []).map((line) => line.slice(2)).filter((name) => !beside.includes(name))
    const isRight = mutant ? status === 1 && named.length > 0 && tookMs <= caughtWithinMs : status === 0
    const told = mutant
      ? named.length > 0
        ? `caught by ${named.join(', ')}`
        : 'NOT CAUGHT'
      : status === 0
        ? 'green'
        : `NOT GREEN: ${named.join(', ')}`
    console.log(`${isRight ? '✓' : '✗'} ${mutant?.name ?? 'the product as it is'}: ${told} after ${(tookMs / 1000).toFixed(1)} s`)
    return isRight
  }
}

/** What says that the storm was weak or slow, not that money was lost. */
const beside = ['stormIsStrongEnough', 'settledInTime']
