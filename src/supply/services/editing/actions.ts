import { invalidInput } from '#src/platform/kit/problems.ts'
import { foldText } from '#src/platform/kit/text.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { operatorProblems } from '#src/supply/companies/operator/rules.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import { nearestEntry } from '../catalogue/nearest.ts'
import type { Catalogue, CatalogueService } from '../catalogue/rules.ts'
import { serviceLimits, serviceProblems, serviceTexts } from '../rules.ts'
import type { ServiceInput, ServiceTimes } from '../schemas.ts'
import { countOffers, listAll, listServicesForExport } from '../store.ts'
import { holdIndex } from '../understanding/actions.ts'
import { differenceOf, keptOf, type NewService } from './changes.ts'
import { entryOf, suggestLimits } from './rules.ts'
import { deleteService, findCompany, listResources, lockCompany, markOrder, upsertServices } from './store.ts'
import { suggestedEntries } from './suggesting.ts'
import { usualEntries } from './usual.ts'

/** The company, and the operator if the operator acts: those acts are logged. */
export type Act = { companyId: string; operator?: OperatorAct }

/** Returns all services of a company, including hidden ones. Throws operatorProblems.notFound. */
export async function readServices(app: App, companyId: string) {
  const company = await findCompany(app.db, companyId)
  if (!company) throw operatorProblems.notFound()
  const [catalogue, services, resources, { appointments }] = await Promise.all([
    holdCatalogue(app),
    listAll(app.db, companyId),
    listResources(app.db, companyId),
    readSettings(app.db),
  ])
  const shown = services.map((service) => ({
    ...service,
    isHidden: service.hiddenAt !== null,
    entry: entryView(catalogue, service.catalogueId),
  }))
  const known = new Set(services.map(({ title }) => foldText(title)))
  return {
    services: shown,
    pictures: company.galleryImages,
    resources: resources.map(({ hiddenAt, ...resource }) => ({ ...resource, isHidden: hiddenAt !== null })),
    words: company.servicesOffered.filter((word) => !known.has(foldText(word))),
    usual: appointments,
  }
}

function entryView(catalogue: Catalogue, id: string | null) {
  const service = catalogue.services.find((one) => one.id === id)
  return service ? entryOf(service, tradeName(catalogue, service)) : null
}

const tradeName = ({ trades }: Catalogue, { tradeId }: CatalogueService) => trades.find(({ id }) => id === tradeId)?.name ?? ''

/** Service to save; an existing one if it has an id. */
export type RequestedService = { id?: string | undefined; input: ServiceInput }

/** Creates or changes a service and returns its id. Throws invalidInput, and as saveServices does. */
export async function saveService(app: App, { id, input, ...act }: Act & RequestedService) {
  const catalogue = await holdCatalogue(app)
  const refuse = ([faults = {}]: readonly Errors[]) => invalidInput(faults)
  return app.db.transaction().execute(async (tx) => {
    const [saved = ''] = await saveServices(app, tx, { ...act, catalogue, wanted: [{ id, input }], refuse })
    return { id: saved }
  })
}

/** Errors of a service by field. */
type Errors = Record<string, string[]>
type Saving = Act & {
  catalogue: Catalogue
  wanted: readonly RequestedService[]
  /** Creates the error from the errors of each service, in order; {} for a valid one. */
  refuse: (faults: readonly Errors[]) => Error
}

/** Saves services in the given transaction, all or none, and returns their ids. Throws operatorProblems, serviceProblems. */
export async function saveServices(app: App, tx: Transaction, { companyId, operator, catalogue, wanted, refuse }: Saving) {
  const company = await lockCompany(tx, companyId)
  if (!company) throw operatorProblems.notFound()
  const known = await listAll(tx, companyId)
  const resources = await listResources(tx, companyId)
  const changes = wanted.map(({ id, input }) => {
    const before = known.find((one) => one.id === id)
    if (id !== undefined && !before) throw serviceProblems.unknown()
    return { id, input, before, faults: errorsOf(input, { catalogue, pictures: company.galleryImages, resources, before }) }
  })
  const faults = changes.map((change) => change.faults)
  if (faults.some((texts) => Object.keys(texts).length > 0)) throw refuse(faults)
  const created = changes.filter(({ id }) => id === undefined).length
  if (created > 0 && known.length + created > serviceLimits.perCompany) throw serviceProblems.tooMany()
  const services = changes.map(({ id, before, input }) => {
    const catalogueId = input.catalogueId ?? nearestEntry(catalogue, input.title, company.category)?.id ?? null
    return { id, before, service: withRange({ ...keptOf(input), catalogueId }, catalogue) }
  })
  const { appointments } = await readSettings(tx)
  const ids = await upsertServices(tx, { companyId, now: app.now(), services, usual: appointments })
  if (operator) await recordSaved(app, tx, { companyId, operator, services })
  await announce(tx, { companyId, kind: 'company', id: companyId })
  return ids
}

/** Service with the upper end of its 'from' price: if the company named none, by the usual range of its entry in the catalogue. */
function withRange(service: NewService, catalogue: Catalogue): NewService {
  const { priceKind, priceCents, priceToCents, catalogueId } = service
  const entry = catalogue.services.find(({ id }) => id === catalogueId)
  if (priceKind !== 'from' || priceCents === null || priceToCents !== null || !entry || entry.lowCents <= 0) return service
  const usualCents = Math.round((priceCents * entry.highCents) / entry.lowCents)
  return { ...service, priceToCents: Math.min(Math.max(priceCents, usualCents), serviceLimits.priceCents.max) }
}

type Known = Awaited<ReturnType<typeof listAll>>[number]
type Resources = Awaited<ReturnType<typeof listResources>>
type Ground = { catalogue: Catalogue; pictures: readonly string[]; resources: Resources; before: Known | undefined }

/**
 * Errors of catalogue entry, picture and people. An entry that the operator has hidden and a picture that left the gallery remain valid for
 * the service that has them.
 */
function errorsOf({ catalogueId, picture, times }: ServiceInput, { catalogue, pictures, resources, before }: Ground): Errors {
  const isKnown = catalogueId === null || catalogueId === before?.catalogueId || catalogue.services.some(({ id }) => id === catalogueId)
  const isOwn = picture === null || picture === before?.picture || pictures.includes(picture)
  return {
    ...(isKnown ? {} : { catalogueId: [serviceTexts.catalogue] }),
    ...(isOwn ? {} : { picture: [serviceTexts.picture] }),
    ...(times ? doerErrors(times, resources) : {}),
  }
}

function doerErrors({ resourceIds, people }: ServiceTimes, resources: Resources): Errors {
  if (!resourceIds.every((id) => resources.some((one) => one.id === id))) return { 'times.resourceIds': [serviceTexts.resourceUnknown] }
  return resourceIds.length > 0 && resourceIds.length < people ? { 'times.people': [serviceTexts.peopleTooMany(resourceIds.length)] } : {}
}

type Saved = { companyId: string; operator: OperatorAct; services: readonly { before: Known | undefined; service: NewService }[] }

async function recordSaved(app: App, tx: Transaction, { companyId, operator, services }: Saved) {
  for (const { before, service } of services) {
    const { was, is } = differenceOf(before, service)
    const action = before ? 'services.change' : 'services.create'
    await recordOperatorAct(app, tx, { caller: operator, companyId, action, before: was, after: { ...is, title: service.title } })
  }
}

/** Deletes a service; bookings keep their copy of it. Throws operatorProblems, serviceProblems.unknown. */
export const removeService = (app: App, { companyId, operator, id }: Act & { id: string }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await lockCompany(tx, companyId))) throw operatorProblems.notFound()
    const gone = await deleteService(tx, { id, companyId })
    if (!gone) throw serviceProblems.unknown()
    if (operator) await recordOperatorAct(app, tx, { caller: operator, companyId, action: 'services.delete', before: gone })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })

/** Reorders the services. Throws operatorProblems, serviceProblems.orderChanged if the ids are not exactly the company's. */
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

/** Returns catalogue entries for typed words, the company's category first; for an empty text the usual services of similar companies. */
export async function suggestEntries(app: App, { companyId, typed }: { companyId: string; typed: string }) {
  const [index, company] = await Promise.all([holdIndex(app), findCompany(app.db, companyId)])
  if (!company) throw operatorProblems.notFound()
  const { catalogue } = index
  const entries =
    typed.trim() === ''
      ? await usualOf(app, catalogue, company)
      : suggestedEntries(index, typed, { category: company.category, limit: suggestLimits.entries })
  return { entries: entries.map((service) => entryOf(service, tradeName(catalogue, service))) }
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
  return byUse(counted).slice(0, suggestLimits.usual)
}

/** Services of a person's companies, for the export of personal data. */
export const exportServices = (app: App, { userId }: Person) => listServicesForExport(app.db, userId)
