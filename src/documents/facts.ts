import { z } from 'zod'

/** The documents that we write (docs/domain.md#documents). */
export const documentKinds = ['commission', 'subscription', 'operatorCorrection', 'customerInvoice', 'customerCorrection'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const isCorrection = (kind: DocumentKind) => kind === 'operatorCorrection' || kind === 'customerCorrection'

/** How EN 16931 calls a case of tax: taxed, taxed at nothing, exempt, owed by the recipient. */
export const taxCategories = ['S', 'Z', 'E', 'AE'] as const
export type TaxCategory = (typeof taxCategories)[number]
/** What § 35a EStG tells apart. */
export const careKinds = ['labour', 'travel', 'material', 'other'] as const
export type CareKind = (typeof careKinds)[number]

const day = z.string()
const cents = z.number().int()

const party = z.object({
  /** Ours, always there: without any other number a small business would have none (BT-29). */
  id: z.string(),
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  town: z.string(),
  country: z.string(),
  vatId: z.string().nullable(),
  taxNumber: z.string().nullable(),
  contactName: z.string(),
  phone: z.string(),
  email: z.string(),
})
export type DocumentParty = z.infer<typeof party>

const documentLine = z.object({
  text: z.string(),
  netCents: cents,
  taxBasisPoints: z.number().int(),
  category: z.enum(taxCategories),
  care: z.enum(careKinds),
})
export type DocumentLine = z.infer<typeof documentLine>

const taxGroup = z.object({
  category: z.enum(taxCategories),
  taxBasisPoints: z.number().int(),
  netCents: cents,
  taxCents: cents,
  /** Why there is no tax. */
  reason: z.string().nullable(),
})
export type TaxGroup = z.infer<typeof taxGroup>

/** Everything that a document says, but its number. Frozen with it, as jsonb. */
export const documentFacts = z.object({
  typeCode: z.enum(['380', '384']),
  issuedOn: day,
  supplyFrom: day,
  supplyTo: day,
  seller: party,
  buyer: party,
  buyerReference: z.string().nullable(),
  lines: z.array(documentLine),
  groups: z.array(taxGroup),
  netCents: cents,
  taxCents: cents,
  grossCents: cents,
  /** UNTDID 4461: 97 netted with payouts, 68 paid online, 58 by transfer. */
  paymentCode: z.string(),
  terms: z.string(),
  notes: z.array(z.string()),
  corrects: z.object({ number: z.string(), issuedOn: day }).nullable(),
})
export type DocumentFacts = z.infer<typeof documentFacts>

/** Facts with the number that they got: what a file is written from. */
export type NumberedFacts = DocumentFacts & { number: string }
