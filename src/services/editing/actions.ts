import { operatorProblems } from '#src/companies/operator/rules.ts'
import { invalidInput } from '#src/kit/problems.ts'
import { foldText } from '#src/kit/text.ts'
import type { App } from '#src/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import { nearestEntries, nearestEntry } from '../catalogue/nearest.ts'
import type { Catalogue, CatalogueService } from '../catalogue/rules.ts'
import { type ServiceInput, serviceLimits, serviceProblems, serviceTexts } from '../rules.ts'
import { countOffers, listAll } from '../store.ts'
import { differenceOf, keptOf, type NewService } from './changes.ts'
import { entryOf, suggestLimits } from './rules.ts'
import { countServices, deleteService, findCompany, insertService, lockCompany, markOrder, updateService, writeOptions } from './store.ts'
import { usualEntries } from './usual.ts'

/** The company meant, and the operator where it is the operator who acts: those acts are recorded. */
export type Act = { companyId: string; operator?: OperatorAct }

/** All services of a company, hidden ones too. Throws operatorProblems.notFound. */
export async function readServices(app: App, companyId: string) {
  const company = await findCompany(app.db, companyId)
  if (!company) throw operatorProblems.notFound()
  const [catalogue, services] = await Promise.all([holdCatalogue(app), listAll(app.db, companyId)])
  const shown = services.map((service) => ({
    ...service,
    isHidden: service.hiddenAt !== null,
    entry: shownEntry(catalogue, service.catalogueId),
  }))
  const known = new Set(services.map(({ title }) => foldText(title)))
  return {
    services: shown,
    pictures: company.galleryImages,
    words: company.servicesOffered.filter((word) => !known.has(foldText(word))),
  }
}

function shownEntry(catalogue: Catalogue, id: string | null) {
  const service = catalogue.services.find((one) => one.id === id)
  return service ? entryOf(service, tradeName(catalogue, service)) : null
}

const tradeName = ({ trades }: Catalogue, { tradeId }: CatalogueService) => trades.find(({ id }) => id === tradeId)?.name ?? ''

/** Creates a service, or changes the one that is named, and answers its id. Throws operatorProblems, serviceProblems. */
export async function saveService(app: App, { id, input, ...act }: Act & { id?: string | undefined; input: ServiceInput }) {
  const catalogue = await holdCatalogue(app)
  return app.db.transaction().execute(async (tx) => {
    const saved = await saveOne(app, tx, { id, input, catalogue, ...act })
    await announce(tx, { companyId: act.companyId, kind: 'company', id: act.companyId })
    return { id: saved }
  })
}

/** The same in the caller's transaction. */
export async function saveOne(
  app: App,
  tx: Transaction,
  { companyId, operator, id, input, catalogue }: Act & { id?: string | undefined; input: ServiceInput; catalogue: Catalogue },
) {
  const company = await lockCompany(tx, companyId)
  if (!company) throw operatorProblems.notFound()
  const before = id === undefined ? undefined : (await listAll(tx, companyId)).find((one) => one.id === id)
  if (id !== undefined && !before) throw serviceProblems.unknown()
  if (input.picture !== null && input.picture !== before?.picture && !company.galleryImages.includes(input.picture)) {
    throw invalidInput({ picture: [serviceTexts.picture] })
  }
  const catalogueId = tieTo(catalogue, { input, category: company.category, before: before?.catalogueId ?? null })
  const service = { ...keptOf(input), catalogueId }
  const saved = await writeService(app, tx, { companyId, id, service })
  if (operator) {
    const { was, is } = differenceOf(before, service)
    const action = before ? 'services.change' : 'services.create'
    await recordOperatorAct(app, tx, { caller: operator, companyId, action, before: was, after: { ...is, title: service.title } })
  }
  return saved
}

/** The entry a service is found by: the chosen one, or, for own words, the nearest. An entry that the operator hid meanwhile stays. */
function tieTo(catalogue: Catalogue, { input, category, before }: { input: ServiceInput; category: string; before: string | null }) {
  const { catalogueId, title } = input
  if (catalogueId === null) return nearestEntry(catalogue, title, category)?.id ?? null
  if (catalogueId !== before && !catalogue.services.some(({ id }) => id === catalogueId))
    throw invalidInput({ catalogueId: [serviceTexts.catalogue] })
  return catalogueId
}

async function writeService(
  app: App,
  tx: Transaction,
  { companyId, id: named, service }: { companyId: string; id: string | undefined; service: NewService },
) {
  const change = { companyId, service, now: app.now() }
  let id = named
  if (id === undefined) {
    const { count, next } = await countServices(tx, companyId)
    if (count >= serviceLimits.perCompany) throw serviceProblems.tooMany()
    id = (await insertService(tx, { ...change, position: next })).id
  } else await updateService(tx, { ...change, id })
  await writeOptions(tx, id, service.options)
  return id
}

/** Removes a service; what was booked of it stays as it was booked. Throws operatorProblems, serviceProblems.unknown. */
export const removeService = (app: App, { companyId, operator, id }: Act & { id: string }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await lockCompany(tx, companyId))) throw operatorProblems.notFound()
    const gone = await deleteService(tx, { id, companyId })
    if (!gone) throw serviceProblems.unknown()
    if (operator) await recordOperatorAct(app, tx, { caller: operator, companyId, action: 'services.delete', before: gone })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })

/** Puts the services into another order. Throws operatorProblems, serviceProblems.orderChanged when these are not exactly the company's. */
export const orderServices = (app: App, { companyId, operator, ids }: Act & { ids: readonly string[] }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await lockCompany(tx, companyId))) throw operatorProblems.notFound()
    const before = await listAll(tx, companyId)
    if (before.length !== ids.length || !before.every(({ id }) => ids.includes(id))) throw serviceProblems.orderChanged()
    await markOrder(tx, { companyId, ids })
    const titles = ids.map((id) => before.find((one) => one.id === id)?.title ?? '')
    if (operator) {
      const order = { before: { order: before.map(({ title }) => title) }, after: { order: titles } }
      await recordOperatorAct(app, tx, { caller: operator, companyId, action: 'services.order', ...order })
    }
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })

/** Entries of the catalogue for typed words, the company's category first; for none, what companies of its kind usually offer. */
export async function suggestEntries(app: App, { companyId, typed }: { companyId: string; typed: string }) {
  const [catalogue, company] = await Promise.all([holdCatalogue(app), findCompany(app.db, companyId)])
  if (!company) throw operatorProblems.notFound()
  if (typed.trim() === '') return { entries: await usualOf(app, catalogue, company) }
  const near = nearestEntries(catalogue, typed, { category: company.category, limit: suggestLimits.entries })
  return { entries: near.map(({ service, tradeName: trade }) => entryOf(service, trade)) }
}

type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>

async function usualOf(app: App, catalogue: Catalogue, company: Company) {
  const offered = (await listAll(app.db, company.id)).flatMap(({ catalogueId }) => catalogueId ?? [])
  const { entries, byUse } = usualEntries(catalogue, company, offered)
  if (entries.length === 0) return []
  const counted = await countOffers(
    app.db,
    entries.map(({ id }) => id),
  )
  return byUse(counted)
    .slice(0, suggestLimits.usual)
    .map((service) => entryOf(service, tradeName(catalogue, service)))
}
