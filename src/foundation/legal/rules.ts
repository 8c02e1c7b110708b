import type { DisputeAttitude } from '#src/platform/kit/settingOptions.ts'

/** Operator of the marketplace, from the settings; an empty value does not apply to this operator. */
export type OperatorFacts = {
  name: string
  address: string
  email: string
  phone: string
  legalForm: string
  /** Legal representative of the operator's company, or its owner. */
  representedBy: string
  registerCourt: string
  registerNumber: string
  vatId: string
  businessId: string
  supervisoryAuthority: string
  privacyOfficer: string
  disputeAttitude: DisputeAttitude
  /** Processors of personal data for the operator, one per line: name, place and purpose. */
  processors: readonly string[]
}

/** Figures and terms of the texts that other slices define, collected by a page that may import them all. */
export type LegalFacts = {
  brandName: string
  publicUrl: string
  operator: OperatorFacts
  /** 'inkl. 19 % MwSt.', or the note that replaces it. */
  vatNote: string
  plans: readonly { name: string; price: string; commission: string; payoutDay: string }[]
  orderButton: string
  /** Choice of the methods of payment: 'PayPal, Karte, Apple Pay oder Google Pay'. */
  methods: string
  checkoutMinutes: number
  amount: { from: string; to: string }
  bookingLinkDays: number
  freeCancellationHours: number
  /** Categories without a right of withdrawal when the date is fixed (§ 312g Abs. 2 Nr. 9 BGB). */
  withdrawalExempt: readonly string[]
  payableAfterDays: number
  bankChangeHours: number
  firstPayoutHoldDays: number
  unboundFileHours: number
  unpaidFileDays: number
  requestFileDays: number
  /** Retention of messages and requests for quotes, in months: without a booking, and with one. */
  unbookedMonths: number
  bookedMonths: number
  waitingDays: number
  unconfirmedWaitingDays: number
  /** Retention of search alerts in days: unconfirmed, served, and of all. */
  alertDays: { unconfirmedDays: number; servedDays: number; mostDays: number }
  confirmHours: number
  sessionDays: number
  sessionIdleDays: number
  knownDeviceDays: number
  unconfirmedDays: number
  mailingDays: number
  paymentEventDays: number
  archiveYears: number
  /** Days until an author without a booking may review the same company again; retention of unconfirmed reviews, in days. */
  reviewAuthorDays: number
  unconfirmedReviewDays: number
  /** Retention after the decision on a declaration of withdrawal, in whole years. */
  declarationYears: number
  messageDays: number
  reportDays: number
}

/** Paragraph with links as `[Wort](/pfad)`; list; pairs of words; table; or form to fill in by hand. */
export type LegalBlock =
  | string
  | { list: readonly string[] }
  | { facts: readonly (readonly [string, string])[] }
  | { table: { head: readonly string[]; rows: readonly (readonly string[])[] } }
  | { form: readonly string[] }

export type LegalSection = { title: string; blocks: readonly LegalBlock[] }
/** Legal text as data, for pages, mails and files. */
export type LegalText = { intro: readonly LegalBlock[]; sections: readonly LegalSection[] }

/**
 * Version of each text: the day of its last change. A changed text needs a new version; a test checks that. Bookings, companies and
 * accounts store the version they accepted; older texts are in the git history of these files.
 */
export const legalVersions = {
  imprint: '2026-11-21',
  privacy: '2026-11-29',
  customerTerms: '2026-11-29',
  companyTerms: '2026-11-29',
  withdrawalPolicy: '2026-11-21',
  accessibility: '2026-11-25',
} as const
export type LegalDocument = keyof typeof legalVersions
export const legalDocuments = Object.keys(legalVersions) as LegalDocument[]

/** Texts accepted, or taken note of, with an order, a company's registration, and a sign-up. */
export const acceptedWith = {
  booking: ['customerTerms', 'withdrawalPolicy'],
  company: ['companyTerms'],
  user: ['customerTerms'],
} as const satisfies Record<string, readonly LegalDocument[]>

export type PlainLine = { text: string; isTitle?: true }

/** Converts a text to titles and paragraphs without markup, for mails; full URLs of links follow their words. */
export function plainLinesOf({ intro, sections }: LegalText, publicUrl: string): PlainLine[] {
  const plain = (text: string) =>
    inlineParts(text)
      .map(({ text: words, href }) => (href?.startsWith('/') ? `${words} (${new URL(href, publicUrl).href})` : words))
      .join('')
  const lines = (block: LegalBlock): string[] => {
    if (typeof block === 'string') return [plain(block)]
    if ('list' in block) return [block.list.map((line) => `– ${plain(line)}`).join('\n')]
    if ('form' in block) return [block.form.map(plain).join('\n')]
    if ('facts' in block) return [block.facts.map(([name, value]) => `${name}: ${plain(value)}`).join('\n')]
    return block.table.rows.map((cells) => cells.map((cell, at) => `${block.table.head[at]}: ${plain(cell)}`).join('\n'))
  }
  const paragraphs = (blocks: readonly LegalBlock[]) => blocks.flatMap(lines).map((text) => ({ text }))
  return [
    ...paragraphs(intro),
    ...sections.flatMap(({ title, blocks }) => [{ text: title, isTitle: true as const }, ...paragraphs(blocks)]),
  ]
}

export type InlinePart = { text: string; href?: string }

/** '§ 13', 'Art. 15', '25 €' stay on one line. */
const fixBlanks = (text: string) => text.replace(/(§§?|Art\.|Abs\.|Nr\.|Buchst\.|z\.|e\.|\d(?= [€%])) /g, '$1\u00a0')

/** Splits 'Siehe [AGB](/agb).' into plain parts and links. */
export function inlineParts(text: string): InlinePart[] {
  const parts = fixBlanks(text).split(/\[([^\]]+)\]\(([^)\s]+)\)/)
  return parts.flatMap((part, at) => {
    if (at % 3 === 2) return []
    if (at % 3 === 1) return [{ text: part, href: parts[at + 1] ?? '' }]
    return part === '' ? [] : [{ text: part }]
  })
}
