import { findAddresses, findLinks } from './addresses.ts'
import { foldForMasking, joinSpelled } from './fold.ts'
import { findNumbers } from './numbers.ts'

/** Kinds of contact data that are masked until the booking is paid. */
export const contactKinds = ['email', 'phone', 'iban', 'link'] as const
export type ContactKind = (typeof contactKinds)[number]

/** Replacement text of masked contact data. */
export const hiddenTexts: Record<ContactKind, string> = {
  email: '[E-Mail-Adresse verborgen]',
  phone: '[Telefonnummer verborgen]',
  iban: '[Bankverbindung verborgen]',
  link: '[Link verborgen]',
}
/** Notice to the sender (docs/spec.md#contact-gate), verbatim. */
export const hiddenNotice = 'Kontaktdaten werden nach der Buchung ausgetauscht.'

/**
 * Masks e-mail addresses, phone numbers, bank accounts and links, also if disguised: zero-width characters, look-alike letters, blanks
 * between letters, digits as words, spelled-out 'at' and 'punkt' (docs/spec.md#contact-gate). Returns the text and the kinds masked.
 */
export function hideContacts(text: string): { body: string; hidden: ContactKind[] } {
  const folded = foldForMasking(text)
  const found = [folded, joinSpelled(folded)].flatMap((one) => [
    ...findAddresses(one).map(({ from, to }) => ({ kind: 'email' as const, from: one.starts[from] ?? 0, to: one.ends[to - 1] ?? 0 })),
    ...findLinks(one, text).map(({ from, to }) => ({ kind: 'link' as const, from: one.starts[from] ?? 0, to: one.ends[to - 1] ?? 0 })),
    ...findNumbers(one.text).map(({ kind, from, to }) => ({ kind, from: one.starts[from] ?? 0, to: one.ends[to - 1] ?? 0 })),
  ])
  const spans = merge(found)
  let body = ''
  let last = 0
  for (const { kind, from, to } of spans) {
    body += text.slice(last, from) + hiddenTexts[kind]
    last = to
  }
  return { body: body + text.slice(last), hidden: contactKinds.filter((kind) => spans.some((span) => span.kind === kind)) }
}

type Span = { kind: ContactKind; from: number; to: number }

/** Merges overlapping spans; the kind listed first wins. */
function merge(found: readonly Span[]) {
  const spans: Span[] = []
  for (const span of found.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = spans.at(-1)
    if (!last || span.from >= last.to) spans.push({ ...span })
    else {
      last.to = Math.max(last.to, span.to)
      if (contactKinds.indexOf(span.kind) < contactKinds.indexOf(last.kind)) last.kind = span.kind
    }
  }
  return spans
}
