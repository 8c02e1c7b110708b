import type { App } from '#src/platform/server/app.ts'
import { composeMail } from '#src/platform/server/mail/mail.ts'
import { listFixtures } from './fixtures.ts'

/** Renders a page of the gallery of all mails, for developers; undefined for an unknown path. It contains fixtures only. */
export async function answerGallery(app: App, path: string) {
  const [, name, kind] = /^\/__mails(?:\/([\w.]+)\.(html|txt))?$/.exec(path) ?? []
  if (path === '/__mails') return answer(listPage(), 'html')
  const found = listFixtures().find((one) => one.name === name)
  if (!found) return undefined
  const { html, text, files } = await composeMail(app, found.mail)
  if (kind === 'txt') return answer(text, 'plain')
  const shown = files.reduce(
    (markup, { cid, type, content }) =>
      cid ? markup.replaceAll(`cid:${cid}`, `data:${type};base64,${Buffer.from(content).toString('base64')}`) : markup,
    html,
  )
  return answer(shown, 'html')
}

const answer = (body: string, kind: 'html' | 'plain') =>
  new Response(body, {
    headers: {
      'content-type': `text/${kind}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'",
    },
  })

const listPage = () => `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Alle E-Mails</title><style>${style}</style></head><body><h1>Alle E-Mails</h1>
${listFixtures()
  .map(
    ({ name }) =>
      `<h2 id="${name}">${name}</h2><p><a href="/__mails/${name}.html">HTML</a> <a href="/__mails/${name}.txt">Text</a></p>${frames(name)}`,
  )
  .join('\n')}
</body></html>`

const frames = (name: string) =>
  [390, 600]
    .map(
      (width) =>
        `<iframe title="${name}, ${width} Pixel" loading="lazy" width="${width}" height="900" src="/__mails/${name}.html"></iframe>`,
    )
    .join(' ')

const style = 'body{font:16px/24px sans-serif;margin:24px}h2{margin:40px 0 0}iframe{border:1px solid;vertical-align:top}'
