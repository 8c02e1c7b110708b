import { type CardForm, type CardFormErrors, testCards } from './cards.ts'
import { type Html, html } from './html.ts'

type Filled = { form: CardForm; errors: CardFormErrors }
type Field = keyof CardForm

export const cardFormStyles = `
.two{display:grid;gap:1rem}
.ends{display:flex;flex-direction:column;gap:.75rem}
@media (min-width:480px){.two{grid-template-columns:1fr 1fr}.ends{flex-direction:row-reverse;justify-content:space-between}}
.cards{display:grid;gap:.5rem;padding-bottom:.75rem}.cards code{font:650 1rem/1.4 var(--body);font-variant-numeric:tabular-nums}
.narrow{max-width:34rem}
`

export const fieldOrder: Field[] = ['email', 'number', 'expiry', 'cvc', 'name']

export const blankCardForm = (email: string): CardForm => ({ email, number: '', expiry: '', cvc: '', name: '' })

export function readFields(fields: URLSearchParams): CardForm {
  const text = (name: string) => (fields.get(name) ?? '').slice(0, 200)
  return { email: text('email'), number: text('number'), expiry: text('expiry'), cvc: text('cvc'), name: text('name') }
}

export const firstBadField = (errors: CardFormErrors): Field | undefined => fieldOrder.find((name) => errors[name])

export function emailField(filled: Filled): Html {
  return field(filled, 'email', 'E-Mail', html`type="email" autocomplete="email"`)
}

/** Fields of a card. The input is kept, except the security code. */
export function cardFields(filled: Filled): Html {
  return html`${field(filled, 'number', 'Kartennummer', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="30"`)}
<div class="two">
${field(filled, 'expiry', 'Gültig bis', html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/JJ" maxlength="9"`)}
${field(filled, 'cvc', 'Prüfnummer (CVC)', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`)}
</div>
${field(filled, 'name', 'Name auf der Karte', html`autocomplete="cc-name" maxlength="200"`)}`
}

function field({ form, errors }: Filled, name: Field, label: string, attributes: Html): Html {
  const error = errors[name]
  const value = name === 'cvc' ? '' : form[name]
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" required ${attributes} ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''} ${firstBadField(errors) === name ? html`autofocus` : ''}>
${error ? html`<p class="err" id="${name}-error">${error}</p>` : ''}</div>`
}

export function cardList(): Html {
  return html`<details><summary>Testkarten anzeigen</summary><ul class="cards sm">
${testCards.map((card) => html`<li><code class="num">${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</code><br><span class="mut">${card.says}</span></li>`)}
</ul><p class="sm dim">Gültig bis: ein Monat in der Zukunft. Prüfnummer: drei beliebige Ziffern.</p></details>`
}

export function showCents(amount: number, currency: string): string {
  return new Intl.NumberFormat('de-DE', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
}
