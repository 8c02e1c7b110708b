import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#src/platform/server/config.ts'
import type { Payment } from '../../tests/chaos/customerActors.ts'
import { openInvariants } from '../../tests/chaos/invariants.ts'
import { openMailbox, type StoredMail } from '../../tests/chaos/mailbox.ts'
import { openOperator } from '../../tests/chaos/operator.ts'
import { type SeededCompany, seedCompanies } from '../../tests/chaos/seed.ts'
import { postJson } from '../../tests/chaos/system.ts'
import { createRng } from '../../tests/rng.ts'
import { openCustomers } from './customers.ts'
import { type Fault, faults } from './faults.ts'
import { readKept, writeKept } from './kept.ts'
import { appPids, setting, untilHealthy } from './machines.ts'
import { type Figures, failuresOf, printTable, quietest } from './report.ts'
import { openWrites } from './writes.ts'

/**
 * Drills on a running cluster (drill.sh): customers book and pay while a machine or a service fails, and returns later. Afterwards three
 * independent sources, the database, the payment sandbox and the mailbox, must agree on every paid booking.
 */
const folder = join(setting('WORK'), 'drills')
mkdirSync(folder, { recursive: true })
/** Seconds before a fault, and after it is over. */
const before = 10
const after = 20

const sandboxUrl = setting('SANDBOX_URL')
const control = (verb: string, body: object = {}) => postJson(`${sandboxUrl}/__control/${verb}`, body)
const config = readConfig(process.env)
const database = { url: setting('DATABASE_URL'), refusals: () => [] }
const mailbox = await openMailbox({ port: Number(setting('MAIL_PORT')), rng: createRng(1), operatorAddress: setting('ADMIN_EMAIL') })
mailbox.storedMails.push(...readKept<StoredMail[]>(folder, 'mails', []))
// A drill that is aborted keeps its mails, too.
setInterval(() => writeKept(folder, 'mails', mailbox.storedMails), 1_000).unref()
const payments = readKept<Payment[]>(folder, 'payments', [])
const system = { database, config, control, sandboxUrl, publicUrl: setting('PUBLIC_URL') }
const companies = readKept<SeededCompany[] | undefined>(folder, 'companies', undefined) ?? (await seedOnce())

async function seedOnce() {
  const seeded = await seedCompanies(system)
  writeKept(folder, 'companies', seeded.companies)
  return seeded.companies
}

/** Compares the books with the payment provider's, as each night. */
await untilHealthy(300)
const operator = await openOperator({
  system: { control, servers: [{ url: system.publicUrl }] },
  rng: createRng(2),
  customerActors: { payments },
  mailbox,
  payoutMs: Number.POSITIVE_INFINITY,
})

async function runDrill(fault: Fault): Promise<Figures> {
  console.log(`\n${fault.name}: ${fault.title}`)
  await untilHealthy(300)
  const customers = openCustomers({ ...system, companies, rng: createRng(payments.length), name: `${fault.name}-${payments.length}` })
  const writes = openWrites(setting('PROBE_URL'))
  const pids = await appPids()
  customers.start()
  await pause(before * 1_000)
  const beganAt = Date.now()
  const mend = await fault.inject()
  console.log(`  ${new Date().toISOString()} the fault is there`)
  await pause(fault.seconds * 1_000)
  const endedAt = Date.now()
  await mend()
  console.log(`  ${new Date().toISOString()} the fault is over`)
  const recoveredMs = await untilHealthy(300)
  await pause(after * 1_000)
  const stoppedAt = Date.now()
  await customers.stop()
  await writes.stop()
  payments.push(...customers.payments)
  const check = openInvariants({
    system,
    customerActors: { payments, unexpectedResponses: [] },
    mailbox,
    operator,
  })
  const settledMs = await check.settle(180_000)
  const { breaches } = await check.check()
  writeKept(folder, 'payments', payments)
  writeKept(folder, `steps-${fault.name}`, customers.steps)
  const restarted = (await appPids()).filter((pid) => !pids.includes(pid)).length
  const of = (...names: string[]) => breaches.filter(({ invariant }) => names.includes(invariant)).length
  for (const { invariant, subject } of breaches.slice(0, 10)) console.log(`  ✗ ${invariant}: ${subject.slice(0, 300)}`)
  return {
    name: fault.name,
    title: fault.title,
    seconds: Math.round((endedAt - beganAt) / 1_000),
    withoutWrites: quietest(writes.committed, beganAt, stoppedAt),
    withoutBookings: quietest(
      customers.steps.filter(({ kind, status }) => kind === 'book' && status === 200).map(({ at, ms }) => at + ms),
      beganAt,
      stoppedAt,
    ),
    lostWrites: (await writes.lost()).length,
    paid: customers.payments.length,
    lost: of('paidBookingLost'),
    doubled: of('chargedTwice', 'oneSessionPerCheckout', 'mailTwice'),
    breaches: breaches.length,
    gaveUp: customers.gaveUp(),
    failures: failuresOf(customers.steps),
    requests: customers.steps.length,
    recovered: recoveredMs === undefined ? undefined : recoveredMs / 1_000,
    settled: settledMs === undefined ? undefined : settledMs / 1_000,
    restarted,
  }
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !faults.some((one) => one.name === name))
if (unknown) throw new Error(`no such fault: ${unknown}; there are ${faults.map(({ name }) => name).join(', ')}`)
const all: Figures[] = []
for (const fault of names.length > 0 ? faults.filter(({ name }) => names.includes(name)) : faults) {
  all.push(await runDrill(fault))
  printTable(all.slice(-1))
  writeKept(folder, `figures-${fault.name}`, all.at(-1))
}
printTable(all)
writeKept(folder, 'mails', mailbox.storedMails)
process.exit(all.every((one) => one.lost + one.doubled + one.breaches + one.lostWrites === 0 && one.recovered !== undefined) ? 0 : 1)
