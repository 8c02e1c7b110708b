import { compile } from 'html-to-text'

/** Names of the element with the quoted mail in Gmail, Outlook, Yahoo, GMX and Thunderbird. */
const quoteNames = [
  'gmail_quote',
  'gmail_attr',
  'divRplyFwdMsg',
  'appendonsend',
  'yahoo_quoted',
  'moz-cite-prefix',
  'mail-editor-reference',
]
const quotes = ['[name="quote"]', ...quoteNames.flatMap((name) => [`[class*="${name}"i]`, `[id*="${name}"i]`])]
/** Stands in the text where a quoted mail begins; a private character that no keyboard writes. */
const quoteMark = '\uE000'

const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const each = (selectors: readonly string[], format: string, options = {}) => selectors.map((selector) => ({ selector, format, options }))

const convert = compile({
  wordwrap: false,
  // All of it: some programs write beside the body.
  baseElements: { selectors: [] },
  // The library recurses; a stranger may nest elements as deep as the mail is long.
  limits: { maxDepth: 200, ellipsis: '' },
  whitespaceCharacters: ' \t\r\n\f',
  selectors: [
    ...each(['ul', 'ol', 'li', 'tr'], 'block', line),
    ...each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], 'heading', { ...line, uppercase: false }),
    ...each(['hr'], 'lineBreak'),
    ...each(['a'], 'anchor', { ignoreHref: true }),
    ...each(['img', 'head', 'title', 'template', 'noscript', 'blockquote'], 'skip'),
    ...each(quotes, 'blockString', { string: quoteMark }),
  ],
})

/** The text of a mail's HTML up to the mail that it answers, without quotes. It is never shown as HTML. */
export function textOfHtml(html: string) {
  const [own = ''] = convert(html).split(quoteMark, 1)
  // References to no character.
  return own.replaceAll('\uFFFD', '').trim()
}
