/**
 * The text of a mail's HTML, as far as the first part that repeats another mail. It reads each character once, whatever stands in it: a
 * stranger wrote it. Nothing of it is ever shown as HTML.
 */
export function textOfHtml(html: string) {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let quotes = 0
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (quotes === 0) parts.push(html.slice(at, open === -1 ? undefined : open).replace(/\s+/g, ' '))
    if (open === -1) break
    if (!/[a-z/!?]/.test(lower[open + 1] ?? '')) {
      if (quotes === 0) parts.push('<')
      at = open + 1
      continue
    }
    const end = endOfTag(lower, open)
    if (end === -1) break
    const tag = lower.slice(open + 1, Math.min(end, open + longestTag))
    const name = /^\/?[a-z][a-z0-9]*/.exec(tag)?.[0] ?? ''
    if (repeatsMail(name, tag)) break
    if (name === 'blockquote') quotes += 1
    if (name === '/blockquote') quotes = Math.max(0, quotes - 1)
    if (quotes === 0 && breaks.test(name)) parts.push(name === '/p' ? '\n\n' : '\n')
    at = silent.test(name) ? afterElement(lower, name, end) : end + 1
  }
  return decode(parts.join(''))
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const longestTag = 2_000
const breaks = /^(br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/table|hr)$/
const silent = /^(head|style|script|title|template|noscript)$/

/** Where the tag or comment that begins here ends; -1 when it never does. */
function endOfTag(lower: string, open: number) {
  if (!lower.startsWith('<!--', open)) return lower.indexOf('>', open)
  const end = lower.indexOf('-->', open)
  return end === -1 ? -1 : end + 2
}

function afterElement(lower: string, name: string, end: number) {
  const close = lower.indexOf(`</${name}`, end)
  return close === -1 ? lower.length : close
}

/** Where Gmail, Outlook, Yahoo, GMX and Thunderbird begin what they repeat. */
const repeatsMail = (name: string, tag: string) =>
  /^(div|blockquote|span|hr|table)$/.test(name) &&
  /(class|id|name)\s*=\s*["']?[^"'>]{0,100}(gmail_quote|gmail_attr|divrplyfwdmsg|appendonsend|yahoo_quoted|moz-cite-prefix|mail-editor-reference)|name\s*=\s*["']?quote\b/.test(
    tag,
  )

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euro: '€',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  deg: '°',
  sup2: '²',
}

/** References to characters. One that is none stays as it was typed. */
const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (typed, decimal, hex, name) =>
    name === undefined ? signOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)) : (named[name] ?? typed),
  )
const signOf = (code: number) => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '')
