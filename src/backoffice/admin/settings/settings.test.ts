import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { settingsForm } from './fields.ts'
import { newerSettings, readSettingTexts, textsOfSettings } from './form.ts'
import { type SettingsView, settingsView } from './rules.ts'

const testApp = await openTestApp()
const { app } = testApp
const { operator, payableCompany, paidBooking } = openMoneyFixtures(testApp)
type Admin = Awaited<ReturnType<typeof operator>>

const read = async (admin: Admin): Promise<SettingsView> => settingsView.parse((await admin.call('admin-read-settings', {})).body)
const auditRows = () =>
  app.db
    .selectFrom('auditLog')
    .select(['actor', 'objectType', sql`before::text`.as('before'), sql`after::text`.as('after')])
    .where('action', '=', 'admin.updateSettings')
    .orderBy('id')
    .execute()

test('settings are read, saved and audited with what changed, before and after', async () => {
  const admin = await operator()
  const first = await read(admin)
  expect(first).toMatchObject({
    operator_name: app.config.operator.name,
    vat_rate: 19,
    direct_payouts: true,
    first_payout_hold_days: 7,
    details_grace_days: 30,
    payout_weekday: 1,
    payout_clock: '06:00',
    embedding_origins: [],
    order_label: 'book',
  })
  const saved = await admin.call('admin-update-settings', {
    ...first,
    operator_name: '  Neuer   Betreiber ',
    vat_rate: 7.5,
    order_label: 'oblige',
  })
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({ operator_name: 'Neuer   Betreiber', vat_rate: 7.5, order_label: 'oblige' })
  expect(saved.body.version).not.toBe(first.version)
  expect(await read(admin)).toEqual(saved.body)
  const [row, ...others] = await auditRows()
  expect(others).toEqual([])
  expect(row).toMatchObject({
    objectType: 'settings',
  })
  expect([row?.before, row?.after].map((text) => JSON.parse(String(text)))).toEqual([
    { operator_name: app.config.operator.name, vat_rate: 19, order_label: 'book' },
    { operator_name: 'Neuer   Betreiber', vat_rate: 7.5, order_label: 'oblige' },
  ])
  expect(row?.actor).toMatch(/^admin:[\da-f-]{36}$/)
  const again = await admin.call('admin-update-settings', saved.body)
  expect([again.status, (await auditRows()).length]).toEqual([200, 1])
})

test.each([
  ['operator_name', ' ', 'Name ist erforderlich'],
  ['operator_name', 'x'.repeat(71), 'Höchstens 70 Zeichen'],
  ['operator_address', '', 'Anschrift ist erforderlich'],
  ['operator_email', '', 'E-Mail ist erforderlich'],
  ['operator_email', 'ohne-at', 'Ungültige E-Mail-Adresse'],
  ['operator_phone', '', 'Telefon ist erforderlich'],
  ['operator_phone', 'ruf an', 'Ungültige Telefonnummer'],
  ['vat_rate', -1, 'Der Steuersatz liegt zwischen 0 und 100 %'],
  ['vat_rate', 100.01, 'Der Steuersatz liegt zwischen 0 und 100 %'],
  ['vat_rate', 7.555, 'Höchstens zwei Nachkommastellen'],
  ['vat_rate', 'viel', 'Bitte geben Sie den Steuersatz in Prozent an, zum Beispiel 19'],
  ['first_payout_hold_days', 91, 'Zwischen 0 und 90 Tagen'],
  ['first_payout_hold_days', 1.5, 'Bitte geben Sie ganze Tage an'],
  ['payout_weekday', 6, 'Bitte wählen Sie einen Wochentag'],
  ['payout_clock', '06:30', 'Bitte wählen Sie eine Uhrzeit'],
  ['order_label', 'kaufen', 'Bitte wählen Sie eine Beschriftung'],
])('%s may not be %j: %s', async (name, value, text) => {
  const admin = await operator()
  const { status, body } = await admin.call('admin-update-settings', { ...(await read(admin)), [name]: value })
  expect([status, body.fields[name]?.[0]]).toEqual([422, text])
})

test.each([
  'partner.example',
  'https://partner.example/',
  'https://partner.example/seite',
  'https://user@partner.example',
  'ftp://partner.example',
  'https://*.partner.example',
  "https://partner.example; script-src 'unsafe-inline'",
  'javascript:alert(1)',
  "'self'",
  '*',
])('%s is no origin that may show us in a frame', async (origin) => {
  const admin = await operator()
  const { status, body } = await admin.call('admin-update-settings', { ...(await read(admin)), embedding_origins: [origin] })
  expect([status, body.fields['embedding_origins.0']]).toEqual([
    422,
    ['Bitte geben Sie je Zeile einen Ursprung an, zum Beispiel https://partner.example'],
  ])
})

test('of two parallel saves of the same state one succeeds, the other is refused', async () => {
  const [one, other] = [await operator(), await operator()]
  const first = await read(one)
  const answers = await Promise.all([
    one.call('admin-update-settings', { ...first, vat_rate: 0 }),
    other.call('admin-update-settings', { ...first, first_payout_hold_days: 0 }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'admin.settingsChanged',
    error: 'Die Einstellungen wurden inzwischen geändert. Vergleichen Sie Ihre Eingaben mit dem neuen Stand und speichern Sie erneut.',
  })
  expect((await auditRows()).length).toBe(1)
})

test('frames are allowed to the named origins at once, and to none after their removal', async () => {
  const admin = await operator()
  const policy = async () => {
    const { headers } = await admin.call('admin-session', {})
    return [/frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1], headers.get('x-frame-options')]
  }
  expect(await policy()).toEqual(["'none'", 'DENY'])
  const origins = ['https://partner.example', 'https://zweiter.example:8443']
  const saved = await admin.call('admin-update-settings', { ...(await read(admin)), embedding_origins: [...origins, ...origins] })
  expect(saved.body.embedding_origins).toEqual(origins)
  expect(await policy()).toEqual([origins.join(' '), null])
  await admin.call('admin-update-settings', { ...saved.body, embedding_origins: [] })
  expect(await policy()).toEqual(["'none'", 'DENY'])
})

test('a new rate of VAT applies to the next payment, not to older ones', async () => {
  const admin = await operator()
  const company = await payableCompany()
  const before = await paidBooking(company.id)
  await admin.call('admin-update-settings', { ...(await read(admin)), vat_rate: 0 })
  const after = await paidBooking(company.id)
  const rates = await app.db.selectFrom('bookings').select(['id', 'vatBasisPoints']).execute()
  const rateOf = (id: string) => rates.find((one) => one.id === id)?.vatBasisPoints
  expect([rateOf(before.bookingId), rateOf(after.bookingId)]).toEqual([1_900, 0])
})

test('another payout day moves the next run and every text that names it', async () => {
  const admin = await operator()
  testApp.clock.moveTo(new Date('2026-11-19T12:00:00Z'))
  const { startDueRuns } = await import('#src/money/payouts/runs/scheduleActions.ts')
  await startDueRuns(app)
  const stats = async () => (await admin.call('admin-payout-stats', {})).body
  const nextOf = async (rhythm: string) => {
    const { schedule } = await stats()
    return schedule.find((one: { rhythm: string }) => one.rhythm === rhythm).next_payout_date
  }
  expect([await nextOf('weekly'), await nextOf('daily')]).toEqual(['2026-11-23T05:00:00.000Z', '2026-11-20T05:00:00.000Z'])
  const changed = await admin.call('admin-update-settings', { ...(await read(admin)), payout_weekday: 3, payout_clock: '08:00' })
  expect(changed.status).toBe(200)
  expect([await nextOf('weekly'), await nextOf('daily')]).toEqual(['2026-11-25T07:00:00.000Z', '2026-11-20T07:00:00.000Z'])
  expect((await stats()).setting).toEqual({ weekday: 3, clock: '08:00' })
})

test('without its audit row nothing is saved', async () => {
  const admin = await operator()
  const first = await read(admin)
  const refused = await admin.call('admin-update-settings', { ...first, vat_rate: 0, version: 'alt' })
  expect([refused.status, (await read(admin)).version]).toEqual([409, first.version])
  expect(await auditRows()).toEqual([])
})

test('a form keeps every setting, and reads German numbers', () => {
  const settings = settingsForm.parse({
    operator_name: 'A',
    operator_address: 'B',
    operator_email: 'a@b.example',
    operator_phone: '+49 30 1',
    invoices_since: '',
    tax_number: '',
    operator_legal_form: 'GmbH',
    operator_represented_by: 'Erika Muster',
    operator_register_court: 'Amtsgericht Charlottenburg',
    operator_register_number: 'HRB 1',
    operator_vat_id: 'DE123456789',
    operator_business_id: '',
    operator_supervisory_authority: '',
    operator_privacy_officer: '',
    operator_dispute_attitude: 'willing',
    operator_processors: ['Rechenwerk GmbH, Berlin: Hosting', 'Briefpost AG, Köln: E-Mail-Versand'],
    calendar_policy: 'ueblich',
    calendar_travel_kmh: 50,
    service_notice_hours: 12,
    service_horizon_days: 90,
    request_answer_hours: 48,
    details_grace_days: 30,
    payment_methods_direct: ['paypal', 'card', 'sepaDebit'],
    payment_methods_held: ['klarna', 'card'],
    payment_methods_subscription: ['card'],
    vat_rate: 7.5,
    direct_payouts: false,
    first_payout_hold_days: 0,
    payout_weekday: 5,
    payout_clock: '12:00',
    embedding_origins: ['https://a.example', 'https://b.example'],
    minimum_amount: 12.5,
    new_bookings: 5,
    new_days: 60,
    new_hold_days: 14,
    refunds_per_payer: 2,
    order_label: 'oblige',
  })
  const texts = textsOfSettings(settings)
  expect(texts).toMatchObject({ vat_rate: '7,5', direct_payouts: 'no', embedding_origins: 'https://a.example\nhttps://b.example' })
  expect(readSettingTexts(texts)).toEqual({ form: settings, errors: {} })
  expect(readSettingTexts({ ...texts, vat_rate: '', first_payout_hold_days: 'viele', operator_name: '' }).errors).toEqual({
    vat_rate: 'Bitte geben Sie den Steuersatz in Prozent an, zum Beispiel 19',
    first_payout_hold_days: 'Bitte geben Sie eine Anzahl von Tagen an',
    operator_name: 'Name ist erforderlich',
  })
  expect(newerSettings(texts, { ...texts, order_label: 'book', vat_rate: '19' })).toEqual([
    { name: 'vat_rate', label: 'Umsatzsteuersatz', newer: '19' },
    { name: 'order_label', label: 'Beschriftung der Bestellschaltfläche', newer: 'Jetzt buchen & bezahlen' },
  ])
})
