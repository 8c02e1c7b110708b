import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(() => sandbox.control('reset'))
afterAll(() => sandbox.close())

const form = (change: Record<string, string> = {}) => ({
  email: 'katrin.bergmann@kunde.example',
  number: '4242 4242 4242 4242',
  expiry: '12/40',
  cvc: '987',
  name: 'Käthe "K" <Bergmann>',
  intention: 'pay',
  ...change,
})
const submit = (url: string | null, change: Record<string, string> = {}) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams(form(change)), redirect: 'manual' })
const textOf = async (url: string | null) => (await fetch(url ?? '')).text()
const statusOf = async (id: string) => {
  const session = await sandbox.stripe.checkout.sessions.retrieve(id)
  return `${session.status} ${session.payment_status}`
}

describe('the page', () => {
  test('shows what is paid, in German, marked as a test, with every label', async () => {
    const session = await sandbox.createSession()
    const page = await textOf(session.url)
    for (const text of [
      'Testmodus',
      'Reinigung Service',
      'Glanzwerk Altona, 03.12.2026, 07:30 Uhr',
      '138,00',
      'katrin.bergmann@kunde.example',
      'Bezahlen',
      'Abbrechen',
      '4242 4242 4242 4242',
    ])
      expect(page).toContain(text)
    for (const [name, label] of [
      ['email', 'E-Mail'],
      ['number', 'Kartennummer'],
      ['expiry', 'Gültig bis'],
      ['cvc', 'Prüfnummer (CVC)'],
      ['name', 'Name auf der Karte'],
    ]) {
      expect(page).toContain(`<label for="${name}">${label}</label>`)
    }
    expect(page).toContain('<html lang="de">')
    expect(page).not.toContain('<script')
    expect(page).not.toMatch(/style="/)
    // Enter in a field presses the first button of the form.
    expect(page.indexOf('value="pay"')).toBeLessThan(page.indexOf('value="cancel"'))
  })

  test('allows nothing foreign but the way back', async () => {
    const session = await sandbox.createSession()
    const policy = (await fetch(session.url ?? '')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9;")
    expect(policy).not.toContain('unsafe-inline')
  })
})

describe('cards', () => {
  test('4242 … pays and leads back', async () => {
    const session = await sandbox.createSession()
    const answer = await submit(session.url)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://127.0.0.1:9/payment-success?session_id=${session.id}`)
    const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id)
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', customer_details: { name: 'Käthe "K" <Bergmann>' } })
  })

  test.each([
    ['4000 0000 0000 0002', 'Ihre Karte wurde abgelehnt.'],
    ['4000 0000 0000 9995', 'Die Deckung reicht nicht aus.'],
  ])('%s is declined, and the next card pays', async (number, message) => {
    const session = await sandbox.createSession()
    const page = await (await submit(session.url, { number })).text()
    expect(page).toContain(message)
    expect(page).toContain('aria-invalid="true" aria-describedby="number-error"')
    expect(page).toContain(`value="${number}"`)
    expect(page).toContain('value="12/40"')
    expect(page).toContain('Käthe &quot;K&quot; &lt;Bergmann&gt;')
    expect(page).not.toContain('value="987"')
    expect(page).toMatch(/name="cvc" value=""/)
    expect(await statusOf(session.id)).toBe('open unpaid')
    expect((await submit(session.url)).status).toBe(303)
    expect(await statusOf(session.id)).toBe('complete paid')
    expect((await sandbox.control('totals')).charges).toEqual({ count: 1, cents: 13_800 })
  })

  test('4000 0025 0000 3155 asks first, then pays', async () => {
    const session = await sandbox.createSession()
    const question = await (await submit(session.url, { number: '4000 0025 0000 3155' })).text()
    expect(question).toContain('<h2>Zahlung bestätigen</h2>')
    expect(await statusOf(session.id)).toBe('open unpaid')
    const hidden = [...question.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
    expect(hidden.map(([name]) => name)).toEqual(['email', 'number', 'expiry', 'cvc', 'name'])
    const answer = await submit(session.url, { number: '4000 0025 0000 3155', intention: 'confirm' })
    expect(answer.status).toBe(303)
    expect(await statusOf(session.id)).toBe('complete paid')
  })

  test('4000 0025 0000 3155 refused keeps what was typed', async () => {
    const session = await sandbox.createSession()
    await submit(session.url, { number: '4000 0025 0000 3155' })
    const page = await (await submit(session.url, { number: '4000 0025 0000 3155', intention: 'refuse' })).text()
    expect(page).toContain('Die Zahlung wurde nicht bestätigt.')
    expect(page).toContain('value="4000 0025 0000 3155"')
    expect(await statusOf(session.id)).toBe('open unpaid')
    expect((await sandbox.control('totals')).charges).toEqual({ count: 0, cents: 0 })
  })

  test.each([
    ['number', { number: '4242 4242 4242 4241' }, 'Die Kartennummer ist ungültig.'],
    ['number', { number: '5555 5555 5555 4444' }, 'Hier gelten nur Testkarten.'],
    ['expiry', { expiry: '01/20' }, 'Ihre Karte ist abgelaufen.'],
    ['expiry', { expiry: '13/40' }, 'Der Monat muss zwischen 01 und 12 liegen.'],
    ['expiry', { expiry: 'bald' }, 'Bitte geben Sie Monat und Jahr ein'],
    ['cvc', { cvc: '12' }, 'Bitte geben Sie die drei- oder vierstellige Prüfnummer ein.'],
    ['name', { name: ' ' }, 'Bitte geben Sie den Namen auf der Karte ein.'],
    ['email', { email: 'kein' }, 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
  ])('a wrong %s (%o) is said at the field', async (name, change, message) => {
    const session = await sandbox.createSession()
    const page = await (await submit(session.url, change)).text()
    expect(page).toMatch(new RegExp(`id="${name}"[^>]*aria-invalid="true" aria-describedby="${name}-error"[^>]*autofocus`))
    expect(page).toContain(message)
    expect(page).toContain('role="alert"')
    expect((await sandbox.control('totals')).failedCharges).toEqual({ count: 0, cents: 0 })
  })
})

describe('the way out', () => {
  test('Abbrechen leads back and leaves the session open', async () => {
    const session = await sandbox.createSession()
    const answer = await submit(session.url, { intention: 'cancel', number: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://127.0.0.1:9/service/1'])
    expect(await statusOf(session.id)).toBe('open unpaid')
  })

  test('a paid session says so and cannot be paid again, not even at the same moment', async () => {
    const session = await sandbox.createSession()
    await Promise.all(Array.from({ length: 10 }, () => submit(session.url)))
    const page = await textOf(session.url)
    expect(page).toContain('Diese Zahlung ist abgeschlossen.')
    expect(page).toContain(`href="http://127.0.0.1:9/payment-success?session_id=${session.id}"`)
    expect((await sandbox.control('totals')).charges).toEqual({ count: 1, cents: 13_800 })
  })

  test('an expired session says so and takes no money', async () => {
    const session = await sandbox.createSession()
    await sandbox.stripe.checkout.sessions.expire(session.id)
    const answer = await submit(session.url)
    expect(answer.status).toBe(410)
    expect(await answer.text()).toContain('Diese Zahlung ist abgelaufen.')
    expect((await sandbox.control('totals')).charges).toEqual({ count: 0, cents: 0 })
  })

  test('an unknown session is a 404 page', async () => {
    const answer = await fetch(`${sandbox.url}/c/pay/cs_test_none`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Diese Seite gibt es nicht.')
  })
})

describe('the control interface', () => {
  test('delivers a session as paid with another amount and currency', async () => {
    const session = await sandbox.createSession()
    await sandbox.control('pay', { session: session.id, amount: 100, currency: 'usd', client_reference_id: 'booking-2' })
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_total: 100,
      currency: 'usd',
      client_reference_id: 'booking-2',
      payment_status: 'paid',
    })
  })

  test('pays a session once, however often it is asked', async () => {
    const session = await sandbox.createSession()
    const results = await Promise.all(Array.from({ length: 5 }, () => sandbox.control('pay', { session: session.id })))
    expect(results.map((one) => one.result).toSorted()).toEqual(['closed', 'closed', 'closed', 'closed', 'paid'])
    expect((await sandbox.control('totals')).charges).toEqual({ count: 1, cents: 13_800 })
  })

  test('pays an expired session only when forced', async () => {
    const session = await sandbox.createSession()
    await sandbox.stripe.checkout.sessions.expire(session.id)
    expect((await sandbox.control('pay', { session: session.id })).result).toBe('closed')
    expect((await sandbox.control('pay', { session: session.id, force: true })).result).toBe('paid')
    expect(await statusOf(session.id)).toBe('complete paid')
  })

  test('totals agree with the balance', async () => {
    for (const [reference, refund] of [
      ['b-1', 0],
      ['b-2', 3_800],
      ['b-3', 13_800],
    ] as const) {
      const session = await sandbox.createSession({ client_reference_id: reference })
      await sandbox.control('pay', { session: session.id })
      const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(session.id)
      if (refund > 0) await sandbox.stripe.refunds.create({ payment_intent: String(payment_intent), amount: refund })
    }
    const totals = await sandbox.control('totals')
    expect(totals).toMatchObject({
      sessions: { complete: 3 },
      charges: { count: 3, cents: 41_400 },
      refunds: { count: 2, cents: 17_600 },
      balance: { gross: 23_800, fees: 696, net: 23_104 },
    })
    const balance = await sandbox.stripe.balance.retrieve()
    expect((balance.available[0]?.amount ?? 0) + (balance.pending[0]?.amount ?? 0)).toBe(23_104)
    expect(await sandbox.control('totals', { client_reference_id: 'b-2' })).toMatchObject({
      bySession: [{ client_reference_id: 'b-2', charges: { count: 1, cents: 13_800 }, refunds: { count: 1, cents: 3_800 } }],
    })
  })
})
