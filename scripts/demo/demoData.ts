import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { productFolder } from '#src/platform/server/productFolder.ts'
import { categories } from '#src/supply/companies/rules.ts'

/** The demo's data as written in demo.json; fields that nothing reads (bank data, licences) stay there. */
const demoCompany = z.object({
  id: z.string(),
  company_name: z.string(),
  rechtsform: z.string(),
  category: z.enum(categories),
  plz: z.string(),
  ort: z.string(),
  bundesland: z.string(),
  strasse: z.string(),
  location: z.string(),
  contact_person: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  hourly_rate: z.number().nullable(),
  plan: z.enum(['basic', 'premium']),
  premium: z.boolean(),
  verified: z.boolean(),
  radius_km: z.number().int(),
  leistungen: z.array(z.string()),
  description: z.string(),
  kleinunternehmer: z.boolean().default(false),
  handwerksrolle: z.object({ kammer: z.string(), gewerbe: z.string() }).optional(),
})
const demoReview = z.object({
  company: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  rating: z.number().int(),
  days_ago: z.number().int(),
  verified_booking: z.boolean(),
  comment: z.string(),
  company_reply: z.string().optional(),
})
const demo = z.object({ companies: z.array(demoCompany), reviews: z.array(demoReview) })

export type DemoCompany = z.infer<typeof demoCompany>
export type DemoReview = z.infer<typeof demoReview>

/** The account of a customer with past bookings and open requests. */
export const customerAccount = { name: 'Walter Ott', email: 'walter.ott@kunde.example' } as const

/** The password of every demo account; the codes arrive in the inbox. */
export const demoPassword = 'Blaue-Tasse-7'
/** Accounts of busy companies that pay for their plans; `npm start` names the first two. */
export const signInEmails = [
  'kontakt@glanzwerk-altona.example',
  'kontakt@malerbetrieb-hollmann.example',
  'kontakt@fliesenwerk-lorenz.example',
]

/** Reads demo.json, which lies beside this file's source. */
export const readDemo = async () => demo.parse(JSON.parse(await readFile(new URL('scripts/demo/demo.json', productFolder), 'utf8')))

/** The id of a demo company, or of what belongs to it, is the same in every installation, so that links stay valid: a uuid made from its name (RFC 9562, version 8). */
export function demoId(kind: 'company' | 'review' | 'service' | 'option', name: string) {
  const hex = createHash('sha256').update(`handschlag demo/${kind}/${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
