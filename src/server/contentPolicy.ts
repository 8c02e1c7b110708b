import { createHash } from 'node:crypto'

/** What a page may run and apply besides files of ours, by hash: scripts and styles that stand in the page itself. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }

/**
 * Takes the marks out of a rendered page and answers the hashes of what carried one. Only the page's own parts know the mark, so a script that
 * got into the page in any other way is not allowed by its policy; and without marks the same page has the same bytes for everybody. The page has a
 * letter for each byte.
 */
export function takeMarks(html: string, mark: string): { html: string; inline: Inline } {
  const inline = { scripts: [] as string[], styles: [] as string[] }
  const marked = new RegExp(`<(script|style)[^>]* nonce="${mark}"[^>]*>([\\s\\S]*?)</\\1>`, 'g')
  for (const [, kind, text = ''] of html.matchAll(marked))
    if (text) inline[kind === 'style' ? 'styles' : 'scripts'].push(hashOf(text, 'latin1'))
  return { html: html.replaceAll(` nonce="${mark}"`, ''), inline }
}

/** The hash of an inline script or style, as a policy names it. */
export const hashOf = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  `'sha256-${createHash('sha256').update(text, encoding).digest('base64')}'`

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
