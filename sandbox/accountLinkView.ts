import type Stripe from 'stripe'
import { type Html, html } from './html.ts'
import type { OutgoingResponse } from './http.ts'
import type { Box } from './operations.ts'
import { answerPage, logo } from './pageLayout.ts'
import type { AccountLinkRecord } from './tables.ts'

export type AccountForm = { name: string; iban: string }

const pageStyles = `
.narrow{max-width:34rem}.ends{display:flex;flex-direction:column;gap:.75rem}
@media (min-width:480px){.ends{flex-direction:row-reverse;justify-content:space-between}}
`

/** One form instead of Stripe's many; the typed values are kept. */
export function onboardingPage(input: {
  box: Box
  link: AccountLinkRecord
  form: AccountForm
  errors: Partial<AccountForm>
}): OutgoingResponse {
  const { link, form, errors } = input
  const account = input.box.store.get('account', link.account)
  const firstBad = errors.name ? 'name' : errors.iban ? 'iban' : undefined
  const field = (name: keyof AccountForm, label: string, attributes: Html) => {
    const error = errors[name]
    return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${form[name]}" required ${attributes} ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''} ${firstBad === name ? html`autofocus` : ''}>
${error ? html`<p class="err" id="${name}-error">${error}</p>` : ''}</div>`
  }
  const body = html`<form class="card pad stack narrow" method="post" action="/setup/e/${link.account}/${link.id}" novalidate>
<h1>Auszahlungen einrichten</h1>
<p class="mut">Damit Ihr Geld bei Ihnen ankommt, bestätigen Sie bitte, wer Sie sind und welches Konto Ihnen gehört.</p>
${firstBad ? html`<p class="note bad" role="alert">Bitte prüfen Sie die markierten Felder.</p>` : ''}
<dl class="kv"><div><dt>E-Mail</dt><dd>${account?.email ?? '–'}</dd></div><div><dt>Land</dt><dd>Deutschland</dd></div></dl>
${field('name', 'Name oder Firma', html`autocomplete="organization" maxlength="200"`)}
${field('iban', 'IBAN', html`autocomplete="off" maxlength="42"`)}
<div class="ends">
<button class="btn go" name="intention" value="confirm">Angaben bestätigen</button>
<button class="btn quiet" name="intention" value="later" formnovalidate>Später fertigstellen</button>
</div>
</form>`
  return accountShell({ title: 'Auszahlungen einrichten', body, targets: [link.returnUrl] })
}

export function closedAccountPage(link: AccountLinkRecord): OutgoingResponse {
  const body = html`<div class="card pad stack narrow"><h1>Diese Seite ist nicht mehr gültig.</h1>
<p class="mut">Bitte beginnen Sie noch einmal.</p><p><a class="btn go" href="${link.refreshUrl}">Neu beginnen</a></p></div>`
  return accountShell({ title: 'Nicht mehr gültig', body, status: 410 })
}

/** Replaces Stripe's Express dashboard, where the owner changes the bank account; tests do that by the control interface. */
export function dashboardPage({ email, external_accounts }: Stripe.Account): OutgoingResponse {
  const body = html`<div class="card pad stack narrow"><h1>Ihr Konto</h1>
<dl class="kv"><div><dt>E-Mail</dt><dd>${email ?? '–'}</dd></div><div><dt>Bankkonto endet auf</dt><dd>${external_accounts?.data[0]?.last4 ?? '–'}</dd></div></dl></div>`
  return accountShell({ title: 'Ihr Konto', body })
}

export function missingAccountPage(): OutgoingResponse {
  const body = html`<div class="card pad stack narrow"><h1>Diese Seite gibt es nicht.</h1><p class="mut">Bitte öffnen Sie die Einrichtung erneut.</p></div>`
  return accountShell({ title: 'Nicht gefunden', body, status: 404 })
}

function accountShell(input: { title: string; body: Html; status?: number; targets?: string[] }): OutgoingResponse {
  const body = html`<header class="top"><span class="row">${logo}<b>Auszahlungskonto</b></span><span class="badge">Testmodus</span></header>
<main class="wrap stack">
<p class="note warn">Testmodus: Es wird kein Geld bewegt. Bitte geben Sie keine echten Bankdaten ein.</p>
${input.body}
</main>`
  const formTargets = (input.targets ?? []).map((url) => new URL(url).origin)
  return answerPage({ status: input.status, title: `${input.title} – Testmodus`, extraStyles: pageStyles, formTargets, body })
}
