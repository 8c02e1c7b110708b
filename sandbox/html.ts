/** Markup that is already safe to send. */
export type Html = { readonly markup: string }
type Part = Html | string | number | undefined | false | null | Part[]

/** Builds markup; every text put in is escaped, so only pieces made by `html` itself carry tags. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((whole, text, index) => whole + text + (index < parts.length ? render(parts[index]) : ''), '') }
}

/** Only for our own constants (style sheets, drawings). */
export function trusted(markup: string): Html {
  return { markup }
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return part.markup
  return String(part)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
