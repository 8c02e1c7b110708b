import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html, trusted } from './html.ts'
import type { OutgoingResponse } from './http.ts'
import { styles } from './styles.ts'

const fonts = new Set(['sofia-sans-semi-condensed.woff2', 'source-sans-3.woff2'])
const part = 'M2.6 2H7.4Q8 2 8 2.6V8.5H13Q13.6 8.5 13.6 9.1V10.27L9.2 13.07V15.5H8V21.4Q8 22 7.4 22H2.6Q2 22 2 21.4V2.6Q2 2 2.6 2Z'

export const logo = trusted(
  `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="var(--primary)" d="${part}"/><path fill="var(--accent)" transform="rotate(180 12 12)" d="${part}"/></svg>`,
)

/** A complete German page with its own style and a content security policy; `formTargets`: origins to which its forms may lead. */
export function answerPage(input: {
  status?: number
  title: string
  extraStyles?: string
  script?: string
  formTargets?: string[]
  frames?: boolean
  body: Html
}): OutgoingResponse {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    'img-src data:',
    `form-action 'self' ${(input.formTargets ?? []).join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(input.frames ? ["frame-src 'self'"] : []),
    ...(input.script ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
  ]
  const page = html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${input.title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${trusted(styles + (input.extraStyles ?? ''))}</style>
</head>
<body>
${input.body}
${input.script ? html`<script nonce="${nonce}">${trusted(input.script)}</script>` : ''}
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status: input.status ?? 200, headers, body: page.markup }
}

export function answerFont(path: string): OutgoingResponse {
  const name = path.slice('/fonts/'.length)
  if (!fonts.has(name)) return { status: 404, headers: {}, body: '' }
  const body = readFileSync(join(import.meta.dirname, 'fonts', name))
  return { status: 200, headers: { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }, body }
}
