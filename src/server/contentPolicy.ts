import { createHash } from 'node:crypto'
import type { Marked } from '#src/kit/marked.ts'

/** What a page may run and apply besides files of ours, by hash: scripts and styles that stand in the page itself. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }

/**
 * Takes the marks out of a rendered page and answers the hashes of what carried one. Only the page's own parts know the mark, so a script that
 * got into the page in any other way is not allowed by its policy; and without marks the same page has the same bytes for everybody. `write`
 * may write anew what carried one.
 */
export function takeMarks(html: string, mark: string, write: (part: Marked) => Marked = (part) => part): { html: string; inline: Inline } {
  const inline = { scripts: [] as string[], styles: [] as string[] }
  const written: string[] = []
  const [first = '', ...others] = html.split(` nonce="${mark}"`)
  let before = first
  for (const after of others) {
    const [start, end] = [before.lastIndexOf('<'), after.indexOf('>') + 1]
    const kind = /^<(script|style)/.exec(before.slice(start))?.[1]
    const closing = kind ? after.indexOf(`</${kind}>`, end) : end
    const { tag, text } = write({ tag: before.slice(start) + after.slice(0, end), text: after.slice(end, closing) })
    written.push(before.slice(0, start), tag, text)
    before = after.slice(closing)
    if (text) inline[kind === 'style' ? 'styles' : 'scripts'].push(hashOf(text))
  }
  return { html: written.join('') + before, inline }
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
