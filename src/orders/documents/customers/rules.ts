import { z } from 'zod'
import { billingAddress } from '#src/orders/bookings/billing/rules.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { ListOf, ListRequestOf } from '#src/platform/kit/listAddress.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { depositLimits } from '#src/supply/services/rules.ts'
import { documentView } from '../company/rules.ts'
import { careKinds } from '../facts.ts'

/** Time of issue in Berlin, on the day after the service. */
export const invoiceClock = '18:00'
/** Moment at which the invoice of a service on this day is issued. */
export const dueAt = (serviceOn: string) => berlinInstant(addDays(serviceOn, 1), invoiceClock)
/** Returns the day before which services are invoiced at the given moment. */
export function dueBefore(now: Date) {
  const today = berlinDay(now)
  return now >= berlinInstant(today, invoiceClock) ? today : addDays(today, -1)
}

/** True if the company's mandate covers the booking. */
export const isMandated = ({ acceptedAt, bookingDate }: { acceptedAt: Date | null; bookingDate: string }) =>
  acceptedAt !== null && bookingDate >= berlinDay(acceptedAt)

/** Days after a cancellation at which a company is reminded that the next invoice waits for it. */
export const heldDays = { reminded: 3, remindedAgain: 10 } as const
export const heldSteps = ['reminded', 'remindedAgain'] as const
export type HeldStep = (typeof heldSteps)[number]

/** Subject under which faults refer to the booking whose document could not be issued. */
export const subjectOfBooking = (id: string) => `booking ${id}`
export const bookingOfSubject = (subject: string) => /^booking (.+)$/.exec(subject)?.[1]

/** Days after the service within which a company may upload its own invoice in place of the operator's. */
export const uploadedInvoiceDays = 14
/** Last day on which the company may upload its own invoice for a service on this day. */
export const ownInvoiceUntil = (serviceOn: string) => addDays(serviceOn, uploadedInvoiceDays)
/** First day of service for which the company may still upload its own invoice today. */
export const ownInvoiceSince = (today: string) => addDays(today, 0 - uploadedInvoiceDays)
/** Maximum of lines of a draft, of characters of a line, of own files per booking, and of drafts and documents listed at once. */
export const customerLimits = { lines: 20, text: 200, ownInvoices: 3, drafts: 50, pageSize: 25 } as const
/** Requests per minute and client address: list a booking's documents, download one, change the billing address. */
export const companyDocumentRates = {
  read: { max: 120, windowSeconds: 60 },
  file: { max: 60, windowSeconds: 60 },
  change: { max: 20, windowSeconds: 60 },
} as const
/** Cancellations per account and day: each sends a mail to a customer. */
export const cancelRate = { max: 30, windowSeconds: 86_400 } as const
/** Uploads of own invoices per account and day. */
export const uploadedInvoiceRate = { max: 60, windowSeconds: 86_400 } as const

/** VAT rates that a draft's lines may have, in basis points. */
export const taxRates = [1_900, 700, 0] as const
export const taxRateLabels: Record<(typeof taxRates)[number], string> = { 1900: '19 %', 700: '7 %', 0: '0 % (§ 12 Abs. 3 UStG)' }

export const customerTexts = {
  lineText: `Eine Zeile braucht eine Bezeichnung mit höchstens ${customerLimits.text} Zeichen`,
  lineAmount: 'Bitte geben Sie einen Betrag ab 0,01 € an',
  sum: (paid: string) => `Die Zeilen müssen zusammen ${paid} ergeben`,
  reason: 'Bitte wählen Sie einen Grund aus',
  reverse: 'Bitte bestätigen Sie die Voraussetzungen der Steuerschuldnerschaft',
  notReverse: 'Das gibt es nur für Arbeiten an Gebäuden, die ein Unternehmen bestellt hat, und bei Regelbesteuerung',
  reverseVatIds: 'Dafür brauchen Sie und der Empfänger je eine USt-IdNr.',
  lines: `Eine Rechnung hat 1 bis ${customerLimits.lines} Zeilen`,
} as const

export const customerProblems = problemsOf('invoices', {
  detailsMissing: [409, 'Bitte ergänzen Sie zuerst Ihre Geschäftsangaben.'],
  mandateChanged: [409, 'Der Text der Vollmacht hat sich geändert. Bitte lesen Sie ihn noch einmal.'],
  noMandate: [409, 'Es gibt keine Vollmacht, die Sie widerrufen könnten.'],
  unknown: [404, 'Diese Rechnung gibt es nicht.'],
  issued: [409, 'Die Rechnung ist schon gestellt.'],
  tooLate: [409, `Eine eigene Rechnung ist bis ${uploadedInvoiceDays} Tage nach der Leistung möglich.`],
  full: [409, `Mehr als ${customerLimits.ownInvoices} Dateien zu einer Buchung sind nicht möglich.`],
})

/** Reasons for cancelling an invoice; printed on the cancellation. */
export const cancelReasonLabels = {
  recipient: 'Empfänger oder Anschrift falsch',
  service: 'Leistung oder Beträge falsch',
  tax: 'Umsatzsteuer falsch',
  mistake: 'Irrtümlich gestellt',
} as const
export type CancelReason = keyof typeof cancelReasonLabels
export const cancelReasons = Object.keys(cancelReasonLabels) as CancelReason[]
export const cancelInput = z.object({
  companyId: z.uuid(),
  documentId: z.uuid(),
  reason: z.enum(cancelReasons, customerTexts.reason),
})

/** The company's list; drafts are bookings without an invoice. */
export const customerListSpec = {
  sorts: ['newest', 'oldest'],
  choices: { kind: ['invoice', 'correction', 'draft'] },
  searchLength: 100,
} as const
/** `month`: month of issue; for drafts, month of the service. */
export type CustomerListState = ListOf<typeof customerListSpec> & { month: string }
export type CustomerListRequest = ListRequestOf<CustomerListState> & { companyId: string }

/** Mandate of a company as sent to the client. */
export const mandateView = z.object({
  /** Null without a mandate. */
  acceptedAt: z.date().nullable(),
  version: z.string(),
  /** Accepted text, or the text on offer. */
  text: z.string(),
  hasDetails: z.boolean(),
})
export type MandateView = Wire<z.infer<typeof mandateView>>

export const acceptMandate = z.object({ companyId: z.uuid(), version: z.string().max(40) })

/** Line as the draft's form sends it; amounts in euros. */
const draftLine = z
  .object({
    text: z
      .string(customerTexts.lineText)
      .overwrite(oneLine)
      .trim()
      .min(1, customerTexts.lineText)
      .max(customerLimits.text, customerTexts.lineText),
    gross: z.number(customerTexts.lineAmount),
    taxBasisPoints: z.union(taxRates.map((rate) => z.literal(rate))),
    care: z.enum(careKinds),
  })
  .transform(({ gross, ...line }, context) => {
    const grossCents = centsOfEuros(gross)
    if (grossCents !== undefined && grossCents >= 1 && grossCents <= depositLimits.jobCents) return { ...line, grossCents }
    context.addIssue({ code: 'custom', path: ['gross'], message: customerTexts.lineAmount })
    return z.NEVER
  })

export const draftInput = z.object({
  companyId: z.uuid(),
  bookingId: z.uuid(),
  lines: z.array(draftLine, customerTexts.lines).min(1, customerTexts.lines).max(customerLimits.lines, customerTexts.lines),
  /** Recipient, where the customer entered none or a wrong one. */
  billing: billingAddress.optional(),
  /** The recipient owes the tax (§ 13b UStG); requires the confirmation of its conditions. */
  isReverse: z.boolean().default(false),
  isReverseConfirmed: z.boolean().default(false),
})

const party = z.object({ name: z.string(), street: z.string(), postcode: z.string(), town: z.string() })
const billed = party.extend({ country: z.string(), vatId: z.string().nullable(), buyerReference: z.string().nullable() })

/** Draft as sent to its company. */
export const draftView = z.object({
  bookingId: z.uuid(),
  serviceTitle: z.string(),
  serviceOn: z.string(),
  dueAt: z.date().nullable(),
  isEdited: z.boolean(),
  /** Moment since which the invoice is cancelled and the next one waits for the company's confirmation. */
  heldAt: z.date().nullable(),
  isConsumer: z.boolean(),
  /** Amount paid, and amount refunded of it, in cents. */
  amountCents: z.number(),
  refundedCents: z.number(),
  billing: billed,
  /** True if lines have tax rates, which is so under regular taxation only. */
  hasRates: z.boolean(),
  /** `mayReverse`: the recipient may owe the tax; `isReverse`: the company confirmed that it does. */
  mayReverse: z.boolean(),
  isReverse: z.boolean(),
  lines: z.array(z.object({ text: z.string(), grossCents: z.number(), taxBasisPoints: z.number(), care: z.enum(careKinds) })),
})
export type DraftView = Wire<z.infer<typeof draftView>>

/** A booking without an invoice yet, in the company's list. */
const openInvoice = z.object({
  bookingId: z.uuid(),
  customerName: z.string(),
  serviceTitle: z.string(),
  serviceOn: z.string(),
  receivedOn: z.string(),
  grossCents: z.number(),
  /** Moment at which the operator issues the invoice; null without a mandate. */
  dueAt: z.date().nullable(),
  ownUntil: z.string(),
  isEdited: z.boolean(),
  /** Moment since which the invoice is cancelled and the next one waits for the company's confirmation. */
  heldAt: z.date().nullable(),
  /** Reasons why the invoice could not be issued. */
  reasons: z.array(z.string()),
})
export type OpenInvoice = Wire<z.infer<typeof openInvoice>>

const customerDocument = documentView.extend({ customerName: z.string(), receivedOn: z.string().nullable(), isCancellable: z.boolean() })
export type CustomerDocument = Wire<z.infer<typeof customerDocument>>

export const customerList = z.object({
  open: z.array(openInvoice),
  openTotal: z.number(),
  documents: z.array(customerDocument),
  total: z.number(),
})

/** Invoice section of the customer's booking page. */
export const companyDocuments = z.object({
  documents: z.array(documentView),
  /** Files uploaded by the company. */
  files: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number().int(), uploadedAt: z.date() })),
  /** Moment at which the operator issues the invoice; null if it is issued or the company writes its own. */
  dueAt: z.date().nullable(),
  companyName: z.string(),
  billing: billed,
  /** `isBillingOpen`: the address may still be changed; `isBillingMissing`: the invoice needs one and has none. */
  isBillingOpen: z.boolean(),
  isBillingMissing: z.boolean(),
  /** The invoice was cancelled and the company has not issued the new one yet. */
  isHeld: z.boolean(),
})
export type CompanyDocuments = Wire<z.infer<typeof companyDocuments>>

export const billingChange = billingAddress.safeExtend({ key: bookingKey })

/** Upload address of a company's own invoice: `{companyId}/{bookingId}`. Files are never read from this path. */
export const uploadedInvoicePath = '/storage/v1/object/own-invoices/'
export function parseUploadedInvoicePath(path: string) {
  const [companyId, bookingId] = path.slice(uploadedInvoicePath.length).split('/')
  return { companyId, bookingId: z.uuid().safeParse(bookingId).data }
}
