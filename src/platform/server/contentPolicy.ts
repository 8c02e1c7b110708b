import { createHash } from 'node:crypto'

/** Hashes of the inline scripts and styles that a page may use in addition to our files. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }

/**
 * Removes the nonce from a rendered page and returns the hashes of the elements that carried it. Only the page's own parts know the nonce,
 * so an injected script is not allowed by its policy; and without nonces the same page has the same bytes for all visitors.
 */
export function takeNonces(html: string, nonce: string): { html: string; inline: Inline } {
  const inline = { scripts: [] as string[], styles: [] as string[] }
  const parts = html.split(` nonce="${nonce}"`)
  for (const [place, after] of parts.slice(1).entries()) {
    const before = parts[place] ?? ''
    const kind = /^<(script|style)/.exec(before.slice(before.lastIndexOf('<')))?.[1]
    if (!kind) continue
    const text = after.slice(after.indexOf('>') + 1, after.indexOf(`</${kind}>`))
    if (text) inline[kind === 'style' ? 'styles' : 'scripts'].push(hashOf(text))
  }
  return { html: parts.join(''), inline }
}

/** Hash of an inline script or style, in the form of a policy. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Content policy of a response with a file, whose `rules` are narrower than a page's: without rules of its own no frame and no base. */
export const filePolicy = (rules: string) =>
  [rules, ...["base-uri 'none'", "frame-ancestors 'none'"].filter((rule) => !rules.includes(rule.split(' ')[0] ?? rule))].join('; ')

type PolicyParts = { checkoutOrigin: string; embeddingOrigins: readonly string[]; inline?: Inline | undefined }

/** Content policy of a response (docs/spec.md#browser-wall): forbids everything that is not listed. */
export const contentPolicy = ({ checkoutOrigin, embeddingOrigins, inline = { scripts: [], styles: [] } }: PolicyParts) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action 'self' ${checkoutOrigin}`,
    "base-uri 'none'",
    `frame-ancestors ${embeddingOrigins.join(' ') || "'none'"}`,
  ].join('; ')
