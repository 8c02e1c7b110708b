import type Stripe from 'stripe'
import { type Html, html } from './html.ts'
import { methodRules, type OtherMethod, otherMethodOf } from './methods.ts'

type Session = Stripe.Checkout.Session

/** Buttons to the other methods that a session offers; each leads to its provider's page. */
export function otherMethodButtons(session: Session): Html | '' {
  const methods = session.payment_method_types.flatMap((type) => otherMethodOf(type) ?? [])
  if (methods.length === 0) return ''
  return html`<form class="card pad stack" method="post" action="/c/pay/${session.id}" aria-labelledby="other-methods">
<h2 id="other-methods">Andere Zahlungsart</h2>
${methods.map((method) => html`<button class="btn quiet" name="method" value="${method}">Weiter mit ${methodRules[method].name}</button>`)}
</form>`
}

/** Page of a method's provider, on which the customer agrees or refuses. */
export function providerForm(input: { session: Session; method: OtherMethod; money: string; error?: string }): Html {
  const { session, method, money, error } = input
  const { name, says } = methodRules[method]
  return html`<form class="card pad stack" method="post" action="/c/pay/${session.id}">
<h2>${name}</h2>
${error ? html`<p class="note bad" role="alert">${error}</p>` : ''}
<p>${says} Betrag: <b class="num">${money}</b></p>
<input type="hidden" name="method" value="${method}">
<div class="ends">
<button class="btn go" name="decision" value="agree">Zahlung zustimmen</button>
<button class="btn quiet" name="decision" value="refuse">Vom Anbieter ablehnen lassen</button>
<button class="btn quiet" name="decision" value="back">Andere Zahlungsart wählen</button>
</div>
</form>`
}
