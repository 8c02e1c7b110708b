import { textOfHtml } from './html.ts'
import { type InboundMail, replyLimits } from './rules.ts'

/** Extracts the text that a person wrote in a reply: above our separator, without quotes and signature. */
export function replyTextOf({ text, html }: Pick<InboundMail, 'text' | 'html'>) {
  const own = text.slice(0, replyLimits.readText)
  return writtenText(own.trim() === '' ? textOfHtml(html.slice(0, replyLimits.readText)) : own)
}

function writtenText(text: string) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/[\p{Cf}\u00a0]/gu, (sign) => (sign === '\u00a0' ? ' ' : '')).trimEnd())
  const end = lines.findIndex((line, at) => isOurLine(line) || beginsQuote(lines, at) || isSignature(line))
  const own = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !/^\s{0,3}>/.test(line))
  return own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Matches also behind quote characters, and with other dashes. */
const isOurLine = (line: string) => /antworten sie oberhalb dieser zeile/i.test(line.slice(0, longestLine))
const longestLine = 400

/** True if the line begins the header of a quoted mail, whose sentence may be broken into up to three lines. */
function beginsQuote(lines: readonly string[], at: number) {
  const line = (lines[at] ?? '').slice(0, longestLine).trim()
  if (/^[-_*\s]{2,}(ursprüngliche nachricht|original message|original-nachricht|weitergeleitete nachricht|forwarded message)/i.test(line))
    return true
  if (/^_{10,}$/.test(line)) return true
  if (/^[-—–=~]{2,}\s?(am|on|le|el|il|op)\s.{4,200}\s(schrieb|wrote|a écrit|escribió|ha scritto|schreef)\b/i.test(line)) return true
  if (/^\*?(von|from|gesendet|sent|datum|date|de|da|van|od)\s?:\*?\s/i.test(line)) return isHead(lines.slice(at, at + 7))
  return (opener.test(line) || isNamed(line)) && isAttribution(lines.slice(at, at + 4))
}
const opener =
  /^[-—–=~]*\s?(am|on|le|el|il|op|den|em|dnia|w dniu|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|20\d\d|\d{1,2}\.)[\s.,-]/i

/** 'Handschlag <t-…@…> schrieb am Di., 24. Nov. 2026 um 10:00:', as written by Outlook for iOS, Yahoo and web mailers. */
const isNamed = (line: string) =>
  /(<[^<>\s]+@[^<>\s]+>|\[mailto:[^\]]+\]|\S+@\S+).{0,40}\b(schrieb|wrote|hat .{0,60}geschrieben|a écrit|escribió|ha scritto|schreef)\b/i.test(
    line,
  )

/** 'Am Di., 24. Nov. 2026 um 10:00 Uhr schrieb Handschlag <…>:' A person's own 'Am Montag schrieb ich Ihnen:' has neither year nor time. */
function isAttribution(lines: readonly string[]) {
  const end = lines.findIndex((line) => line.trimEnd().endsWith(':'))
  // 'Am Dienstag passt es.' may precede the attribution, which begins on its own line.
  if (lines.slice(1, end + 1).some((line) => line.trim() === '' || opener.test(line.trim()))) return false
  const sentence = lines.slice(0, end + 1).join(' ')
  return (
    sentence.length < longestLine &&
    /(?<!\p{L})(schrieb|wrote|geschrieben|a écrit|escribió|ha scritto|schreef|escreveu|napisał|napisała|skrev)(?!\p{L})/iu.test(sentence) &&
    /@|\d\d:\d\d|\b20\d\d\b/.test(sentence)
  )
}

/** 'Von: … Gesendet: … An: … Betreff: …', as written by Outlook. */
const isHead = (lines: readonly string[]) =>
  lines.filter((line) =>
    /^\*?(von|from|gesendet|sent|datum|date|an|to|cc|kopie|betreff|subject|de|envoyé|à|objet|da|inviato|a|oggetto|van|verzonden|aan|onderwerp|enviado|para|asunto|od|wysłano|do|temat)\s?:/i.test(
      line.trim(),
    ),
  ).length >= 3

/** Signature separator, and the lines that phones add. */
const isSignature = (line: string) =>
  line === '--' ||
  /^(gesendet von |von meinem .{2,40} gesendet|gesendet mit |gesendet über |von .{2,40} für (?:ios|android) gesendet|verschickt mit |sent from |sent with |sent via |diese nachricht wurde von mein|get outlook for|holen sie sich outlook|outlook für )/i.test(
    line.slice(0, longestLine).trim(),
  )
