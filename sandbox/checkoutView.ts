import type Stripe from 'stripe'
import { type CardForm, type CardFormErrors, testCards } from './cards.ts'
import { lineItemsOf } from './checkoutSessions.ts'
import { type Html, html } from './html.ts'
import type { Answered } from './http.ts'
import { answerPage, mark } from './look.ts'
import type { Box } from './operations.ts'

type Session = Stripe.Checkout.Session

const pageStyles = `
.pay{display:grid;gap:1.5rem;align-items:start}.two{display:grid;gap:1rem}
.ends{display:flex;flex-direction:column;gap:.75rem}
@media (min-width:480px){.two{grid-template-columns:1fr 1fr}.ends{flex-direction:row-reverse;justify-content:space-between}}
@media (min-width:820px){.pay{grid-template-columns:minmax(0,1fr) minmax(0,22rem)}.pay>.ticket{order:2}}
.cards{display:grid;gap:.5rem;padding-bottom:.75rem}.cards code{font:650 1rem/1.4 var(--body);font-variant-numeric:tabular-nums}
.narrow{max-width:34rem}
`

/** The form; Bezahlen stands first in it, since Enter presses the first button. What was typed comes back, except the card's check number. */
export function paymentPage(input: { box: Box; session: Session; form: CardForm; errors: CardFormErrors }): Answered {
  const { session, form, errors } = input
  const firstBad = fieldOrder.find((name) => errors[name])
  const field = (name: keyof CardForm, label: string, attributes: Html) => {
    const error = errors[name]
    const value = name === 'cvc' ? '' : form[name]
    return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" required ${attributes} ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''} ${firstBad === name ? html`autofocus` : ''}>
${error ? html`<p class="err" id="${name}-error">${error}</p>` : ''}</div>`
  }
  const body = html`<div class="pay">
${ticket(input)}
<form class="card pad stack" method="post" action="/c/pay/${session.id}" novalidate>
<h2>Mit Karte bezahlen</h2>
${firstBad ? html`<p class="note bad" role="alert">Die Zahlung wurde nicht ausgeführt. Bitte prüfen Sie die markierten Felder.</p>` : ''}
${field('email', 'E-Mail', html`type="email" autocomplete="email"`)}
${field('number', 'Kartennummer', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="30"`)}
<div class="two">
${field('expiry', 'Gültig bis', html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/JJ" maxlength="9"`)}
${field('cvc', 'Prüfnummer (CVC)', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`)}
</div>
${field('name', 'Name auf der Karte', html`autocomplete="cc-name" maxlength="200"`)}
<div class="ends">
<button class="btn go" name="intention" value="pay">Bezahlen</button>
${session.cancel_url ? html`<button class="btn quiet" name="intention" value="cancel" formnovalidate>Abbrechen</button>` : ''}
</div>
${cardList()}
</form>
</div>`
  return checkoutShell({ title: 'Bezahlen', session, body })
}

const fieldOrder: (keyof CardForm)[] = ['email', 'number', 'expiry', 'cvc', 'name']

/** The bank's question, with the form carried along so that nothing has to be typed again. */
export function confirmationPage(input: { box: Box; session: Session; form: CardForm }): Answered {
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

export function closedPage(input: { session: Session; backUrl: string | null }): Answered {
  const { session, backUrl } = input
  const isPaid = session.payment_status === 'paid'
  const body = html`<div class="card pad stack narrow">
<h1>${isPaid ? 'Diese Zahlung ist abgeschlossen.' : 'Diese Zahlung ist abgelaufen.'}</h1>
<p class="mut">${isPaid ? html`Bezahlt wurden <b class="num">${money(session)}</b>. Es ist nichts weiter zu tun.` : 'Die Zeit zum Bezahlen ist vorbei. Es wurde nichts abgebucht.'}</p>
${backUrl ? html`<p><a class="btn go" href="${backUrl}">${isPaid ? 'Zur Bestätigung' : 'Zurück zum Anbieter'}</a></p>` : ''}
</div>`
  return checkoutShell({ title: isPaid ? 'Bezahlt' : 'Abgelaufen', session, body, status: isPaid ? 200 : 410 })
}

export function missingPage(): Answered {
  const body = html`<div class="card pad stack narrow"><h1>Diese Seite gibt es nicht.</h1><p class="mut">Bitte öffnen Sie den Link zur Zahlung erneut.</p></div>`
  return checkoutShell({ title: 'Nicht gefunden', body, status: 404 })
}

function checkoutShell(input: { title: string; session?: Session; body: Html; status?: number }): Answered {
  const { session } = input
  const targets = [session?.success_url, session?.cancel_url].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []))
  const body = html`<header class="top"><span class="row">${mark}<b>Kasse</b></span><span class="badge">Testmodus</span></header>
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
  const descriptions = box.store.get('checkoutDetails', session.id)?.descriptions ?? []
  return html`<section class="ticket" aria-label="Ihre Bestellung"><div class="scale" aria-hidden="true"></div><div class="pad stack">
<h1>Bezahlen</h1>
<dl class="kv">${items.map((item, index) => html`<div><dt>${item.quantity && item.quantity > 1 ? `${item.quantity} × ` : ''}${item.description}${descriptions[index] && html`<br><span class="sm mut">${descriptions[index]}</span>`}</dt><dd class="num">${cents(item.amount_total, item.currency)}</dd></div>`)}</dl>
${session.customer_details?.email ? html`<p class="sm mut">E-Mail: ${session.customer_details.email}</p>` : ''}
<div class="tear stack"><span class="sm"><b>Gesamtpreis</b></span><span class="price num">${money(session)}</span></div>
</div></section>`
}

function cardList(): Html {
  return html`<details><summary>Testkarten anzeigen</summary><ul class="cards sm">
${testCards.map((card) => html`<li><code class="num">${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</code><br><span class="mut">${card.says}</span></li>`)}
</ul><p class="sm dim">Gültig bis: ein Monat in der Zukunft. Prüfnummer: drei beliebige Ziffern.</p></details>`
}

function money(session: Session): string {
  return cents(session.amount_total ?? 0, session.currency ?? 'eur')
}

function cents(amount: number, currency: string): string {
  return new Intl.NumberFormat('de-DE', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
}
