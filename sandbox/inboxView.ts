import { html } from './html.ts'
import type { OutgoingResponse } from './http.ts'
import { type InboxMail, listState } from './mailFile.ts'
import { answerFont, answerPage, logo } from './pageLayout.ts'

const shownAtMost = 200

const pageStyles = `
.mails{display:grid;gap:.625rem}
.mail{display:grid;gap:.125rem;padding:.875rem 1.125rem;color:var(--ink);text-decoration:none;background:var(--surface);border:1px solid var(--line);border-radius:10px;min-width:0}
.mail:hover{background:var(--primary-soft)}
.mail b{font-weight:650}.mail span{min-width:0}
.between{display:flex;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;flex-wrap:wrap}
iframe{width:100%;height:36rem;resize:vertical;border:0;border-top:1px solid var(--line);background:#fff;border-radius:0 0 10px 10px;display:block}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:400 .9375rem/1.375rem ui-monospace,monospace}
.facts{display:grid;gap:.25rem}.facts div{display:flex;gap:.5rem;flex-wrap:wrap}.facts dt{color:var(--ink-3);min-width:5rem}.facts dd{min-width:0;overflow-wrap:anywhere}
.reply{overflow-wrap:anywhere}.titled{row-gap:.75rem}.fold{padding:.5rem clamp(1rem,4vw,1.5rem)}.fold pre{padding-bottom:.75rem}
.empty{text-align:center;padding:3rem 1rem;display:grid;gap:.75rem;justify-items:center}.empty .mark{width:64px;height:64px}
`

/** Script that reloads the list when a mail arrives; without JavaScript the link does the same. */
const watchScript = (known: string) => `
const known = ${JSON.stringify(known)}
setInterval(async () => {
  const answer = await fetch('/newest').then((one) => one.text()).catch(() => known)
  if (answer !== known) location.reload()
}, 2000)
`

export function listPage(mails: InboxMail[]): OutgoingResponse {
  const entry = (mail: InboxMail) =>
    html`<li><a class="mail" href="/mails/${mail.id}"><span class="between"><b>${mail.subject || '(ohne Betreff)'}</b><span class="sm dim num">${time(mail.at)}</span></span><span class="sm mut">an ${mail.to}</span></a></li>`
  const empty = html`<div class="card empty">${logo}<h2>Noch keine E-Mails</h2><p class="mut">Was die Anwendung verschickt, erscheint hier von selbst.</p></div>`
  const body = html`<header class="top"><span class="row">${logo}<b>Posteingang</b></span><span class="badge">Testmodus</span></header>
<main class="wrap stack">
<div class="between titled"><h1>E-Mails</h1><div class="row"><a class="btn quiet" href="/">Aktualisieren</a>${mails.length > 0 && html`<form method="post" action="/clear"><button class="btn quiet">Alle löschen</button></form>`}</div></div>
<p class="mut">Diese E-Mails wurden nicht zugestellt, sondern hier abgefangen.</p>
${mails.length > 0 ? html`<ul class="mails">${mails.slice(0, shownAtMost).map(entry)}</ul>` : empty}
${mails.length > shownAtMost && html`<p class="sm dim">Gezeigt werden die neuesten ${shownAtMost} von ${mails.length}.</p>`}
</main>`
  return answerPage({ title: `Posteingang (${mails.length})`, extraStyles: pageStyles, script: watchScript(listState(mails)), body })
}

export function mailPage(mail: InboxMail, { mayAnswer, answered }: { mayAnswer: boolean; answered: string | null }): OutgoingResponse {
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const body = html`<header class="top"><span class="row">${logo}<b>Posteingang</b></span><span class="badge">Testmodus</span></header>
<main class="wrap stack">
<p><a href="/">Zurück zur Liste</a></p>
<article class="card">
<div class="pad stack"><h1>${mail.subject || '(ohne Betreff)'}</h1>
<dl class="facts sm">${fact('An', mail.to)}${fact('Von', mail.from)}${fact('Empfangen', time(mail.at))}${fact('Kennung', mail.messageId)}
${mail.attachments.map((one) => fact('Anhang', `${one.filename} (${one.mimeType}, ${Math.ceil(one.bytes / 1024)} KB)`))}</dl></div>
${mail.html && html`<iframe title="E-Mail als HTML" src="/mails/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
</article>
${mayAnswer && mail.replyTo && answerForm(mail, answered)}
<details class="card fold" ${!mail.html && html`open`}><summary>Text</summary><pre>${linked(mail.text)}</pre></details>
<details class="card fold"><summary>Kopfzeilen</summary><pre>${mail.headers}</pre></details>
</main>`
  return answerPage({ title: mail.subject || 'E-Mail', extraStyles: pageStyles, frames: true, body })
}

const answerWords: Record<string, string> = {
  yes: 'Die Antwort wurde übergeben.',
  no: 'Die Antwort wurde nicht angenommen. Läuft der Server?',
}

/** Form to reply as in a mail program, with the mail quoted below. */
const answerForm = (
  mail: InboxMail,
  answered: string | null,
) => html`<form class="card pad stack" method="post" action="/mails/${mail.id}/answer" enctype="multipart/form-data">
${answered && answerWords[answered] && html`<p class="note ${answered === 'yes' ? 'good' : 'bad'}" role="status">${answerWords[answered]}</p>`}
<div class="field"><label for="text">Auf diese E-Mail antworten</label><textarea id="text" name="text" rows="5"></textarea></div>
<div class="field"><label for="files">Dateien</label><input id="files" name="files" type="file" multiple></div>
<p class="sm mut reply">an ${mail.replyTo}</p>
<div class="row"><button class="btn">Antworten</button></div>
</form>`

/** The mail's own HTML in a sandbox: no scripts, no forms, no external resources; links open in a new tab. */
export function mailFrame(mail: InboxMail): OutgoingResponse {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:*; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  const base = '<base target="_blank">'
  const markup = /<head[^>]*>/i.test(mail.html) ? mail.html.replace(/<head[^>]*>/i, (head) => head + base) : base + mail.html
  return { status: 200, headers, body: markup }
}

export function missingMailPage(path: string): OutgoingResponse {
  if (path.startsWith('/fonts/')) return answerFont(path)
  const body = html`<main class="wrap"><div class="card empty"><h1>Diese E-Mail gibt es nicht.</h1><p><a href="/">Zurück zur Liste</a></p></div></main>`
  return answerPage({ status: 404, title: 'Nicht gefunden', extraStyles: pageStyles, body })
}

function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>")]+)/)
    .map((piece, index) => (index % 2 === 1 ? html`<a href="${piece}" target="_blank" rel="noopener">${piece}</a>` : html`${piece}`))
}

function time(iso: string): string {
  const format = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Berlin' })
  return `${format.format(new Date(iso))} Uhr`
}
