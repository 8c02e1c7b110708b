import type Stripe from 'stripe'
import { cardFields, cardFormStyles, cardList, emailField, fieldOrder, firstBadField, showCents } from './cardFormView.ts'
import type { CardForm, CardFormErrors } from './cards.ts'
import { lineItemsOf } from './checkoutSessions.ts'
import { type Html, html } from './html.ts'
import type { OutgoingResponse } from './http.ts'
import type { OtherMethod } from './methods.ts'
import { otherMethodButtons, providerForm } from './methodView.ts'
import type { Box } from './operations.ts'
import { answerPage, logo } from './pageLayout.ts'

type Session = Stripe.Checkout.Session

const pageStyles = `${cardFormStyles}
.pay{display:grid;gap:1.5rem;align-items:start}
@media (min-width:820px){.pay{grid-template-columns:minmax(0,1fr) minmax(0,22rem)}.pay>.ticket{order:2}}
`

/** Form of a payment; Bezahlen is its first button, because Enter presses the first one. */
export function paymentPage(input: { box: Box; session: Session; form: CardForm; errors: CardFormErrors }): OutgoingResponse {
  const { session, errors } = input
  const isWrong = firstBadField(errors) !== undefined
  const body = html`<div class="pay">
${ticket(input)}
<form class="card pad stack" method="post" action="/c/pay/${session.id}" novalidate>
<h2>Mit Karte bezahlen</h2>
${isWrong ? html`<p class="note bad" role="alert">Die Zahlung wurde nicht ausgeführt. Bitte prüfen Sie die markierten Felder.</p>` : ''}
${emailField(input)}
${cardFields(input)}
<div class="ends">
<button class="btn go" name="intention" value="pay">Bezahlen</button>
${session.cancel_url ? html`<button class="btn quiet" name="intention" value="cancel" formnovalidate>Abbrechen</button>` : ''}
</div>
${cardList()}
</form>
${otherMethodButtons(session)}
</div>`
  return checkoutShell({ title: 'Bezahlen', session, body })
}

/** The provider of a wallet, an invoice or a direct debit asks for the customer's agreement. */
export function providerPage(input: { box: Box; session: Session; method: OtherMethod; error?: string }): OutgoingResponse {
  const { session } = input
  const body = html`<div class="pay">
${ticket(input)}
${providerForm({ ...input, money: money(session) })}
</div>`
  return checkoutShell({ title: 'Zahlung', session, body })
}

/** The bank's confirmation; the form is included as hidden fields, so that its input is kept. */
export function confirmationPage(input: { box: Box; session: Session; form: CardForm }): OutgoingResponse {
  const { session, form } = input
  const body = html`<div class="pay">
${ticket(input)}
<form class="card pad stack" method="post" action="/c/pay/${session.id}">
<h2>Zahlung bestätigen</h2>
<p>Ihre Bank fragt, ob Sie <b class="num">${money(session)}</b> mit der Karte <span class="num">•••• ${form.number.replace(/\s/g, '').slice(-4)}</span> bezahlen möchten.</p>
${fieldOrder.map((name) => html`<input type="hidden" name="${name}" value="${form[name]}">`)}
<div class="ends">
<button class="btn go" name="intention" value="confirm" autofocus>Zahlung bestätigen</button>
<button class="btn quiet" name="intention" value="refuse">Zahlung ablehnen</button>
</div>
</form>
</div>`
  return checkoutShell({ title: 'Zahlung bestätigen', session, body })
}

export function closedPage(input: { session: Session; backUrl: string | null }): OutgoingResponse {
  const { session, backUrl } = input
  const isPaid = session.status === 'complete'
  const body = html`<div class="card pad stack narrow">
<h1>${isPaid ? 'Diese Zahlung ist abgeschlossen.' : 'Diese Zahlung ist abgelaufen.'}</h1>
<p class="mut">${isPaid ? html`Bezahlt wurden <b class="num">${money(session)}</b>. Es ist nichts weiter zu tun.` : 'Die Zeit zum Bezahlen ist vorbei. Es wurde nichts abgebucht.'}</p>
${backUrl ? html`<p><a class="btn go" href="${backUrl}">${isPaid ? 'Zur Bestätigung' : 'Zurück zum Anbieter'}</a></p>` : ''}
</div>`
  return checkoutShell({ title: isPaid ? 'Bezahlt' : 'Abgelaufen', session, body, status: isPaid ? 200 : 410 })
}

export function missingPage(): OutgoingResponse {
  const body = html`<div class="card pad stack narrow"><h1>Diese Seite gibt es nicht.</h1><p class="mut">Bitte öffnen Sie den Link zur Zahlung erneut.</p></div>`
  return checkoutShell({ title: 'Nicht gefunden', body, status: 404 })
}

function checkoutShell(input: { title: string; session?: Session; body: Html; status?: number }): OutgoingResponse {
  const { session } = input
  const targets = [session?.success_url, session?.cancel_url].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []))
  const body = html`<header class="top"><span class="row">${logo}<b>Kasse</b></span><span class="badge">Testmodus</span></header>
<main class="wrap stack">
<p class="note warn">Testmodus: Es wird kein Geld bewegt. Bitte geben Sie keine echten Kartendaten ein.</p>
${input.body}
</main>`
  return answerPage({
    status: input.status,
    title: `${input.title} – Testmodus`,
    extraStyles: pageStyles,
    formTargets: [...new Set(targets)],
    body,
  })
}

function ticket(input: { box: Box; session: Session }): Html {
  const { box, session } = input
  const items = lineItemsOf(box, session.id)
  const isSubscription = session.mode === 'subscription'
  const descriptions = box.store.get('checkoutDetails', session.id)?.descriptions ?? []
  return html`<section class="ticket" aria-label="Ihre Bestellung"><div class="scale" aria-hidden="true"></div><div class="pad stack">
<h1>${isSubscription ? 'Abonnement' : 'Bezahlen'}</h1>
<dl class="kv">${items.map((item, index) => html`<div><dt>${item.quantity && item.quantity > 1 ? `${item.quantity} × ` : ''}${item.description}${descriptions[index] && html`<br><span class="sm mut">${descriptions[index]}</span>`}</dt><dd class="num">${showCents(item.amount_total, item.currency)}${perMonth(session)}</dd></div>`)}</dl>
${session.customer_details?.email ? html`<p class="sm mut">E-Mail: ${session.customer_details.email}</p>` : ''}
<div class="tear stack"><span class="sm"><b>${isSubscription ? 'Heute fällig' : 'Gesamtpreis'}</b></span><span class="price num">${money(session)}</span></div>
${isSubscription ? html`<p class="sm mut">Danach ${money(session)} je Monat, bis Sie kündigen.</p>` : ''}
</div></section>`
}

const perMonth = (session: Session) => (session.mode === 'subscription' ? ' je Monat' : '')

function money(session: Session): string {
  return showCents(session.amount_total ?? 0, session.currency ?? 'eur')
}
