import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cards, iso, openSubscriptionSandbox, type SubscriptionSandbox } from './subscriptionSandbox.ts'
import { refusalOf } from './testSandbox.ts'

let sandbox: SubscriptionSandbox
beforeAll(async () => {
  sandbox = await openSubscriptionSandbox()
})
beforeEach(() => sandbox.control('reset'))
afterAll(() => sandbox.close())

const openPortal = async () => {
  const { id, customer } = await sandbox.subscribe((await sandbox.price('basic', 2500)).id)
  const { url } = await sandbox.stripe.billingPortal.sessions.create({
    customer: String(customer),
    return_url: 'http://127.0.0.1:9/dashboard',
    locale: 'de',
  })
  return { id, customer: String(customer), url }
}
const textOf = async (answer: Response | Promise<Response>) => (await (await answer).text()).replaceAll('\u00a0', ' ')
const submit = (url: string, fields: Record<string, string>) => textOf(fetch(url, { method: 'POST', body: new URLSearchParams(fields) }))
const card = (number: string) => ({ intention: 'card', number, expiry: '12/40', cvc: '987', name: 'Katrin Bergmann' })
const failRenewal = async () => {
  const portal = await openPortal()
  await sandbox.control('card', { customer: portal.customer, card: cards.declined })
  await sandbox.goTo('2026-02-28T10:00:00Z')
  const { url } = await sandbox.stripe.billingPortal.sessions.create({ customer: portal.customer })
  const open = (await sandbox.invoicesOf(portal.id)).at(-1)?.id
  return { ...portal, url, intention: `pay:${open}` }
}

describe('the billing portal', () => {
  test('shows subscription, card and invoices in German, without a script', async () => {
    const { url } = await openPortal()
    const page = await textOf(fetch(url))
    for (const text of [
      '25,00 € je Monat',
      'Aktiv',
      '•••• 4242',
      '31.01.2026',
      '28.02.2026',
      'Bezahlt',
      'href="http://127.0.0.1:9/dashboard"',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('Jetzt bezahlen')
    expect(page).not.toContain('<script')
  })

  test('pays an open invoice with another card, and the subscription is active again', async () => {
    const { id, url, intention } = await failRenewal()
    expect(await textOf(fetch(url))).toContain('Zahlung überfällig')
    expect(await submit(url, { intention })).toContain('Ihre Karte wurde abgelehnt.')
    expect(await sandbox.statusOf(id)).toBe('past_due')
    const [, open] = await sandbox.invoicesOf(id)
    expect([open?.attempt_count, iso(open?.next_payment_attempt)]).toEqual([1, '2026-03-03T10:00'])
    expect(await submit(url, card(cards.good))).toContain('Ihre Karte wurde geändert.')
    expect(await submit(url, { intention })).toContain('Die Rechnung ist bezahlt.')
    expect(await sandbox.statusOf(id)).toBe('active')
    expect(await submit(url, { intention })).not.toContain('role=')
    expect((await sandbox.control('totals')).balance).toMatchObject({ gross: 5000 })
  })

  test('says what is wrong with a card and keeps what was typed', async () => {
    const { url } = await openPortal()
    const page = await submit(url, { ...card('4242 4242 4242 4241'), name: '<Käthe>' })
    expect(page).toContain('Die Kartennummer ist ungültig.')
    expect(page).toContain('value="&lt;Käthe&gt;"')
    expect(page).toContain('<details open>')
    expect(page).not.toContain('value="987"')
  })

  test('ends the subscription with its period and takes that back', async () => {
    const { id, url } = await openPortal()
    expect(await submit(url, { intention: `cancel:${id}` })).toContain('Das Abonnement endet mit dem Zeitraum.')
    const periodEnd = Date.parse('2026-02-28T10:00:00Z') / 1000
    // As the real portal does in flexible billing mode: sets a time, not the flag.
    expect(await sandbox.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: periodEnd, cancel_at_period_end: false })
    expect(await submit(url, { intention: `resume:${id}` })).toContain('Das Abonnement läuft weiter.')
    expect(await sandbox.stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
    })
    await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await submit(url, { intention: `resume:${id}` })
    expect(await sandbox.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    await submit(url, { intention: `cancel:${id}` })
    await sandbox.goTo('2026-02-28T10:00:00Z')
    expect(await sandbox.statusOf(id)).toBe('canceled')
  })

  test("cannot touch another customer's subscription or invoice, and closes after an hour", async () => {
    const other = await failRenewal()
    await sandbox.control('card', { customer: other.customer, card: cards.good })
    await sandbox.goTo('2026-01-31T10:00:00Z')
    const { customer } = await sandbox.subscribe((await sandbox.stripe.prices.list({ lookup_keys: ['basic_2500'] })).data[0]?.id ?? '')
    const mine = await sandbox.stripe.billingPortal.sessions.create({ customer: String(customer) })
    await submit(mine.url, { intention: `cancel:${other.id}` })
    await submit(mine.url, { intention: other.intention })
    expect(await sandbox.stripe.subscriptions.retrieve(other.id)).toMatchObject({ cancel_at_period_end: false, status: 'past_due' })
    await sandbox.goTo('2026-01-31T11:00:00Z')
    expect(await textOf(fetch(mine.url))).toContain('Diese Seite ist abgelaufen.')
    expect((await fetch(`${sandbox.url}/p/session/test_geraten`)).status).toBe(404)
    const unknown = await refusalOf(sandbox.stripe.billingPortal.sessions.create({ customer: 'cus_unbekannt' }))
    expect(unknown.code).toBe('resource_missing')
  })

  test('leads to every invoice, as a page and as a file', async () => {
    const { id } = await openPortal()
    const [invoice] = await sandbox.invoicesOf(id)
    expect(await textOf(fetch(invoice?.hosted_invoice_url ?? ''))).toContain(`Rechnung ${invoice?.number}`)
    const file = await fetch(invoice?.invoice_pdf ?? '')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect((await file.text()).slice(0, 5)).toBe('%PDF-')
    expect((await fetch(`${sandbox.url}/i/${invoice?.id}/geraten`)).status).toBe(404)
  })
})
