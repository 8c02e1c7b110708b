import type Stripe from 'stripe'
import { cardFields, cardFormStyles, cardList, firstBadField, showCents } from './cardFormView.ts'
import type { CardForm, CardFormErrors } from './cards.ts'
import { type Html, html } from './html.ts'
import type { OutgoingResponse } from './http.ts'
import type { Box } from './operations.ts'
import { answerPage, logo } from './pageLayout.ts'
import { findDefaultCard } from './savedCards.ts'
import { itemOf } from './subscriptionStore.ts'
import type { WireInvoice, WireSubscription } from './tables.ts'

type Portal = {
  box: Box
  session: Stripe.BillingPortal.Session
  customer: Stripe.Customer
  form: CardForm
  errors: CardFormErrors
  said?: { isGood: boolean; text: string }
}

const pageStyles = `${cardFormStyles}
.bills li{display:grid;gap:.25rem 1rem;align-items:center;padding:.75rem 0;border-top:1px solid var(--line);grid-template-columns:1fr auto}
.bills li>span:nth-child(2){text-align:right}.bills li>:last-child{grid-column:1/-1;justify-self:end}
@media (min-width:600px){.bills li{grid-template-columns:1fr 8rem 11rem}.bills li>:last-child{grid-column:auto}}
`

/** Subscription, card and invoices of one customer, in German. */
export function portalPage(portal: Portal): OutgoingResponse {
  const { box, session, customer, said } = portal
  const subscriptions = box.store.all('subscription').filter((one) => one.customer === customer.id)
  const invoices = box.store.all('invoice').filter((one) => one.customer === customer.id)
  const body = html`<h1>Abonnement und Rechnungen</h1>
${said ? html`<p class="note ${said.isGood ? 'good' : 'bad'}" role="${said.isGood ? 'status' : 'alert'}">${said.text}</p>` : ''}
${subscriptions.toReversed().map(subscriptionCard)}
${cardCard(portal, subscriptions.at(-1))}
<section class="card pad stack"><h2>Rechnungen</h2>${invoiceList(invoices.toReversed())}</section>
${session.return_url ? html`<p><a class="btn quiet" href="${session.return_url}">Zurück zum Anbieter</a></p>` : ''}`
  return shell({ title: 'Abonnement und Rechnungen', body })
}

export function closedPortalPage(backUrl: string | null): OutgoingResponse {
  const body = html`<div class="card pad stack narrow"><h1>Diese Seite ist abgelaufen.</h1>
<p class="mut">Bitte öffnen Sie sie beim Anbieter erneut.</p>
${backUrl ? html`<p><a class="btn go" href="${backUrl}">Zurück zum Anbieter</a></p>` : ''}</div>`
  return shell({ title: 'Abgelaufen', body, status: 404 })
}

function subscriptionCard(subscription: WireSubscription): Html {
  const { price, current_period_end: end } = itemOf(subscription)
  const isCanceling = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const intention = `${isCanceling ? 'resume' : 'cancel'}:${subscription.id}`
  return html`<section class="card pad stack"><h2>Ihr Abonnement</h2>
<dl class="kv">
<div><dt>Preis</dt><dd class="num">${showCents(price.unit_amount ?? 0, price.currency)} je Monat</dd></div>
<div><dt>Status</dt><dd>${subscriptionStates[subscription.status] ?? subscription.status}</dd></div>
<div><dt>${subscription.status === 'canceled' ? 'Beendet am' : isCanceling ? 'Endet am' : 'Nächste Rechnung am'}</dt><dd class="num">${day(subscription.ended_at ?? subscription.cancel_at ?? end)}</dd></div>
</dl>
${subscription.status === 'canceled' ? '' : html`<form method="post"><button class="btn quiet" name="intention" value="${intention}">${isCanceling ? 'Kündigung zurücknehmen' : 'Abonnement kündigen'}</button></form>`}
</section>`
}

function cardCard(portal: Portal, newest: WireSubscription | undefined): Html {
  const { box, customer, errors } = portal
  const saved = findDefaultCard(box, { customer: customer.id, method: newest?.default_payment_method ?? null })
  return html`<section class="card pad stack"><h2>Karte</h2>
<p>${saved ? html`Abgebucht wird von der Karte <b class="num">•••• ${saved.card.number.slice(-4)}</b>.` : 'Es ist keine Karte hinterlegt.'}</p>
<details ${firstBadField(errors) ? html`open` : ''}><summary>Karte ändern</summary>
<form class="stack" method="post" novalidate>
${cardFields(portal)}
<div class="ends"><button class="btn go" name="intention" value="card">Karte speichern</button></div>
${cardList()}
</form></details></section>`
}

function invoiceList(invoices: WireInvoice[]): Html {
  if (invoices.length === 0) return html`<p class="mut">Es gibt noch keine Rechnungen.</p>`
  return html`<ul class="bills">
${invoices.map(
  (
    invoice,
  ) => html`<li><span><b class="num">${invoice.number ?? 'Entwurf'}</b><br><span class="sm mut num">${day(invoice.created)}</span></span>
<span><b class="num">${showCents(invoice.total, invoice.currency)}</b><br><span class="sm mut">${invoiceStates[invoice.status ?? ''] ?? invoice.status}</span></span>
${isPayable(invoice) ? html`<form method="post"><button class="btn go" name="intention" value="pay:${invoice.id}">Jetzt bezahlen</button></form>` : html`<a href="${invoice.hosted_invoice_url ?? ''}">Ansehen</a>`}</li>`,
)}
</ul>`
}

const isPayable = ({ status }: WireInvoice) => status === 'open' || status === 'draft'

const subscriptionStates: Record<string, string> = {
  incomplete: 'Noch nicht bezahlt',
  active: 'Aktiv',
  past_due: 'Zahlung überfällig',
  unpaid: 'Nicht bezahlt',
  canceled: 'Beendet',
}

export const invoiceStates: Record<string, string> = {
  draft: 'Offen',
  open: 'Offen',
  paid: 'Bezahlt',
  uncollectible: 'Ausgefallen',
  void: 'Storniert',
}

export const day = (moment: number) =>
  new Date(moment * 1000).toLocaleDateString('de-DE', { dateStyle: 'medium', timeZone: 'Europe/Berlin' })

export function shell(input: { title: string; body: Html; status?: number }): OutgoingResponse {
  const body = html`<header class="top"><span class="row">${logo}<b>Abonnement</b></span><span class="badge">Testmodus</span></header>
<main class="wrap stack">
<p class="note warn">Testmodus: Es wird kein Geld bewegt. Bitte geben Sie keine echten Kartendaten ein.</p>
${input.body}
</main>`
  return answerPage({ status: input.status, title: `${input.title} – Testmodus`, extraStyles: pageStyles, body })
}
