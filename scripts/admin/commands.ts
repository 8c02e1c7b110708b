import type { ParseArgsOptionsConfig } from 'node:util'

/** Words after the command's name. */
export type CommandArguments = { words: string[]; options: Record<string, unknown> }
/** Runs a command; returns its exit code if it is not 0. */
export type Run = (given: CommandArguments) => Promise<number | undefined>

export type Command = {
  name: string
  /** Words and options after the name, as the help shows them. */
  usage: string
  /** Fewest and most words. */
  words: readonly [number, number]
  options?: ParseArgsOptionsConfig
  summary: string
  /** Further lines of its own help. */
  details: readonly string[]
  load: () => Promise<{ run: Run }>
}

/** An expected failure: one sentence for the terminal, without a stack. */
export class CommandError extends Error {}
/** A wrong call of a command. */
export class UsageError extends Error {}

const flag = { type: 'boolean', default: false } as const
const texts = { type: 'string', multiple: true } as const

export const commands: readonly Command[] = [
  {
    name: 'doctor',
    usage: '[--production]',
    words: [0, 0],
    options: { production: flag },
    summary: 'checks configuration, database, migrations, replica, PSP, mail server, storage, jobs and the last self-audit',
    details: [
      'Prints ✓ or ✗ for each finding, and – for one that could not be checked; ✗ says what to do. Changes nothing, sends no mail.',
      '--production applies the rules of production, as `npm run serve` does. Exit code 1 with any ✗.',
    ],
    load: () => import('./doctor/doctor.ts'),
  },
  {
    name: 'create-operator',
    usage: '[ADDRESS]',
    words: [0, 1],
    summary: "reads the operator's password without echo and prints ADMIN_EMAIL and ADMIN_PASSWORD_HASH",
    details: [
      'ADDRESS receives the codes of the second sign-in step; without it the command asks for it.',
      'The password is never an argument, because shells store those; a pipe works, too.',
    ],
    load: () => import('./createOperator.ts'),
  },
  {
    name: 'unlock',
    usage: '[ADDRESS]',
    words: [0, 1],
    summary: "ends locks of sign-ins: the operator's, those of an account's e-mail address, or those of an IP address",
    details: ['Prints what it ended. The audit log gets an entry without the address.'],
    load: () => import('./unlock.ts'),
  },
  {
    name: 'jobs',
    usage: 'list [NAME] | retry ID|NAME | cancel ID|NAME',
    words: [1, 2],
    summary: 'lists jobs of the queue, runs them again now, or removes them, by id or name',
    details: [
      'Never shows what a job carries. Running jobs are not changed.',
      'A removed job is lost: a mail is not sent, a notification of the PSP waits for the reconciliation.',
    ],
    load: () => import('./jobs.ts'),
  },
  {
    name: 'self-audit',
    usage: '',
    words: [0, 0],
    summary: 'compares the ledger with the PSP, checks every invariant now, and prints violations',
    details: ['Stores the result and mails ADMIN_EMAIL about violations, as the nightly audit does. Exit code 1 with any violation.'],
    load: () => import('./selfAudit.ts'),
  },
  {
    name: 'rotate-keys',
    usage: '',
    words: [0, 0],
    summary: 're-encrypts bank details, tax numbers and personal details with the first of DATA_KEYS',
    details: ['Runs beside the server, may be stopped and started again, and is done when it prints 0.'],
    load: () => import('./rotateKeys.ts'),
  },
  {
    name: 'rebuild-search',
    usage: '[--order]',
    words: [0, 0],
    options: { order: flag },
    summary: "rebuilds the search's table",
    details: ['Runs beside the server, may be stopped and started again.', '--order then orders its rows, while searches wait.'],
    load: () => import('./rebuildSearch.ts'),
  },
  {
    name: 'import-places',
    usage: 'FILE',
    words: [1, 1],
    summary: "imports exact places of postcodes from GeoNames' DE.txt",
    details: ['Runs beside the server, and repeatedly.'],
    load: () => import('./importPlaces.ts'),
  },
  {
    name: 'stripe-check',
    usage: '',
    words: [0, 0],
    summary: 'runs the eight checks before a launch against Stripe, with a key of its test mode, and prints differences',
    details: ['Reads STRIPE_SECRET_KEY and PUBLIC_URL. Leaves test objects behind; refuses live keys. Exit code 1 with any ✗.'],
    load: () => import('./stripeCheck.ts'),
  },
  {
    name: 'export-company',
    usage: 'ID FILE',
    words: [2, 2],
    summary: 'writes everything that is stored about a company and its owner as JSON',
    details: ['FILE must not exist; only its owner may read it (mode 600). The audit log gets an entry.'],
    load: () => import('./exportCompany.ts'),
  },
  {
    name: 'backup',
    usage: 'FOLDER',
    words: [1, 1],
    summary: 'writes the database, by pg_dump, and the uploads that it names into a new folder, while the product runs',
    details: [
      "Needs pg_dump of the server's version or newer on PATH. FOLDER gets database/, uploads/ and, at the end, manifest.json with",
      'version, newest migration, time and checksums. DATA_KEYS and SECRET_KEY are not part of it.',
    ],
    load: () => import('./backup/backup.ts'),
  },
  {
    name: 'restore',
    usage: 'FOLDER',
    words: [1, 1],
    summary: 'restores such a folder into an empty database and the storage, after checking all checksums',
    details: [
      'Needs pg_restore on PATH, an empty database, and the keys of the backup in DATA_KEYS.',
      'Migrates the database. Payouts and documents then wait for after-restore.',
    ],
    load: () => import('./backup/restore.ts'),
  },
  {
    name: 'rehearse-upgrade',
    usage: 'FOLDER [--finish-upgrade]',
    words: [1, 1],
    options: { 'finish-upgrade': flag },
    summary: 'restores the newest backup beside, migrates it to this version, and prints times, locks and the self-audit of the copy',
    details: [
      'FOLDER is a backup, or a folder of several. The copy is a new database on the same server, NAME_rehearsal, dropped at the end.',
      'It needs as much disk as the database, pg_restore on PATH, and a role that may create databases.',
      '--finish-upgrade applies the contracting migrations of this version, too.',
      'The live database is not changed; no job, mail or call of the PSP. Exit code 1 if a migration fails or the audit finds something.',
    ],
    load: () => import('./rehearsal/rehearse.ts'),
  },
  {
    name: 'after-restore',
    usage: '[--state-of TIME] [--seen FILE] [--bank-file FILE] [--bank-checked]',
    words: [0, 0],
    options: { 'state-of': { type: 'string' }, seen: texts, 'bank-file': texts, 'bank-checked': flag },
    summary: 'reconciles a restored database with PSP, bank and storage, lists what it forgot, and lets payouts and documents go on',
    details: [
      '--state-of: time of the restored state, if it was restored without `restore` (point-in-time recovery, a copy of the disk).',
      "--seen: a text with document numbers that were given since, such as the mail server's log. May be repeated.",
      '--bank-file: a bank file that the bank executed since. May be repeated. --bank-checked: there is none.',
      'May be repeated. Exit code 1 while payouts stay held.',
    ],
    load: () => import('./afterRestore.ts'),
  },
]
