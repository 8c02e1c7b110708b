import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Transaction } from '#src/platform/server/db.ts'
import { productFolder } from '#src/platform/server/productFolder.ts'
import { isUsuallySpread } from '#src/supply/services/durations.ts'
import { priceKinds } from '#src/supply/services/rules.ts'
import { demoId } from './demoData.ts'

/** Services of the demo's companies, by company; prices in euros. Every tenth company has none, and is booked at an agreed total. */
const demoServices = z.record(
  z.string(),
  z.array(
    z.object({
      catalogue: z.string(),
      title: z.string().optional(),
      kind: z.enum(priceKinds),
      price: z.number().optional(),
      unit: z.string().optional(),
      minutes: z.number().int().optional(),
      options: z.array(z.object({ group: z.string().optional(), title: z.string(), surcharge: z.number() })).default([]),
    }),
  ),
)
type DemoService = z.infer<typeof demoServices>[string][number]

const readServices = async () =>
  demoServices.parse(JSON.parse(await readFile(new URL('scripts/demo/services.json', productFolder), 'utf8')))

/** Writes the services of demo.json's companies, after the companies. Titles, places and questions come from the catalogue. */
export async function insertDemoServices(tx: Transaction, now: Date) {
  const entries = await tx.selectFrom('catalogueServices').select(['id', 'name', 'places', 'questions']).execute()
  const catalogue = new Map(entries.map((entry) => [entry.id, entry]))
  for (const [company, services] of Object.entries(await readServices())) {
    for (const [position, service] of services.entries()) {
      const entry = catalogue.get(service.catalogue)
      if (!entry) throw new Error(`the demo offers ${service.catalogue}, the catalogue has no such service`)
      const id = demoId('service', `${company}/${service.catalogue}`)
      await insertService(tx, { id, company, entry, service, position, now })
    }
  }
}

type Entry = { id: string; name: string; places: string[]; questions: string[] }
type Row = { id: string; company: string; entry: Entry; service: DemoService; position: number; now: Date }

async function insertService(tx: Transaction, { id, company, entry, service, position, now }: Row) {
  const { title, kind, price, unit, minutes, options } = service
  await tx
    .insertInto('services')
    .values({
      id,
      companyId: demoId('company', company),
      catalogueId: entry.id,
      title: title ?? entry.name,
      priceKind: kind,
      priceCents: price === undefined ? null : Math.round(price * 100),
      unit: unit ?? null,
      minutes: minutes ?? null,
      isSpread: isUsuallySpread({ minutes: minutes ?? null, minutesPerUnit: null }),
      places: entry.places,
      questions: entry.questions,
      position,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  if (options.length === 0) return
  await tx
    .insertInto('serviceOptions')
    .values(
      options.map((option, index) => ({
        id: demoId('option', `${company}/${service.catalogue}/${index}`),
        serviceId: id,
        optionGroup: option.group ?? null,
        title: option.title,
        surchargeCents: Math.round(option.surcharge * 100),
        position: index,
      })),
    )
    .execute()
}
