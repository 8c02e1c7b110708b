import type pg from 'pg'
import { listViolations } from '#src/money/payments/reconciliation/auditStore.ts'
import { maxFindings } from '#src/money/payments/rules.ts'
import { compareMigrations, migrate, withoutLastContracts } from '#src/platform/server/database/migrate.ts'
import { openDatabase } from '#src/platform/server/db.ts'
import { keyIdsOf } from '../backup/backup.ts'
import { findNewestBackup, readChecked } from '../backup/manifest.ts'
import { requireProgram } from '../backup/programs.ts'
import { requireFitting, restoreRows } from '../backup/restore.ts'
import { CommandError, type Run } from '../commands.ts'
import { reasonOf } from '../doctor/findings.ts'
import { withDatabase } from '../openApp.ts'
import { type Lock, linesOf, listLocks } from './locks.ts'
import { type Scratch, withScratch } from './scratch.ts'

/**
 * Rehearses an upgrade on a copy: restores the newest backup into a database beside the live one, applies the migrations that this version
 * has and the backup lacks, and audits the result. Opens neither PSP nor mail server, and starts no workers.
 */
export const run: Run = ({ words: [place = ''], options }) =>
  withDatabase(async ({ config, pool, url }) => {
    const folder = await findNewestBackup(place)
    const manifest = await readChecked(folder)
    await requireFitting(manifest, keyIdsOf(config))
    await requireProgram('pg_restore', pool)
    console.log(`Backup ${folder}: taken ${manifest.takenAt}, version ${manifest.version}, ${manifest.newestMigration}.`)
    return withScratch({ pool, url }, async (scratch) => {
      const restoring = stopwatch()
      await restoreRows(folder, scratch)
      console.log(`Restored into the database ${scratch.name}: ${restoring()}.\n`)
      if (!(await rehearseMigrations(scratch.pool, { isLast: options['finish-upgrade'] === true }))) return 1
      return (await audit(scratch)) ? 0 : 1
    })
  })

/** Migrates the copy and prints each migration with its time and locks. Returns false if one failed. */
export async function rehearseMigrations(pool: pg.Pool, { isLast, folder }: { isLast: boolean; folder?: URL }) {
  const { pending, refused } = await compareMigrations(pool, folder)
  if (refused[0] !== undefined) throw new CommandError(`The backup belongs to another version of Handschlag (${refused[0]}).`)
  const now = isLast ? pending : withoutLastContracts(pending)
  console.log(`Migrations to apply: ${now.length}.`)
  const locksOf = new Map<string, Lock[]>()
  const whole = stopwatch()
  try {
    await migrate(pool, {
      isLast,
      ...(folder && { folder }),
      beforeCommit: async (client, name) => void locksOf.set(name, await listLocks(pool, client)),
      onStep: (step) => {
        if (!('ms' in step)) return
        console.log(`${step.name}: ${seconds(step.ms)}`)
        const locks = locksOf.get(step.name)
        for (const line of locks ? linesOf(locks) : ['  outside a transaction: its locks were not read']) console.log(line)
      },
    })
  } catch (error) {
    const { pending: left } = await compareMigrations(pool, folder)
    console.log(`✗ ${left[0] ?? "the job queue's migrations"} failed: ${reasonOf(error)}.`)
    return false
  }
  console.log(`All together, with the job queue's own: ${whole()}.`)
  for (const name of pending.slice(now.length)) console.log(`${name}: left for --finish-upgrade`)
  return true
}

/** Checks the invariants on the copy and prints violations. Returns whether there is none. */
async function audit({ pool }: Scratch) {
  const auditing = stopwatch()
  const { total, violations } = await listViolations(openDatabase(pool), maxFindings)
  console.log(`\nSelf-audit without the PSP: ${auditing()}.`)
  for (const { invariant, subject, foundCents, expectedCents } of violations)
    console.log(`✗ ${invariant}, ${subject}: found ${foundCents} cents, expected ${expectedCents} cents.`)
  if (total > violations.length) console.log(`✗ … and ${total - violations.length} more violations.`)
  if (total === 0) console.log('✓ No violation.')
  return total === 0
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

function stopwatch() {
  const began = performance.now()
  return () => seconds(performance.now() - began)
}
