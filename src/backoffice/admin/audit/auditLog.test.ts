import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actorText } from '#src/foundation/accounts/auditActors.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { changesOf } from './rules.ts'

const testApp = await openTestApp()
const { app } = testApp
const { operator } = openMoneyFixtures(testApp)

const entries = [
  {
    at: '2026-11-19T22:59:59Z',
    actor: 'admin:0000-aaaa',
    action: 'companies.changeProfile',
    objectType: 'company',
    objectId: 'firma-1',
    requestId: 'r1',
  },
  {
    at: '2026-11-19T23:00:00Z',
    actor: 'user:0000-bbbb',
    action: 'payouts.confirmBankUpdate',
    objectType: 'company',
    objectId: 'firma-2',
    requestId: 'r2',
  },
  { at: '2026-11-20T22:59:59Z', actor: 'system', action: 'payments.selfAudit', objectType: 'selfAudit', objectId: 'a1', requestId: 'r3' },
  {
    at: '2026-11-20T23:00:00Z',
    actor: 'admin:0000-cccc',
    action: 'payouts.startRun',
    objectType: 'payoutRun',
    objectId: '=1+1',
    requestId: 'r4',
  },
]

async function listed() {
  const admin = await operator()
  await app.db.transaction().execute(async (tx) => {
    for (const { at, ...entry } of entries)
      await recordAudit(tx, { at: new Date(at), before: { plan: 'basic' }, after: { plan: 'premium' }, ...entry })
  })
  const list = async (query: object) => {
    const { body } = await admin.call('admin-list-audit', query)
    return body.rows.map((one: { request_id: string }) => one.request_id)
  }
  return { admin, list }
}

test('the log is filtered by action, object, actor, days and ids, and sorted both ways', async () => {
  const { admin, list } = await listed()
  expect(await list({})).toEqual(['r4', 'r3', 'r2', 'r1'])
  expect(await list({ sort: 'oldest' })).toEqual(['r1', 'r2', 'r3', 'r4'])
  expect(await list({ action: 'payouts.startRun' })).toEqual(['r4'])
  expect(await list({ object: 'company' })).toEqual(['r2', 'r1'])
  expect(await list({ actor: 'admin' })).toEqual(['r4', 'r1'])
  expect(await list({ actor: 'system' })).toEqual(['r3'])
  // Days are Berlin days: the 20th begins at 23:00 UTC on the 19th.
  expect(await list({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['r3', 'r2'])
  expect(await list({ from: '2026-11-21' })).toEqual(['r4'])
  expect(await list({ search: 'FIRMA-' })).toEqual(['r2', 'r1'])
  expect(await list({ search: '0000-cc' })).toEqual(['r4'])
  expect(await list({ search: 'r3' })).toEqual(['r3'])
  expect(await list({ search: '%' })).toEqual([])
  expect(await list({ object: 'company', actor: 'user', search: 'firma' })).toEqual(['r2'])
  for (const wrong of [{ from: '2026-02-30' }, { actor: 'jemand' }, { sort: 'random' }, { page: 0 }]) {
    expect((await admin.call('admin-list-audit', wrong)).status).toBe(422)
  }
})

test('the file has the filtered rows, German, with what changed, and no formula', async () => {
  const { admin } = await listed()
  const all = await admin.request('/functions/v1/admin-audit.csv', {})
  const lines = (await all.text()).trimEnd().split('\r\n')
  expect(lines[0]).toBe('Zeitpunkt;Wer;Vorgang;Objekt;Kennung;Vorher;Nachher;Anfrage')
  expect(lines.slice(1)).toEqual([
    `21.11.2026, 00:00 Uhr;Admin (000-cccc);Auszahlungslauf gestartet;Auszahlungslauf;'=1+1;Plan: basic;Plan: premium;r4`,
    '20.11.2026, 23:59 Uhr;System;Selbstprüfung der Bücher;Selbstprüfung;a1;Plan: basic;Plan: premium;r3',
    '20.11.2026, 00:00 Uhr;Nutzerkonto (000-bbbb);Bankdaten geändert;Firma;firma-2;Plan: basic;Plan: premium;r2',
    '19.11.2026, 23:59 Uhr;Admin (000-aaaa);Firmendaten geändert;Firma;firma-1;Plan: basic;Plan: premium;r1',
  ])
  const some = await admin.request('/functions/v1/admin-audit.csv?object=company&actor=&search=', {})
  expect((await some.text()).trimEnd().split('\r\n').length).toBe(3)
  expect((await admin.request('/functions/v1/admin-audit.csv?from=gestern', {})).status).toBe(422)
  expect((await testApp.newVisitor().request('/functions/v1/admin-audit.csv', {})).status).toBe(401)
})

test('neither the file nor the dialog shows null or JSON syntax', async () => {
  const admin = await operator()
  const entry = { at: app.now(), actor: 'system', action: 'companies.change', objectType: 'company', objectId: 'c1', requestId: 'r1' }
  const before = { website: null, opening: { from: null, days: [] } }
  const after = { website: 'https://a.example', hourlyRateCents: 3450, verified: true, opening: { from: '08:00', days: ['Mo', 'Di'] } }
  await app.db.transaction().execute((tx) => recordAudit(tx, { ...entry, before, after }))
  const file = await (await admin.request('/functions/v1/admin-audit.csv', {})).text()
  const [row] = (await admin.call('admin-list-audit', {})).body.rows
  for (const text of [file, JSON.stringify(changesOf(row))]) expect(text).not.toMatch(/null|undefined|[{}]""|\[\]/)
  expect(file).toContain('Webseite: –')
  expect(file).toContain('Verifiziert: ja')
  expect(changesOf({ before, after }).find(({ name }) => name === 'opening')).toEqual({
    name: 'opening',
    before: 'from: –\ndays: –',
    after: 'from: 08:00\ndays: Mo, Di',
  })
})

test('a file is complete over all batches, rows of the same moment included', async () => {
  const admin = await operator()
  await sql`
    insert into audit_log (at, actor, action, object_type, object_id, request_id)
    select ${app.now()}::timestamptz, 'system', 'test.same', 'test', n::text, 'r' || n
    from generate_series(1, 2345) as n`.execute(app.db)
  const lines = (await (await admin.request('/functions/v1/admin-audit.csv', {})).text()).trimEnd().split('\r\n')
  expect(new Set(lines.slice(1)).size).toBe(2_345)
  const last = await admin.call('admin-list-audit', { page: 94 })
  expect([last.body.rows.length, last.body.total]).toEqual([20, 2_345])
})

test('changes are shown field by field, in words', () => {
  expect(actorText('admin:01234567-89ab')).toBe('Admin (567-89ab)')
  expect([actorText('system'), actorText('cron:1')]).toEqual(['System', 'cron:1'])
  expect(
    changesOf({
      before: { vat_rate: 19, direct_payouts: true, note: null },
      after: { vat_rate: 7.5, direct_payouts: false, origins: ['a', 'b'] },
    }),
  ).toEqual([
    { name: 'Umsatzsteuersatz', before: '19', after: '7,5' },
    { name: 'Direktauszahlung über den Zahlungsdienst', before: 'ja', after: 'nein' },
    { name: 'note', before: '–' },
    { name: 'origins', after: 'a\nb' },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})
