import type { DisputeAttitude } from '#src/kit/settingWords.ts'

/** Who runs the marketplace, as the settings have it; what is empty does not apply to this operator. */
export type OperatorFacts = {
  name: string
  address: string
  email: string
  phone: string
  legalForm: string
  /** The legal representative of the operator's company, or its owner. */
  representedBy: string
  registerCourt: string
  registerNumber: string
  vatId: string
  businessId: string
  supervisoryAuthority: string
  privacyOfficer: string
  disputeAttitude: DisputeAttitude
  /** Who works with personal data for the operator, a line each: name, place and for what. */
  processors: readonly string[]
}

/** All figures and words of the texts that are decided elsewhere, collected by a page that may import them all. */
export type LegalFacts = {
  brandName: string
  publicUrl: string
  operator: OperatorFacts
  /** 'inkl. 19 % MwSt.' or what stands in its place. */
  vatNote: string
  plans: readonly { name: string; price: string; commission: string; payoutDay: string }[]
  orderButton: string
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
  /** Months that messages and requests for offers are kept: without a booking, and with one. */
  unbookedMonths: number
  bookedMonths: number
  waitingDays: number
  unconfirmedWaitingDays: number
  confirmHours: number
  sessionDays: number
  sessionIdleDays: number
  knownDeviceDays: number
  unconfirmedDays: number
  mailingDays: number
  paymentEventDays: number
  archiveYears: number
  /** Days until an author without a booking may review the same company again; days that unconfirmed reviews are kept. */
  reviewAuthorDays: number
  unconfirmedReviewDays: number
  /** Whole years after the decision on a declaration of withdrawal. */
  declarationYears: number
  messageDays: number
  reportDays: number
}

/** A paragraph, in which `[Wort](/pfad)` is a link; a list; pairs of words; a table; or a form to fill in by hand. */
export type LegalBlock =
  | string
  | { list: readonly string[] }
  | { facts: readonly (readonly [string, string])[] }
  | { table: { head: readonly string[]; rows: readonly (readonly string[])[] } }
  | { form: readonly string[] }

export type LegalSection = { title: string; blocks: readonly LegalBlock[] }
/** A legal text as data: one page draws it, a mail or a file can, too. */
export type LegalText = { intro: readonly LegalBlock[]; sections: readonly LegalSection[] }

/**
 * The version of each text: the day of its last change. A changed text needs a new version; a test checks that. Bookings, companies and
 * accounts store the version they accepted; older texts are in the git history of these files.
 */
export const legalVersions = {
  imprint: '2026-11-21',
  privacy: '2026-11-28',
  customerTerms: '2026-11-24',
  companyTerms: '2026-11-28',
  withdrawalPolicy: '2026-11-21',
  accessibility: '2026-11-25',
} as const
export type LegalDocument = keyof typeof legalVersions
export const legalDocuments = Object.keys(legalVersions) as LegalDocument[]

/** What is accepted, or taken note of, with an order, a registration as a company, and a sign-up. */
export const acceptedWith = {
  booking: ['customerTerms', 'withdrawalPolicy'],
  company: ['companyTerms'],
  user: ['customerTerms'],
} as const satisfies Record<string, readonly LegalDocument[]>

export type PlainLine = { text: string; isTitle?: true }

/** A text in titles and paragraphs without markup, for mails; addresses of links stand behind their words, in full. */
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

/** 'Siehe [AGB](/agb).' in its parts: text, and text with an address. */
export function inlineParts(text: string): InlinePart[] {
  const parts = fixBlanks(text).split(/\[([^\]]+)\]\(([^)\s]+)\)/)
  return parts.flatMap((part, at) => {
    if (at % 3 === 2) return []
    if (at % 3 === 1) return [{ text: part, href: parts[at + 1] ?? '' }]
    return part === '' ? [] : [{ text: part }]
  })
}
