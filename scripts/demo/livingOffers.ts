import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import { adoptBookings } from '#src/orders/appointments/adoptActions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { productFolder } from '#src/platform/server/productFolder.ts'
import type { Services } from '#src/platform/server/tables.d.ts'
import { findStateOf } from '#src/supply/calendars/hours/store.ts'
import { holdCatalogue } from '#src/supply/services/catalogue/actions.ts'
import type { Catalogue, CatalogueService } from '#src/supply/services/catalogue/rules.ts'
import { entryOf } from '#src/supply/services/editing/rules.ts'
import { demoId } from './demoData.ts'

const texts = z.array(z.string())
const livingTexts = z.object({ openings: texts, offers: texts, closings: texts })
const livingTrades = z.record(z.string(), z.object({ names: z.record(z.string(), z.string()) }))

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(new URL(path, productFolder), 'utf8'))

/** Every tenth company offers no services, another tenth keeps no calendar: both are booked as specified. */
const isTenth = (index: number, which: number) => index % 10 === which

/**
 * Gives the living demo's own companies services of the trade that their name promises, with a description that fits, so that a search by
 * need shows who does it. Always the same for the same company.
 */
export async function insertLivingServices(app: App, tx: Transaction) {
  const [catalogue, licensed, { openings, offers, closings }, trades] = await Promise.all([
    holdCatalogue(app),
    listLicensed(tx),
    readJson('scripts/demo/livingTexts.json').then((json) => livingTexts.parse(json)),
    readJson('scripts/demo/live/trades.json').then((json) => livingTrades.parse(json)),
  ])
  const companies = await listWithoutServices(tx)
  const rows: Insertable<Services>[] = []
  const changed: { id: string; description: string; words: string[] }[] = []
  for (const [index, { id, companyName, category, contactPerson, town }] of companies.entries()) {
    const tradeId = tradeOf(trades[category]?.names ?? {}, companyName)
    const draw = drawFrom(companyName)
    const ofTrade = catalogue.services.filter((one) => one.tradeId === tradeId)
    if (ofTrade.length === 0) continue
    const usual = someOf(ofTrade, draw)
    const chosen = [...usual, ...(draw() < 0.8 ? besidesOf(catalogue, { usual, licensed }, draw) : [])]
    const said = chosen.slice(0, 3).map(({ name }) => name)
    const fill = { ort: town ?? '', person: contactPerson, jahr: String(1987 + whole(draw, 36)), leistungen: listed(said) }
    const sentences = [openings, offers, closings].map((choices) => choices[whole(draw, choices.length)] ?? '')
    const description = sentences.join(' ').replace(/\{(\w+)\}/g, (_, name: keyof typeof fill) => fill[name])
    changed.push({ id, description, words: chosen.slice(0, 5).map(({ name }) => name) })
    if (!isTenth(index, 3)) rows.push(...chosen.map((entry, position) => serviceOf(app, { companyId: id, entry, position, draw })))
  }
  await sql`
    update companies
    set description = changed.description, services_offered = changed.words
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (id uuid, description text, words text[])
    where companies.id = changed.id`.execute(tx)
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insertInto('services')
      .values(rows.slice(start, start + batch))
      .execute()
  }
}
/** Rows per statement: far below the most values that one may carry. */
const batch = 1_000

const listWithoutServices = (tx: Transaction) =>
  tx
    .selectFrom('companies')
    .select(['id', 'companyName', 'category', 'contactPerson', 'town'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('services').select('id').whereRef('services.companyId', '=', 'companies.id'))),
    )
    .where('archivedAt', 'is', null)
    .orderBy('companyName')
    .execute()

/** The trade of the name's pattern: 'Elektro {nach}' is how electricians are called. */
function tradeOf(names: Record<string, string>, companyName: string) {
  const found = Object.entries(names).find(([pattern]) => {
    const [before = '', after = ''] = pattern.split(/\{\w+\}/)
    return companyName.startsWith(before) && companyName.endsWith(after) && companyName.length > before.length + after.length
  })
  return found?.[1]
}

/** Three to eight services of a trade. */
const someOf = (services: readonly CatalogueService[], draw: () => number) => oftenFirst(services, draw).slice(0, 3 + whole(draw, 6))

/** In an order of chance: what people need often, which is what they have many words for, likely stands before what they rarely need. */
const oftenFirst = (services: readonly CatalogueService[], draw: () => number) =>
  services
    .map((one) => ({ one, at: -Math.log(1 - draw()) / one.said.length ** 2 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** Services that only who has a licence for them may offer. */
async function listLicensed(tx: Transaction): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('catalogueServices').select('id').where('isLicensed', '=', true).execute()
  return new Set(rows.map(({ id }) => id))
}

type Own = { usual: readonly CatalogueService[]; licensed: ReadonlySet<string> }

/** Side services of a company: up to four services of other trades that are related to its own and need no licence. */
function besidesOf({ services }: Catalogue, { usual, licensed }: Own, draw: () => number) {
  const isNear = (one: CatalogueService) => usual.some(({ id, near }) => near.includes(one.id) || one.near.includes(id))
  const others = services.filter((one) => one.tradeId !== usual[0]?.tradeId && !licensed.has(one.id) && isNear(one))
  return oftenFirst(others, draw).slice(0, 4)
}

type Offer = { companyId: string; entry: CatalogueService; position: number; draw: () => number }

function serviceOf(app: App, { companyId, entry, position, draw }: Offer): Insertable<Services> {
  const now = app.now()
  const { unit, minutes } = entryOf(entry, '')
  const isPriced = entry.priceKind !== 'quote' && entry.highCents > 0
  return {
    id: demoId('service', `${companyId}/${entry.id}`),
    companyId,
    catalogueId: entry.id,
    title: entry.name,
    priceKind: isPriced ? entry.priceKind : 'quote',
    priceCents: isPriced ? priceBetween(entry, draw()) : null,
    unit,
    minutes,
    places: [...entry.places],
    questions: [...entry.questions],
    position,
    createdAt: now,
    updatedAt: now,
  }
}

/** A price as people set them: full euros, from 100 euros on in steps of five. */
function priceBetween({ lowCents, highCents }: CatalogueService, part: number) {
  const cents = lowCents + (highCents - lowCents) * part
  const step = cents < 1_000 ? 50 : cents < 10_000 ? 100 : 500
  return Math.min(1_000_000, Math.max(100, Math.round(cents / step) * step))
}

/** Opening hours and people, and the times of what is booked already; one in ten companies keeps no calendar. */
export async function insertLivingCalendars(app: App, tx: Transaction) {
  const companies = await tx
    .selectFrom('companies')
    .select(['id', 'companyName', 'contactPerson'])
    .where('archivedAt', 'is', null)
    .orderBy('companyName')
    .execute()
  for (const [index, { id: companyId, companyName, contactPerson }] of companies.entries()) {
    if (isTenth(index, 7)) continue
    const draw = drawFrom(`${companyName}/calendar`)
    const federalState = await findStateOf(tx, companyId)
    const policy = (['kulant', 'kulant', 'ueblich', 'fest'] as const)[whole(draw, 4)] ?? 'kulant'
    await tx.insertInto('calendars').values({ companyId, federalState, policy, updatedAt: app.now() }).execute()
    const people = [contactPerson, 'Zweites Team', 'Drittes Team'].slice(0, 1 + whole(draw, 3))
    await tx
      .insertInto('resources')
      .values(people.map((name, position) => ({ companyId, kind: 'person' as const, name: name.slice(0, 60), position })))
      .execute()
    const [opens, closes, saturday] = [420 + 30 * whole(draw, 5), 960 + 30 * whole(draw, 7), draw() < 0.4]
    const hours = [1, 2, 3, 4, 5].map((weekday) => ({ companyId, weekday, minutes: `[${opens},${closes})` }))
    if (saturday) hours.push({ companyId, weekday: 6, minutes: '[540,840)' })
    await tx.insertInto('openingHours').values(hours).execute()
    await adoptBookings(app, tx, companyId)
  }
}

/** Numbers from 0 to below 1, always the same for the same words. */
function drawFrom(words: string) {
  let turn = 0
  return () => {
    turn += 1
    return createHash('sha256').update(`${words} ${turn}`).digest().readUInt32BE(0) / 2 ** 32
  }
}
const whole = (draw: () => number, below: number) => Math.floor(draw() * below)

const listFormat = new Intl.ListFormat('de-DE', { type: 'conjunction' })
const listed = (words: readonly string[]) => listFormat.format(words.map((word) => `„${word}“`))
