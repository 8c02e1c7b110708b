import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '../../scripts/freshBuild.ts'
import { sourceServer } from '../../scripts/services.ts'
import { openBookkeeper } from './bookkeeper.ts'
import { openChance } from './chance.ts'
import { openComplainers } from './complainers.ts'
import { openCrowd } from './crowd.ts'
import { type Breach, openJudge } from './judge.ts'
import { openKiller } from './killer.ts'
import { openMailbox } from './mailbox.ts'
import { openOperator } from './operator.ts'
import { openProviders } from './providers.ts'
import { openRegulars } from './regulars.ts'
import { seedCompanies } from './seed.ts'
import { adminEmail, openStage } from './stage.ts'

/**
 * `npm run faults -- --minutes M --seed N`: two server processes on one database with random faults everywhere; at the end no cent may be
 * lost. The last line is one sentence; exit code 1 if a demand is not met.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    /** Seconds after which all operations must be settled; then the state is judged. */
    patience: { type: 'string', default: '180' },
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
/** A slow machine reaches the demands of a long run later: the faults go on until the bookings are paid, at most this much longer. */
const longerMs = minutes * 30_000
/** A long run leaves thousands of mails, which two cores send in some 80 s. */
const settledWithinMs = isShort ? 30_000 : 120_000
/** A run that settles too late is watched a little longer, to distinguish lost work from late work. */
const patienceMs = Number(values.patience) * 1_000

async function blow() {
  if (!endsWhenBroken) await buildWhatIsStale()
  const stage = await openStage(endsWhenBroken ? { file: sourceServer } : {})
  const mailbox = await openMailbox({ port: stage.mailPort, chance: openChance(seed + 1), letterbox: adminEmail })
  let hasHeld = endsWhenBroken
  try {
    const { companies, cushion, offered } = await seedCompanies(stage)
    stage.database.listen()
    await Promise.all(stage.servers.map((one) => one.start()))
    const crowd = openCrowd({ stage, chance: openChance(seed + 2), companies, offered })
    await crowd.fill(cushion, 25)
    await stage.restart()
    const operator = await openOperator({ stage, chance: openChance(seed + 3), crowd, mailbox, payoutMs: isShort ? 2_000 : 16_000 })
    const asked = companies.flatMap((one) => one.asked ?? [])
    const shops = companies.filter((one) => one.asked)
    const regulars = openRegulars({ stage, chance: openChance(seed + 7), crowd, mailbox, shops })
    const providers = openProviders({ stage, chance: openChance(seed + 5), asked })
    const complainers = openComplainers({ stage, chance: openChance(seed + 8), crowd })
    const bookkeeper = openBookkeeper({ stage, chance: openChance(seed + 6) })
    const killer = openKiller({ stage, chance: openChance(seed + 4) })
    const judge = openJudge({ stage, crowd, mailbox, operator })
    const watched = await rage({ stage, mailbox, crowd, regulars, complainers, operator, providers, bookkeeper, killer, judge })
    const broken = endsWhenBroken && watched.breaches.length === 0 ? await brokenSoon(judge) : watched.breaches
    if (endsWhenBroken && broken.length > 0) return tellBreaches(broken)
    const faultCounts = { ...watched.bent, ...mailbox.bent, ...crowd.bent }
    const settledMs = await judge.settle(patienceMs, { dueMs: settledWithinMs, onLate: tellLate })
    await bookkeeper.stop()
    if (endsWhenBroken && settledMs === undefined) return tellBreaches(await judge.unsettled())
    const verdict = await judge.judge()
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
      `appointments: ${appointments} agreed, ${moved} moved, ${cancelled} cancelled; ${crowd.counts.taken} times taken by another`,
    )
    const { documents, toCustomers, takenBack } = verdict.counts
    console.log(`documents: ${documents} issued, ${toCustomers} of them to customers, ${takenBack} taken back`)
    const { series, datesPaid, datesLapsed } = verdict.counts
    const { accepted, declined, countered, seriesAccepted, seriesDeclined } = providers.counts
    console.log(
      `series: ${series} asked, ${seriesAccepted} accepted, ${seriesDeclined} declined; dates: ${regulars.counts.pages} payment pages, ` +
        `${datesPaid} paid, ${datesLapsed} lapsed; ${regulars.counts.taken} series found dates taken`,
    )
    console.log(
      `requests: ${crowd.counts.promised} promised, ${accepted} accepted, ${declined} declined, ${countered} answered with other times; ` +
        `${crowd.counts.paidAgain} paid again`,
    )
    console.log(`complaints: ${complainers.counts.reported} reported, ${complainers.counts.settled} settled`)
    console.log(`offers: ${crowd.counts.acceptances} payment pages, ${verdict.counts.offers} requests with one taken`)
    console.log(`faults by kind: ${JSON.stringify(faultCounts)}`)
    // A run for mutations is as short as possible: it must show violations, not numbers of events.
    const missing = endsWhenBroken ? [] : missed(seen)
    const breaches = [...watched.breaches, ...verdict.breaches, ...missing, ...lateness(settledMs)]
    tellBreaches(breaches)
    const of = (...names: string[]) => breaches.filter(({ invariant }) => names.includes(invariant)).length
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
    console.log(
      `${breaches.length === 0 ? 'All held' : 'NOT ALL HELD'}: seed ${seed}, ${minutes} min, ${seen.serverKills} servers and ${seen.databaseKills} PostgreSQL killed, ` +
        `${seen.faults} faults; ${seen.bookings} paid bookings, ${of('paidBookingLost')} lost; ${seen.payouts} payouts, ${of('payoutTwice')} twice; ` +
        `${seen.refunds} refunds, ${of('refundTwice')} twice; ledger − PSP = ${verdict.differenceCents} cents; ` +
        `${of('mailMissing')} of ${verdict.mails} mails missing; ${of(...neverBroken(breaches))} invariants broken; ` +
        `settled ${settledMs === undefined ? `not within ${seconds(patienceMs)}` : seconds(settledMs)} after the last fault; ` +
        `back after at most ${seconds(killer.longestAwayMs.server)} (server) and ${seconds(killer.longestAwayMs.database)} (PostgreSQL).`,
    )
    hasHeld ||= breaches.length === 0
    return breaches.length === 0
  } finally {
    // Servers keep connections to the mailbox open, and closing it would wait for them.
    const folder = await stage.close({ keepsFolder: !hasHeld })
    if (!hasHeld) console.log(`Database and sandbox are kept: ${folder}`)
    await mailbox.close()
  }
}

type Parts = {
  stage: Awaited<ReturnType<typeof openStage>>
  mailbox: Awaited<ReturnType<typeof openMailbox>>
  crowd: ReturnType<typeof openCrowd>
  regulars: ReturnType<typeof openRegulars>
  complainers: ReturnType<typeof openComplainers>
  operator: Awaited<ReturnType<typeof openOperator>>
  providers: ReturnType<typeof openProviders>
  bookkeeper: ReturnType<typeof openBookkeeper>
  killer: ReturnType<typeof openKiller>
  judge: ReturnType<typeof openJudge>
}

/** The run itself. Returns the injected faults and the violations seen meanwhile; when it returns, the last fault is over. */
async function rage({ stage, mailbox, crowd, regulars, complainers, operator, providers, bookkeeper, killer, judge }: Parts) {
  const breaches = new Map<string, Breach>()
  const until = Date.now() + minutes * 60_000
  await stage.control('weather', { seed, calls: 0.45, deliveries: 0.45, latestMilliseconds: 3_000 })
  mailbox.turn(true)
  crowd.open()
  regulars.open()
  complainers.open()
  operator.start()
  providers.start()
  bookkeeper.start()
  killer.start()
  let told = Date.now()
  const mayGoOn = () => !isShort && crowd.payments.length < demandsOfMinute.bookings * minutes && Date.now() < until + longerMs
  while (Date.now() < until || mayGoOn()) {
    await pause(700)
    // The check fails while PostgreSQL is down.
    const looked = endsWhenBroken ? [judge.processedMeansApplied(), judge.brokenAlready()] : [judge.processedMeansApplied()]
    const found = await Promise.all(looked.map((one) => one.catch((): Breach[] => [])))
    for (const one of [...found.flat(), ...judge.refusals()]) breaches.set(one.subject, one)
    if (endsWhenBroken && breaches.size > 0) break
    if (Date.now() - told < 15_000) continue
    told = Date.now()
    console.log(
      `  ${Math.round((until - told) / 1000)} s left: ${crowd.payments.length} paid, ${killer.counts.servers}+${killer.counts.database} killed`,
    )
  }
  if (endsWhenBroken && breaches.size > 0) {
    // Otherwise the killer would restart the database after the end.
    await killer.stop()
    return { breaches: [...breaches.values()], bent: {} }
  }
  await Promise.all([crowd.close(), regulars.close(), complainers.close(), operator.stop(), providers.stop(), killer.stop()])
  await bookkeeper.settle()
  mailbox.turn(false)
  const { bent } = (await stage.control('weather')) as { bent: Record<string, number> }
  return { breaches: [...breaches.values()], bent }
}

/** Violations from the last moments appear within seconds, when invoices and corrections are issued. */
async function brokenSoon(judge: Parts['judge']) {
  for (let looks = 0; looks < 10; looks++) {
    const found = await judge.brokenAlready()
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
    .map(({ what, demanded, found }) => ({ invariant: 'stormIsStrongEnough', subject: `${found} ${what}, ${demanded} demanded` }))
}

const lateness = (settledMs: number | undefined): Breach[] =>
  settledMs === undefined || settledMs > settledWithinMs
    ? [{ invariant: 'settledInTime', subject: settledMs === undefined ? 'never' : `${settledMs} ms` }]
    : []

const neverBroken = (breaches: readonly Breach[]) => [...new Set(breaches.map(({ invariant }) => invariant))]

function tellBreaches(breaches: readonly Breach[]) {
  for (const [invariant, broken] of Map.groupBy(breaches, (one) => one.invariant)) {
    console.log(`✗ ${invariant}: ${broken.length}`)
    for (const { subject } of broken.slice(0, 5)) console.log(`    ${subject.slice(0, 1_500)}`)
  }
  return breaches.length === 0
}

function tellLate(late: readonly Breach[]) {
  console.log(`  ${late.length} still on their way after ${settledWithinMs / 1000} s:`)
  tellBreaches(late)
}

process.exit((await blow()) ? 0 : 1)
