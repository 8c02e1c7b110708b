import { z } from 'zod'

/** Documents that the platform issues (docs/domain.md#documents). */
export const documentKinds = [
  'commission',
  'subscription',
  'operatorCorrection',
  'customerInvoice',
  'customerAdvance',
  'customerCorrection',
] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Documents in the name of a company; the others are the operator's. */
export const isInCompanyName = (kind: DocumentKind) =>
  kind === 'customerInvoice' || kind === 'customerAdvance' || kind === 'customerCorrection'
export const isCorrection = (kind: DocumentKind) => kind === 'operatorCorrection' || kind === 'customerCorrection'

/** Tax categories of EN 16931: standard rate, zero rate, exempt, reverse charge. */
export const taxCategories = ['S', 'Z', 'E', 'AE'] as const
export type TaxCategory = (typeof taxCategories)[number]
/** Kinds of cost that § 35a EStG distinguishes. */
export const careKinds = ['labour', 'travel', 'material', 'other'] as const
export type CareKind = (typeof careKinds)[number]

const day = z.string()
const cents = z.number().int()

const party = z.object({
  /** The platform's own id of the party, always present: a small business may have no other number (BT-29). */
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
  /** Reason for not charging tax. */
  reason: z.string().nullable(),
})
export type TaxGroup = z.infer<typeof taxGroup>

/** All contents of a document except its number. Frozen when the number is given; stored as jsonb. */
export const documentFacts = z.object({
  /** UNTDID 1001: 380 invoice, 326 invoice of a part of the price, 384 correction. */
  typeCode: z.enum(['380', '326', '384']),
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
  /** UNTDID 4461: 97 netted with payouts, 68 paid online, 58 paid by transfer. */
  paymentCode: z.string(),
  terms: z.string(),
  notes: z.array(z.string()),
  corrects: z.object({ number: z.string(), issuedOn: day }).nullable(),
})
export type DocumentFacts = z.infer<typeof documentFacts>

/** Facts with their number: the input of the files. */
export type NumberedFacts = DocumentFacts & { number: string }
