/**
 * Folds German text for comparing: case, accents, umlauts and ß disappear ('Straße' → 'strasse', 'Ägypten' → 'agypten').
 * The database does the same in `fold_text`; a test holds the two together.
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

/** The same with written-out umlauts ('gebaeude' → 'gebaude'), so that both spellings match. */
export const foldDigraphs = (text: string) => foldText(text).replace(/([aou])e/g, '$1')

/** Whether the text contains the query, whatever its case and however its umlauts are spelt. */
export const containsFolded = (text: string, query: string) =>
  foldText(text).includes(foldText(query)) || foldDigraphs(text).includes(foldDigraphs(query))

/**
 * A name as a part of an address: 'Kempten (Allgäu)' → 'kempten-allgaeu'. The database does the same in `address_slug`; a test
 * holds the two together.
 */
export const slugOf = (text: string) =>
  foldText(text.normalize('NFC').toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The last 8 characters, as a booking id is shown (docs/spec.md#areas). */
export const shortId = (id: string) => id.slice(-8)

/** '4,6': a rating to one decimal, as it is written everywhere. */
export const formatRating = (rating: number) => rating.toFixed(1).replace('.', ',')

/** A word with its number: plural(1, 'Anbieter', 'Anbieter'). */
export const plural = (count: number, one: string, many: string) => `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`

/**
 * Whether the text looks like a phone number: without spaces, dashes and brackets an optional + and up to 16 digits
 * (docs/spec.md#booking-fields).
 */
export const isPhone = (typed: string) => /^\+?\d{1,16}$/.test(typed.replace(/[\s()[\]-]/g, ''))

/** Text as one line: line breaks become blanks, direction marks and invisible characters are removed. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Cf}/gu, '')

/** The beginning of a text as one line of at most so many characters, cut between words. */
export function beginningOf(text: string, longest: number) {
  const line = oneLine(text).trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  const lastBlank = cut.lastIndexOf(' ')
  return `${(lastBlank > 0 ? cut.slice(0, lastBlank) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}

/**
 * Cleans text from outside for the database: no lone surrogate (JSON columns refuse it), no NUL (no column takes it), no other control
 * character except tab and line breaks. All input goes through this function (server/incoming).
 */
export const cleanText = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '')

/** 'Guten Tag Meike Petersen'; without a name for an archived company, which may still get mails. */
export const greeting = (name: string) => `Guten Tag ${name}`.trimEnd()

/** 'Katrin Bergmann' is 'Katrin B.' for companies, until one of them has the order. */
export function shortName(name: string) {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  return last ? `${words[0]} ${[...last][0]}.` : (words[0] ?? '')
}
