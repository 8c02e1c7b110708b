type Span = { from: number; to: number }

const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const hour = '(?:[01]?\\d|2[0-4])'
const amount = '(?:[1-9]\\d{0,2}(?:[. ]\\d{3})+|[1-9]\\d*|0)(?:,(?:\\d{1,2}|-+))?'
const units =
  'mm|cm|dm|m|km|m2|m3|qm|cbm|ml|cl|l|liter|mg|g|kg|t|kw|kwh|w|watt|v|volt|a|ah|hz|mhz|ghz|gb|mb|tb|%|prozent|grad|c|zoll|bar|lm|lx|stuck|stk|x'
const alone = '(?<![\\d][\\d ./()-]{0,2})(?<![+\\d])'

/** Dates, times, prices and measures as people write them. */
const patterns = [
  `${alone}${day}\\. ?${month}\\.(?: ?(?:19|20)\\d\\d| ?\\d\\d)?(?![\\d])(?! ?[/-]? ?\\d{4,})`,
  `${alone}(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?!\\d)`,
  `${alone}${day}/${month}/(?:19|20)\\d\\d(?!\\d)`,
  `(?<!\\d)${hour}:[0-5]\\d(?::[0-5]\\d)?(?!\\d)(?! ?[:/] ?\\d)`,
  `${alone}${hour}(?:[.:][0-5]\\d)?(?: uhr)? ?(?:-|bis|und|/) ?${hour}(?:[.:][0-5]\\d)? uhr`,
  `${alone}${hour}[.:][0-5]\\d ?(?:-|bis) ?${hour}[.:][0-5]\\d(?![\\d.])`,
  `${alone}${hour}(?:[.:][0-5]\\d)? uhr`,
  `${alone}${amount} ?(?:€|euro|eur|cent|ct)(?![a-z])`,
  `(?:€|euro|eur) ?${amount}(?![\\d])`,
  `${alone}(?:${amount}|0,\\d{1,3}) ?(?:${units})(?![a-z0-9])`,
  `${alone}0,\\d{1,3}(?![\\d,])(?! ?[-/,.;] ?\\d{3})`,
].map((source) => new RegExp(source, 'g'))

/** Returns the spans of numbers that are not contact data. */
export const benignSpans = (text: string): Span[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ 0: all, index }) => ({ from: index, to: index + all.length })))

/** Words that announce another kind of number: an order, contract, part or standard. */
const things =
  /(?<![a-z])(?:(?:zahlerstand|zaehlerstand|stromzahler|gaszahler|wasserzahler|warmezahler|marktlokations|messlokations|malo|melo|identifikations|anschluss|vertragskonto|seriennr|fabrikations?|lizenz|policen?|darlehens|konto|kassenzeichen|schluessel|schlussel|artikel|bestell|auftrags?|rechnungs?|kunden|buchungs?|serien|vorgangs?|[a-z]{0,20}vertrags?|teile|modell|material|steuer|sendungs?|paket|tracking|[a-z]{0,20}zahler|[a-z]{0,20}zaehler|[a-z]{0,20}gerate|[a-z]{0,20}geraete|ersatzteil|typen|inventar|schliess|schadens?|versicherungs?|mitglieds?|personal|angebots?|beleg|ticket|register|gutschein|fahrgestell|objekt|wohnungs?|raum|fall|projekt|akten|termin|chargen)-? ?(?:nummern?|nrn?|no|id|code|zeichen|stand|konto)s?|[a-z]{0,20}zahler|[a-z]{0,20}zaehler|marktlokation|messlokation|s\/?n|ean|gtin|isbn|upc|hrb|hra|hrn|din|en|iso|vde|ral|pzn|wee|ust-?id(?:-?nr)?|modell|typ|malo|melo|imei|serial(?: ?no| number)?|aktenzeichen|kennzeichen)[ .:#-]{0,3}(?:(?:lautet|ist|war|der|mit|en|iso|vde|ral|a|b)[ .:#-]{1,3}){0,3}#?(?:[a-z0-9]{0,4}[a-z])?-?$/

/**
 * True if a word before the digits names another kind of number. Always false for digits in the form of a phone number (with + or / or
 * brackets, or a mobile prefix).
 */
export function isNumberOfSomething(text: string, { from, to }: Span, digits: string) {
  if (/^(?:0049|049|0)?1[567]\d{8,9}$/.test(digits) && /^0/.test(digits)) return false
  if (/[+/()]/.test(text.slice(Math.max(0, from - 2), to))) return false
  return things.test(text.slice(Math.max(0, from - 60), from))
}

const calls =
  /(?<![a-z])(?:tel|telefon|telefonnummer|telefonisch|fon|phone|handy|handynummer|handynr|mobil|mobilnummer|mobilnr|rufnummer|rufnr|rufen|ruf|anrufen|anruf|whatsapp|whats app|signal|telegram|threema|durchwahl|festnetz|festnetznummer|erreichen|erreichbar|meine nummer|nummer ist)(?![a-z])[^\d]{0,32}$/

/** True if words before the digits mention calling. */
export const isPlainCall = (text: string, from: number) => calls.test(text.slice(Math.max(0, from - 60), from))
