/**
 * Folds German text for comparisons: removes case, accents, umlauts and ß ('Straße' → 'strasse', 'Ägypten' → 'agypten'). The database
 * function `fold_text` does the same; a test compares the two.
 */
export const foldText = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

/** Folds written-out umlauts as well ('gebaeude' → 'gebaude'), so that both spellings match. */
export const foldDigraphs = (text: string) => foldText(text).replace(/([aou])e/g, '$1')

/** True if the text contains the query, regardless of case and of the spelling of umlauts. */
export const containsFolded = (text: string, query: string) =>
  foldText(text).includes(foldText(query)) || foldDigraphs(text).includes(foldDigraphs(query))

/**
 * Name as a part of a URL: 'Kempten (Allgäu)' → 'kempten-allgaeu'. The database function `address_slug` does the same; a test compares the
 * two.
 */
export const slugOf = (text: string) =>
  foldText(text.normalize('NFC').toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Last 8 characters, the displayed form of a booking id (docs/spec.md#areas). */
export const shortId = (id: string) => id.slice(-8)

/** Formats a rating with one decimal: '4,6'. */
export const formatRating = (rating: number) => rating.toFixed(1).replace('.', ',')

/** Number with its noun: plural(1, 'Anbieter', 'Anbieter'). */
export const plural = (count: number, one: string, many: string) => `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`

/**
 * True if the text looks like a phone number: without spaces, dashes and brackets an optional + and up to 16 digits
 * (docs/spec.md#booking-fields).
 */
export const isPhone = (typed: string) => /^\+?\d{1,16}$/.test(typed.replace(/[\s()[\]-]/g, ''))

/** Text as one line: line breaks become blanks, direction marks and invisible characters are removed. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Cf}/gu, '')

/** Beginning of a text as one line of at most `longest` characters, cut between words. */
export function beginningOf(text: string, longest: number) {
  const line = oneLine(text).trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  const lastBlank = cut.lastIndexOf(' ')
  return `${(lastBlank > 0 ? cut.slice(0, lastBlank) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}

/**
 * Cleans external text for the database: no lone surrogate (refused by JSON columns), no NUL (refused by all columns), no other control
 * character except tab and line breaks. All input goes through this function (server/incoming).
 */
export const cleanText = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '')

/** Salutation 'Guten Tag Meike Petersen'; without a name for an archived company, which may still get mails. */
export const greeting = (name: string) => `Guten Tag ${name}`.trimEnd()

/** Abbreviates 'Katrin Bergmann' to 'Katrin B.', shown to companies until one of them has the order. */
export function shortName(name: string) {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  return last ? `${words[0]} ${[...last][0]}.` : (words[0] ?? '')
}
