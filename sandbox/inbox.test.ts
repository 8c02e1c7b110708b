import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signMail } from './answers.ts'
import { json, listen } from './http.ts'
import { type Inbox, openInbox } from './inbox.ts'

let inbox: Inbox
beforeEach(async () => {
  inbox = await openInbox({ smtpPort: 0, pagePort: 0 })
})
afterEach(() => inbox.close())

const send = (mail: SendMailOptions = {}) => nodemailer.createTransport(inbox.smtpUrl).sendMail({ ...confirmation, ...mail })
const page = async (path = '/') => (await fetch(inbox.pageUrl + path)).text()
const mailsJson = async (query = '') => (await fetch(`${inbox.pageUrl}/mails.json${query}`)).json()

const confirmation: SendMailOptions = {
  from: '"Handschlag" <post@handschlag.example>',
  to: '"Käthe Bergmann" <kaethe@kunde.example>',
  subject: 'Ihre Buchung ist bestätigt – Grüße',
  text: 'Hallo Käthe,\nIhr Termin: https://handschlag.example/buchung?id=1&s=2\n',
  html: '<html><head><title>x</title></head><body><p>Hallo Käthe, <a href="https://handschlag.example/buchung">zur Buchung</a><img src="cid:mark"></p><script>alert(1)</script></body></html>',
  messageId: '<booking-1-confirmed@handschlag.example>',
  attachments: [{ filename: 'mark.png', content: Buffer.from('89504e47', 'hex'), cid: 'mark' }],
}

test('a mail arrives with everything the tests ask for', async () => {
  await send()
  const [mail] = await mailsJson()
  expect(mail).toMatchObject({
    to: 'kaethe@kunde.example',
    from: 'post@handschlag.example',
    subject: 'Ihre Buchung ist bestätigt – Grüße',
    messageId: '<booking-1-confirmed@handschlag.example>',
  })
  expect(mail.text).toContain('Ihr Termin: https://handschlag.example/buchung?id=1&s=2')
  expect(mail.html).toContain('data:image/png;base64,iVBORw==')
  expect(Math.abs(Date.parse(mail.at) - Date.now())).toBeLessThan(10_000)
  expect(inbox.mails()).toEqual(await mailsJson())
})

test('mails are listed newest first, filtered by address and by what is known already, and cleared', async () => {
  await send({ subject: 'erste' })
  await send({ subject: 'zweite', to: 'Anbieter@firma.example' })
  expect((await mailsJson()).map((one: { subject: string }) => one.subject)).toEqual(['zweite', 'erste'])
  expect((await mailsJson('?to=anbieter@FIRMA.example')).map((one: { subject: string }) => one.subject)).toEqual(['zweite'])
  const [second, first] = await mailsJson()
  expect(await mailsJson(`?after=${first.id}`)).toEqual([second])
  expect(await mailsJson(`?after=${second.id}`)).toEqual([])
  expect(await mailsJson('?after=unknown')).toEqual([second, first])
  const list = await page()
  expect(list.indexOf('zweite')).toBeLessThan(list.indexOf('erste'))
  await fetch(`${inbox.pageUrl}/mails.json`, { method: 'DELETE' })
  expect(await mailsJson()).toEqual([])
  expect(await page()).toContain('Noch keine E-Mails')
})

test('the page shows text, headers and the HTML shut in a frame', async () => {
  await send({ subject: '<b>fett</b>' })
  const [mail] = inbox.mails()
  const shown = await page(`/mails/${mail?.id}`)
  expect(shown).toContain('&lt;b&gt;fett&lt;/b&gt;')
  expect(shown).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(shown).toContain('href="https://handschlag.example/buchung?id=1&amp;s=2" target="_blank"')
  expect(shown).toContain('Message-ID: &lt;booking-1-confirmed@handschlag.example&gt;')
  const frame = await fetch(`${inbox.pageUrl}/mails/${mail?.id}/html`)
  expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(frame.headers.get('content-security-policy')).not.toContain('allow-scripts')
  expect(await frame.text()).toContain('<head><base target="_blank">')
  expect((await fetch(`${inbox.pageUrl}/mails/none`)).status).toBe(404)
})

test('refuses as often as asked, then takes', async () => {
  await fetch(`${inbox.pageUrl}/__control/refuse`, { method: 'POST', body: JSON.stringify({ times: 2 }) })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  expect(inbox.mails()).toEqual([])
  await send()
  expect(inbox.mails()).toHaveLength(1)
})

test('mails survive in the state file until they are cleared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'))
  const stateFile = join(folder, 'state', 'inbox.jsonl')
  await inbox.close()
  inbox = await openInbox({ smtpPort: 0, pagePort: 0, stateFile })
  await send()
  const before = inbox.mails()
  await inbox.close()
  inbox = await openInbox({ smtpPort: 0, pagePort: 0, stateFile })
  expect(inbox.mails()).toEqual(before)
  inbox.clear()
  await inbox.close()
  inbox = await openInbox({ smtpPort: 0, pagePort: 0, stateFile })
  expect(inbox.mails()).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a mail that names where answers go is answered with what it said, quoted, signed and handed over', async () => {
  const taken: { body: string; headers: unknown }[] = []
  const product = await listen(0, async ({ body, headers }) => {
    taken.push({ body, headers })
    return json(taken.length === 1 ? 200 : 400, {})
  })
  const answering = { url: `http://127.0.0.1:${product.port}/webhooks/mail`, secret: 'geheim' }
  const other = await openInbox({ smtpPort: 0, pagePort: 0, answering })
  const transport = nodemailer.createTransport(other.smtpUrl)
  await transport.sendMail({ ...confirmation, replyTo: 't-geheim@antwort.example' })
  await transport.sendMail(confirmation)
  const [without, mail] = other.mails()
  const shown = async (id: string | undefined) => (await fetch(`${other.pageUrl}/mails/${id}`)).text()
  expect([mail?.replyTo, await shown(mail?.id), await shown(without?.id)]).toEqual([
    't-geheim@antwort.example',
    expect.stringContaining('Auf diese E-Mail antworten'),
    expect.not.stringContaining('Auf diese E-Mail antworten'),
  ])
  const answer = async (id: string | undefined) =>
    (await fetch(`${other.pageUrl}/mails/${id}/answer`, { method: 'POST', body: new URLSearchParams({ text: 'Gern.' }) })).text()
  expect(await answer(mail?.id)).toContain('Die Antwort wurde übergeben.')
  const form = new FormData()
  form.set('text', 'Mit Bild.')
  form.append('files', new File([new Uint8Array([0, 255, 128])], 'küche.png', { type: 'image/png' }))
  form.append('files', new File([], ''))
  const refused = await (await fetch(`${other.pageUrl}/mails/${mail?.id}/answer`, { method: 'POST', body: form })).text()
  expect(refused).toContain('Die Antwort wurde nicht angenommen.')
  expect(JSON.parse(taken[1]?.body ?? '').files).toEqual([{ name: 'küche.png', type: 'image/png', content: 'AP+A' }])
  expect(await answer(without?.id)).toContain('Diese E-Mail gibt es nicht.')
  const [{ body, headers } = { body: '', headers: {} }] = taken
  expect(JSON.parse(body)).toMatchObject({ recipients: ['t-geheim@antwort.example'], returnPath: 'kaethe@kunde.example', files: [] })
  expect(JSON.parse(body).text).toMatch(/^Gern\.\n\nAm .* schrieb post@handschlag\.example:\n\n> Hallo Käthe,\n> Ihr Termin/)
  const at = Number(Object(headers)['x-mail-timestamp'])
  expect(headers).toMatchObject(signMail(body, { secret: 'geheim', now: new Date(at * 1_000) }))
  await other.close()
  await product.close()
})
