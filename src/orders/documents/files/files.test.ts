import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { euro } from '#src/platform/server/pdf/page.ts'
import { issueSample, openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { enterAs, enterAsOperator, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openSchema } from '../../../../tests/facturX.ts'
import { readPdf } from '../../../../tests/pdfText.ts'
import { documentCases, randomDocument } from '../../../../tests/randomDocuments.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { amount, writeCii } from '../cii.ts'
import { renderDocument, sha256Of } from './actions.ts'
import { renderDocumentPdf } from './pdf.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs } = testApp
const { mayIssue, makeFirm, paid, refunded, documentFaults, listed } = openDocumentFixtures(testApp)

/** Returns the bytes of an attached file, read from its stream. */
function attachmentOf(pdf: Buffer, name: string) {
  const text = pdf.toString('latin1')
  const [, stream] = new RegExp(`/F \\(${name}\\)\\s*/EF <<\\s*/F (\\d+) 0 R`).exec(text) ?? []
  const start = text.indexOf(`\n${stream} 0 obj\n`)
  const from = text.indexOf('stream\n', start) + 'stream\n'.length
  const content = pdf.subarray(from, text.indexOf('\nendstream', from))
  return text.slice(start, from).includes('/FlateDecode') ? inflateSync(content) : content
}

test('PDF/A-3a of every case: its XML byte by byte, and the same figures on the page', async () => {
  for (const what of documentCases) {
    const facts = randomDocument(what, 7)
    const xml = writeCii(facts, 'facturx')
    const drawn = {
      brandName: 'Handschlag',
      kind: 'commission',
      isCancellation: false,
      facts,
      xml,
      csv: null,
      madeAt: new Date('2026-12-01T04:00:00Z'),
    } as const
    const pdf = await renderDocumentPdf(drawn)
    expect(attachmentOf(pdf, 'factur-x.xml').toString('utf8')).toBe(xml)
    expect((await renderDocumentPdf(drawn)).equals(pdf)).toBe(true)
    const page = readPdf(pdf).flat(2).join('\n')
    for (const cents of [facts.netCents, facts.grossCents, ...facts.lines.map(({ netCents }) => netCents)]) {
      expect([what, page.includes(euro(cents).replaceAll('\u00a0', ' ')), xml.includes(`>${amount(cents)}<`)]).toEqual([what, true, true])
    }
    const text = pdf.toString('latin1')
    for (const part of [
      '/OutputIntents',
      '/MarkInfo',
      '/StructTreeRoot',
      '/AFRelationship /Alternative',
      '/AF [',
      '/Lang (de-DE)',
      '<pdfaid:part>3',
      '<pdfaid:conformance>A',
      '<fx:ConformanceLevel>EN 16931',
    ]) {
      expect([part, text.includes(part)]).toEqual([part, true])
    }
    expect(/\/Encrypt|\/JavaScript|\/Launch|\/XFA|\/LZWDecode/.test(text)).toBe(false)
  }
})

test('from the issue to the file: stored, then mailed; readable for the company and the operator only', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm({ email: 'post@firma.example' })
  const owner = await makeOwner(app, firm.id)
  const booking = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await refunded(booking, { cents: 3_800, on: '2026-11-25' })
  clock.moveTo(berlinInstant('2026-12-01', '05:00'))
  await testApp.app.db
    .transaction()
    .execute((tx) =>
      import('#src/platform/server/jobs.ts').then(({ enqueue }) => enqueue(tx, { name: 'documents.issueFees', payload: {} })),
    )
  await runJobs()
  const [invoice] = await listed()
  if (!invoice) throw new Error('no invoice')
  expect(inbox.mails().map(({ to, subject }) => [to, subject])).toEqual([['post@firma.example', 'Rechnung RE-2026-000001']])
  const person = await passCode(app, await enterAs(app, testApp.newVisitor(), owner.email))
  const { body } = await person.call('list-documents', { companyId: firm.id })
  expect(body).toMatchObject({
    total: 1,
    documents: [{ number: 'RE-2026-000001', subject: 'Provision', gross: 3, net: 2.52, tax: 0.48, state: 'issued', has_file: true }],
  })
  const file = (as: string, companyId = firm.id) =>
    `/functions/v1/document?${new URLSearchParams({ companyId, documentId: invoice.id, as })}`
  const pdf = Buffer.from(await (await person.request(file('pdf'), {})).arrayBuffer())
  expect(attachmentOf(pdf, 'buchungen.csv').toString('utf8')).toContain('Erstattung;-38,00;-1,14;-0,18')
  const page = readPdf(pdf).flat(2).join('\n')
  for (const words of [
    'Rechnung RE-2026-000001',
    'Provision für 1 Buchung im November 2026',
    'Bereits mit Ihren Auszahlungen verrechnet.',
    '3,00 €',
  ]) {
    expect(page).toContain(words)
  }
  const xrechnung = await (await person.request(file('xrechnung'), {})).text()
  expect([xrechnung.includes('xrechnung_3.0'), openSchema()(xrechnung)]).toEqual([true, []])
  const other = await makeFirm({ companyName: 'Andere GmbH' })
  const stranger = await passCode(app, await enterAs(app, testApp.newVisitor(), (await makeOwner(app, other.id)).email))
  expect([(await stranger.request(file('pdf'), {})).status, (await stranger.request(file('pdf', other.id), {})).status]).toEqual([404, 404])
  const admin = await enterAsOperator(app, testApp.newVisitor())
  expect((await admin.call('admin-list-documents', { search: 'glanzwerk' })).body).toMatchObject({ total: 1 })
  expect((await admin.request(`/functions/v1/admin-document?documentId=${invoice.id}`, {})).status).toBe(200)
  expect((await admin.call('admin-cancel-document', { documentId: invoice.id, reason: '' })).status).toBe(422)
  expect((await admin.call('admin-cancel-document', { documentId: invoice.id, reason: 'Falsche Anschrift' })).body).toEqual({
    number: 'RK-2026-000001',
  })
  expect((await admin.call('admin-cancel-document', { documentId: invoice.id, reason: 'Falsche Anschrift' })).status).toBe(409)
  await runJobs()
  expect(inbox.mails().map(({ subject }) => subject)).toContain('Stornorechnung RK-2026-000001')
  expect((await admin.call('admin-list-documents', { state: 'cancelled' })).body.rows).toMatchObject([{ number: 'RE-2026-000001' }])
  expect(await documentFaults()).toEqual([])
})

test("a month's documents as one ZIP: complete, byte by byte, read one after the other, and for their company only", async () => {
  const firm = await makeFirm()
  const [owner, other] = [await makeOwner(app, firm.id), await makeFirm({ companyName: 'Andere GmbH' })]
  const ids = [await issueSample(app, firm.id), await issueSample(app, firm.id), await issueSample(app, firm.id)]
  const person = await passCode(app, await enterAs(app, testApp.newVisitor(), owner.email))
  const [month = ''] = (await person.call('list-document-months', { companyId: firm.id })).body.months
  const zip = (companyId: string, of = month) =>
    person.request(`/functions/v1/documents.zip?${new URLSearchParams({ companyId, month: of })}`, {})
  expect((await zip(firm.id)).status).toBe(409)
  for (const id of ids) await renderDocument(app, id)
  const refused = [await zip(firm.id, '2020-01'), await zip(firm.id, '2026-13'), await zip(other.id)]
  expect(refused.map(({ status }) => status)).toEqual([404, 422, 404])
  const { storage } = app
  let reads = 0
  const read: typeof storage.read = (key) => {
    reads += 1
    return storage.read(key)
  }
  app.storage = { ...storage, read }
  const answer = await zip(firm.id)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="belege-${month}.zip"`)
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  expect(reads).toBeLessThan(3)
  const parts = [Buffer.from(first?.value ?? [])]
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) parts.push(Buffer.from(part.value))
  app.storage = storage
  const found = await unzip(Buffer.concat(parts))
  const rows = await listed()
  expect(found.map(({ name }) => name)).toEqual(rows.map(({ number }) => `${number}.pdf`))
  expect(found.map(({ content }) => sha256Of(content))).toEqual(rows.map(({ pdfSha256 }) => pdfSha256))
})

/** Unpacks an archive with a third-party reader. */
async function unzip(content: Buffer) {
  const archive = await fromBufferPromise(content)
  const files: { name: string; content: Buffer }[] = []
  for await (const entry of archive.eachEntry()) {
    files.push({ name: entry.fileName, content: await buffer(await archive.openReadStreamPromise(entry)) })
  }
  return files
}

test('the nightly check finds an edited file, a month without its document and a document without its files', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm()
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  clock.moveTo(berlinInstant('2026-12-01', '05:00'))
  const run = async (name: string) => {
    const { enqueue } = await import('#src/platform/server/jobs.ts')
    await enqueue(app.db, { name, payload: {} })
    await runJobs()
  }
  await run('documents.issueFees')
  const breaks = async () =>
    (await app.db.selectFrom('reconciliationBreaks').select(['kind', 'details']).orderBy('foundAt').execute()).map(({ details }) => details)
  await run('documents.verify')
  expect(await breaks()).toEqual([])
  const [invoice] = await listed()
  const key = `documents/${invoice?.pdfSha256}.pdf`
  await app.storage.put(key, Buffer.from('%PDF-1.7 changed'), 'application/pdf')
  const bare = await makeFirm({ street: null, companyName: 'Ohne Straße' })
  await paid(bare.id, { amountCents: 1_000_000, on: '2026-11-21' })
  clock.moveTo(berlinInstant('2026-12-03', '05:00'))
  await run('documents.verify')
  expect(await breaks()).toMatchObject([
    { number: 'RE-2026-000001', faults: ['pdf'] },
    { companyId: bare.id, month: '2026-11' },
  ])
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.updateTable('documents').set({ renderedAt: null, pdfSha256: null, xmlSha256: null }).execute()
    await tx.deleteFrom('reconciliationBreaks').execute()
  })
  await run('documents.verify')
  expect(await breaks()).toContainEqual({ number: 'RE-2026-000001', faults: ['no files'] })
  // Writes one sample for inspection with other programs.
  const facts = randomDocument('mixed', 3)
  const sample = {
    brandName: 'Handschlag',
    kind: 'customerInvoice',
    isCancellation: false,
    facts,
    xml: writeCii(facts, 'facturx'),
    csv: null,
    madeAt: new Date(0),
  } as const
  if (process.env.SAMPLE) await writeFile(join(process.env.SAMPLE, 'sample.pdf'), await renderDocumentPdf(sample))
})
