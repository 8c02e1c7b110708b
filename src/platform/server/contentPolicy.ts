import { createHash } from 'node:crypto'

/** What a page may run and apply besides files of ours, by hash: scripts and styles that stand in the page itself. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }

/**
 * Takes the marks out of a rendered page and answers the hashes of what carried one. Only the page's own parts know the mark, so a script that
 * got into the page in any other way is not allowed by its policy; and without marks the same page has the same bytes for everybody.
 */
export function takeMarks(html: string, mark: string): { html: string; inline: Inline } {
  const inline = { scripts: [] as string[], styles: [] as string[] }
  const parts = html.split(` nonce="${mark}"`)
  for (const [place, after] of parts.slice(1).entries()) {
    const before = parts[place] ?? ''
    const kind = /^<(script|style)/.exec(before.slice(before.lastIndexOf('<')))?.[1]
    if (!kind) continue
    const text = after.slice(after.indexOf('>') + 1, after.indexOf(`</${kind}>`))
    if (text) inline[kind === 'style' ? 'styles' : 'scripts'].push(hashOf(text))
  }
  return { html: parts.join(''), inline }
}

/** The hash of an inline script or style, as a policy names it. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Wall = { checkoutOrigin: string; embeddingOrigins: readonly string[]; inline?: Inline | undefined }

/** The content policy of an answer (docs/spec.md#browser-wall): nothing but what is named. */
export const contentPolicy = ({ checkoutOrigin, embeddingOrigins, inline = { scripts: [], styles: [] } }: Wall) =>
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
