import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '../../scripts/freshBuild.ts'
import { createRng } from '../rng.ts'
import { openCompanyActors } from './companyActors.ts'
import { openComplaintActors } from './complaintActors.ts'
import { openCustomerActors } from './customerActors.ts'
import { openInstalmentActors } from './instalmentActors.ts'
import { type Breach, openInvariants } from './invariants.ts'
import { openKiller } from './killer.ts'
import { openMailbox } from './mailbox.ts'
import { openOperator } from './operator.ts'
import { openPlanActors } from './planActors.ts'
import { seedCompanies } from './seed.ts'
import { openSeriesActors } from './seriesActors.ts'
import { openSupplementActors } from './supplementActors.ts'
import { adminEmail, openSystem } from './system.ts'
import { openTimeActor } from './timeActor.ts'
import { openTipActors } from './tipActors.ts'

/**
 * `npm run faults -- --minutes M --seed N`: two server processes on one database with random faults everywhere; at the end no cent may be
 * lost. The last line is one sentence; exit code 1 if a demand is not met.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    /** Seconds after which all operations must be settled; then the state is checked. */
    patience: { type: 'string', default: '180' },
    /** Customers who book at the same time; few leave room for series, which wait for mails. */
    customers: { type: 'string', default: '24' },
    /** How often servers and PostgreSQL are killed: usual, rare or never. */
    kills: { type: 'string' },
    /** Ends the run at the first violation; for mutations. */
    'until-broken': { type: 'boolean', default: false },
  },
})
const [minutes, seed, endsWhenBroken] = [Number(values.minutes), Number(values.seed), values['until-broken']]

/**
 * Minimum numbers of events per minute. Kills depend on the clock; customers' results and injected faults on the number of cores
 * (docs/decisions/0011-the-storm.md).
 */
const cores = Math.min(4, availableParallelism())
const demandsOfMinute = {
  serverKills: 30,
  databaseKills: 4,
  faults: 650 * cores,
  bookings: 55 * cores,
  refunds: 20 * cores,
  payouts: 10 * cores,
}
/**
 * Short runs spend much of their time on starting, and guard every change even on slow machines: their demands are lower, and they pay out
 * more often.
 */
const isShort = minutes < 10
const usualRhythm = endsWhenBroken ? 'rare' : minutes < 1 ? 'short' : 'usual'
const rhythm = (['usual', 'rare', 'never'] as const).find((one) => one === values.kills) ?? usualRhythm
/** A slow machine reaches the demands of a long run later: the faults go on until the bookings are paid, at most this much longer. */
const longerMs = minutes * 30_000
/** A long run leaves its last documents and some six thousand mails, which two cores send in some two minutes. */
const settledWithinMs = isShort ? 60_000 : 150_000
/** A run that settles too late is watched a little longer, to distinguish lost work from late work. */
const timeoutMs = Number(values.patience) * 1_000

async function runChaosTest() {
  if (!endsWhenBroken) await buildWhatIsStale()
  const system = await openSystem()
  const mailbox = await openMailbox({ port: system.mailPort, rng: createRng(seed + 1), operatorAddress: adminEmail })
  let hasHeld = endsWhenBroken
  try {
    const { companies, cushion, offered, planOwners } = await seedCompanies(system)
    system.database.listen()
    await Promise.all(system.servers.map((one) => one.start()))
    const customerActors = openCustomerActors({ system, rng: createRng(seed + 2), companies, offered, atOnce: Number(values.customers) })
    await customerActors.fill(cushion, 25)
    await system.restart()
    const operator = await openOperator({ system, rng: createRng(seed + 3), customerActors, mailbox, payoutMs: isShort ? 2_000 : 16_000 })
    const asked = companies.flatMap((one) => one.asked ?? [])
    const requestCompanies = companies.filter((one) => one.asked && !one.asked.isEstimated)
    const seriesActors = openSeriesActors({ system, rng: createRng(seed + 7), customerActors, mailbox, requestCompanies })
    const companyActors = openCompanyActors({ system, rng: createRng(seed + 5), asked })
    const complaintActors = openComplaintActors({ system, rng: createRng(seed + 8), customerActors })
    const planActors = openPlanActors({ system, rng: createRng(seed + 10), owners: planOwners })
    const owners = companies.map((one) => one.owner)
    const supplementActors = openSupplementActors({ system, rng: createRng(seed + 9), customerActors, owners })
    const instalmentActors = openInstalmentActors({ system, rng: createRng(seed + 11), customerActors, owners })
    const tipActors = openTipActors({ system, rng: createRng(seed + 11), customerActors })
    const timeActor = openTimeActor({ system, rng: createRng(seed + 6) })
    const killer = openKiller({ system, rng: createRng(seed + 4), rhythm })
    const plans = { ...planActors, companyIds: planOwners.map(({ companyId }) => companyId) }
    const check = openInvariants({ system, customerActors, mailbox, operator, plans })
    const watched = await runActors({
      system,
      mailbox,
      customerActors,
      seriesActors,
      complaintActors,
      supplementActors,
      instalmentActors,
      tipActors,
      operator,
      companyActors,
      planActors,
      timeActor,
      killer,
      check,
    })
    const broken = endsWhenBroken && watched.breaches.length === 0 ? await pollViolations(check) : watched.breaches
    if (endsWhenBroken && broken.length > 0) return printBreaches(broken)
    const faultCounts = { ...watched.injected, ...mailbox.injected, ...customerActors.injected }
    const settledMs = await check.settle(timeoutMs, { dueMs: settledWithinMs, onLate: printLate })
    await timeActor.stop()
    if (endsWhenBroken && settledMs === undefined) return printBreaches(await check.unsettled())
    const verdict = await check.check()
    const seen = {
      serverKills: killer.counts.servers,
      databaseKills: killer.counts.database,
      faults: Object.values(faultCounts).reduce((sum, one) => sum + one, killer.counts.servers + killer.counts.database),
      bookings: verdict.counts.bookings,
      refunds: verdict.counts.refunds,
      payouts: verdict.counts.payouts,
    }
    const { appointments, moved, cancelled } = verdict.counts
    console.log(
      `appointments: ${appointments} agreed, ${moved} moved, ${cancelled} cancelled; ${customerActors.counts.taken} times taken by another`,
    )
    const { documents, toCustomers, takenBack } = verdict.counts
    console.log(`documents: ${documents} issued, ${toCustomers} of them to customers, ${takenBack} taken back`)
    const { series, datesPaid, datesLapsed } = verdict.counts
    const { accepted, declined, countered, seriesAccepted, seriesDeclined } = companyActors.counts
    console.log(
      `series: ${series} asked, ${seriesAccepted} accepted, ${seriesDeclined} declined; dates: ${seriesActors.counts.pages} payment pages, ` +
        `${datesPaid} paid, ${datesLapsed} lapsed; ${seriesActors.counts.taken} series found dates taken`,
    )
    console.log(
      `requests: ${customerActors.counts.authorized} authorized, ${accepted} accepted, ${declined} declined, ${countered} answered with other times, ${companyActors.counts.above} with a price above the ceiling; ` +
        `${customerActors.counts.paidAgain} paid again`,
    )
    const { otherMethods, arrivedLater, failedLater } = customerActors.counts
    console.log(`methods: ${otherMethods} not by card; direct debits: ${arrivedLater} arrived later, ${failedLater} failed later`)
    const { supplements, supplementsPaid, tips, tipsGiven } = verdict.counts
    console.log(
      `supplements: ${supplements} proposed, ${supplementsPaid} accepted and paid, ${supplementActors.counts.declined} declined, ` +
        `${supplementActors.counts.withdrawn} withdrawn, ${supplementActors.counts.jobsCancelled} jobs cancelled beside them`,
    )
    const { instalments, instalmentsPaid } = verdict.counts
    console.log(`instalments: ${instalments} agreed, ${instalmentsPaid} paid; ${JSON.stringify(instalmentActors.counts)}`)
    console.log(`tips: ${tips} ordered, ${tipsGiven} given; ${JSON.stringify(tipActors.counts)}`)
    console.log(`complaints: ${complaintActors.counts.reported} reported, ${complaintActors.counts.settled} settled`)
    console.log(`plans: ${verdict.counts.planInvoices} invoices paid; ${JSON.stringify(planActors.counts)}`)
    console.log(`offers: ${customerActors.counts.acceptances} payment pages, ${verdict.counts.offers} requests with one taken`)
    console.log(`faults by kind: ${JSON.stringify(faultCounts)}`)
    // A run for mutations is as short as possible: it must show violations, not numbers of events.
    const missing = endsWhenBroken ? [] : missed(seen)
    const breaches = [...watched.breaches, ...verdict.breaches, ...missing, ...lateness(settledMs)]
    printBreaches(breaches)
    const of = (...names: string[]) => breaches.filter(({ invariant }) => names.includes(invariant)).length
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
    console.log(
      `${breaches.length === 0 ? 'All held' : 'NOT ALL HELD'}: seed ${seed}, ${minutes} min, ${seen.serverKills} servers and ${seen.databaseKills} PostgreSQL killed, ` +
        `${seen.faults} faults; ${seen.bookings} paid bookings, ${of('paidBookingLost')} lost; ${seen.payouts} payouts, ${of('payoutTwice')} twice; ` +
        `${seen.refunds} refunds, ${of('refundTwice')} twice; ledger − PSP = ${verdict.differenceCents} cents; ` +
        `${of('mailMissing')} of ${verdict.mails} mails missing; ${of(...neverBroken(breaches))} invariants broken; ` +
        `settled ${settledMs === undefined ? `not within ${seconds(timeoutMs)}` : seconds(settledMs)} after the last fault; ` +
        `back after at most ${seconds(killer.longestAwayMs.server)} (server) and ${seconds(killer.longestAwayMs.database)} (PostgreSQL).`,
    )
    hasHeld ||= breaches.length === 0
    return breaches.length === 0
  } finally {
    // Servers keep connections to the mailbox open, and closing it would wait for them.
    const folder = await system.close({ keepsFolder: !hasHeld })
    if (!hasHeld) console.log(`Database and sandbox are kept: ${folder}`)
    await mailbox.close()
  }
}

type Parts = {
  system: Awaited<ReturnType<typeof openSystem>>
  mailbox: Awaited<ReturnType<typeof openMailbox>>
  customerActors: ReturnType<typeof openCustomerActors>
  seriesActors: ReturnType<typeof openSeriesActors>
  complaintActors: ReturnType<typeof openComplaintActors>
  supplementActors: ReturnType<typeof openSupplementActors>
  instalmentActors: ReturnType<typeof openInstalmentActors>
  tipActors: ReturnType<typeof openTipActors>
  operator: Awaited<ReturnType<typeof openOperator>>
  companyActors: ReturnType<typeof openCompanyActors>
  planActors: ReturnType<typeof openPlanActors>
  timeActor: ReturnType<typeof openTimeActor>
  killer: ReturnType<typeof openKiller>
  check: ReturnType<typeof openInvariants>
}

/** The run itself. Returns the injected faults and the violations seen meanwhile; when it returns, the last fault is over. */
async function runActors({
  system,
  mailbox,
  customerActors,
  seriesActors,
  complaintActors,
  supplementActors,
  instalmentActors,
  tipActors,
  operator,
  companyActors,
  planActors,
  timeActor,
  killer,
  check,
}: Parts) {
  const breaches = new Map<string, Breach>()
  const until = Date.now() + minutes * 60_000
  await system.control('randomFaults', { seed, calls: 0.45, deliveries: 0.45, latestMilliseconds: 3_000 })
  mailbox.setFaults(true)
  customerActors.open()
  seriesActors.open()
  complaintActors.open()
  supplementActors.open()
  instalmentActors.open()
  tipActors.open()
  operator.start()
  companyActors.start()
  planActors.start()
  timeActor.start()
  killer.start()
  let lastReportAt = Date.now()
  const mayGoOn = () => !isShort && customerActors.payments.length < demandsOfMinute.bookings * minutes && Date.now() < until + longerMs
  while (Date.now() < until || mayGoOn()) {
    // The complete check reads all objects of the PSP, which takes time from the servers.
    await pause(endsWhenBroken ? 2_500 : 700)
    // The check fails while PostgreSQL is down.
    const checks = endsWhenBroken ? [check.processedMeansApplied(), check.checkAll()] : [check.processedMeansApplied()]
    const found = await Promise.all(checks.map((one) => one.catch((): Breach[] => [])))
    for (const one of [...found.flat(), ...check.refusals()]) breaches.set(one.subject, one)
    if (endsWhenBroken && breaches.size > 0) break
    if (Date.now() - lastReportAt < 15_000) continue
    lastReportAt = Date.now()
    console.log(
      `  ${Math.round((until - lastReportAt) / 1000)} s left: ${customerActors.payments.length} paid, ${killer.counts.servers}+${killer.counts.database} killed`,
    )
  }
  if (endsWhenBroken && breaches.size > 0) {
    // Otherwise the killer would restart the database after the end.
    await killer.stop()
    return { breaches: [...breaches.values()], injected: {} }
  }
  await Promise.all([
    customerActors.close(),
    seriesActors.close(),
    complaintActors.close(),
    supplementActors.close(),
    instalmentActors.close(),
    tipActors.close(),
    operator.stop(),
    companyActors.stop(),
    planActors.stop(),
    killer.stop(),
  ])
  await timeActor.settle()
  mailbox.setFaults(false)
  const { injected } = (await system.control('randomFaults')) as { injected: Record<string, number> }
  return { breaches: [...breaches.values()], injected }
}

/** Violations from the last moments appear within seconds, when invoices and corrections are issued. */
async function pollViolations(check: Parts['check']) {
  for (let polls = 0; polls < 10; polls++) {
    const found = await check.checkAll()
    if (found.length > 0) return found
    await pause(1_000)
  }
  return []
}

/** The demands on short runs are a sixth per minute. */
function missed(seen: typeof demandsOfMinute): Breach[] {
  const owed = isShort ? minutes / 6 : minutes
  return Object.entries(demandsOfMinute)
    .map(([what, demanded]) => ({ what, demanded: Math.floor(demanded * owed), found: seen[what as keyof typeof seen] }))
    .filter(({ demanded, found }) => found < demanded)
    .map(({ what, demanded, found }) => ({ invariant: 'loadIsSufficient', subject: `${found} ${what}, ${demanded} demanded` }))
}

const lateness = (settledMs: number | undefined): Breach[] =>
  settledMs === undefined || settledMs > settledWithinMs
    ? [{ invariant: 'settledInTime', subject: settledMs === undefined ? 'never' : `${settledMs} ms` }]
    : []

const neverBroken = (breaches: readonly Breach[]) => [...new Set(breaches.map(({ invariant }) => invariant))]

function printBreaches(breaches: readonly Breach[]) {
  for (const [invariant, broken] of Map.groupBy(breaches, (one) => one.invariant)) {
    console.log(`✗ ${invariant}: ${broken.length}`)
    for (const { subject } of broken.slice(0, 5)) console.log(`    ${subject.slice(0, 1_500)}`)
  }
  return breaches.length === 0
}

function printLate(late: readonly Breach[]) {
  console.log(`  ${late.length} still on their way after ${settledWithinMs / 1000} s:`)
  printBreaches(late)
}

process.exit((await runChaosTest()) ? 0 : 1)
