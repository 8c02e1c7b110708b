import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textOfHtml } from './html.ts'
import { replyTextOf } from './replyText.ts'
import { type InboundMail, inboundMail, isAutomatic, replyAddress, replyLine, tokenFrom, tokensIn } from './rules.ts'

const mail = (fields: Partial<InboundMail> = {}): InboundMail =>
  inboundMail.parse({ recipients: [], returnPath: 'katrin@kunde.example', headers: [], ...fields })
const words = (text: string) => replyTextOf({ text, html: '' })

/** Replies as mail programs format them: all begin with the same two lines and quote our mail below. */
const own = 'Ja, das passt.\n\nBis Dienstag'
const ours = `${replyLine}\n\nSie haben 1 neue Nachricht\n\nGuten Tag, Glanzwerk hat Ihnen geschrieben.`
const quoted = ours.replace(/^/gm, '> ')
test.each([
  ['Gmail', `${own}\n\nAm Di., 24. Nov. 2026 um 10:02 Uhr schrieb Handschlag <\nno-reply@handschlag.example>:\n\n${quoted}`],
  [
    'Apple',
    `${own}\n\nVon meinem iPhone gesendet\n\n> Am 24.11.2026 um 10:02 schrieb Handschlag <no-reply@handschlag.example>:\n>\n${quoted}`,
  ],
  ['Thunderbird', `${own}\n\nAm 24.11.26 um 10:02 schrieb Handschlag:\n${quoted}`],
  [
    'Outlook',
    `${own}\n\nVon: Handschlag <no-reply@handschlag.example>\nGesendet: Dienstag, 24. November 2026 10:02\nAn: Katrin\nBetreff: 1 neue Nachricht\n\nHandschlag\n${ours}`,
  ],
  ['Outlook, English', `${own}\n\n________________________________\nFrom: Handschlag\nSent: Tuesday\nTo: Katrin\n\n${ours}`],
  ['Outlook, old', `${own}\n\n-----Ursprüngliche Nachricht-----\nVon: Handschlag\n\n${ours}`],
  ['a phone', `${own}\r\n\r\nGesendet mit der WEB.DE Mail App\r\n\r\n${ours.replaceAll('\n', '\r\n')}`],
  ['a signature', `${own}\n\n-- \nKatrin Bergmann\nTelefon 0171 2345678\n\n${ours}`],
  ['English', `${own}\n\nOn Tue, Nov 24, 2026 at 10:02 AM Handschlag <no-reply@handschlag.example> wrote:\n\n${quoted}`],
  ['our line alone', `${own}\n\n${ours}`],
])('of an answer by %s stays what was written above', (_program, text) => expect(words(text)).toBe(own))

test('what people write themselves stays', () => {
  for (const gap of ['\n', '\n\n'])
    expect(words(`Am Dienstag passt es.${gap}Am 24.11.2026 um 10:02 schrieb Handschlag <a@b.example>:\n> Alt`)).toBe(
      'Am Dienstag passt es.',
    )
  const text = 'Am Montag schrieb ich Ihnen schon:\ndas Fenster klemmt.\nVon: mir aus gern.\n- erstens\n- zweitens'
  expect(words(text)).toBe(text)
  expect(words(`Zu Ihrer Frage:\n> Haben Sie eine Leiter?\nJa.\n${replyLine}\nalles andere`)).toBe('Zu Ihrer Frage:\nJa.')
})

test.each([
  ['paragraphs', '<p>Ja, gern.</p><p>Bis&nbsp;Dienstag &amp; gr&uuml;&szlig;e</p>', 'Ja, gern.\n\nBis Dienstag & grüße'],
  [
    'Gmail',
    '<div dir="ltr">Ja.</div><br><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">Am Di.</div><blockquote>Alt</blockquote></div>',
    'Ja.',
  ],
  ['Outlook', '<div>Ja.</div><div id="divRplyFwdMsg">Von: x</div>', 'Ja.'],
  ['GMX', '<div>Ja.</div><div name="quote" style="x">Alt</div>', 'Ja.'],
  ['Apple', '<div>Ja.</div><blockquote type="cite">Alt <blockquote>Älter</blockquote> alt</blockquote><div>Danke</div>', 'Ja.\nDanke'],
  ['scripts and styles', '<style>p{}</style><script>alert("</p>")</script><!-- <p>x</p> --><p>Ja.</p><title>y</title>', 'Ja.'],
  ['what is no tag', '5 < 6 &#8364; &#x20ac;&#0;&#9999999; &unbekannt;', '5 < 6 € € &unbekannt;'],
  ['an open comment', 'Ja.<!-- für immer', 'Ja.'],
])('HTML as text: %s', (_what, html, text) => expect(replyTextOf({ text: ' \n', html })).toBe(text))

test('hostile HTML is read once', () => {
  for (const piece of ['<', '<a ', '<div class="', '<!--', '<blockquote>', '&#', '<style>', '</div>', '"\'>']) {
    const html = piece.repeat(200_000 / piece.length)
    expect(textOfHtml(html).length).toBeLessThanOrEqual(html.length)
  }
  for (const piece of ['> ', 'Am 1:1 schrieb ', 'von: ', '_', '- ', '\n', ':'])
    expect(words(piece.repeat(200_000 / piece.length)).length).toBeLessThanOrEqual(200_000)
})

test('a secret survives lower case and brackets, and is found at our domain alone', () => {
  const secret = tokenFrom(Buffer.from('00ff10203040506070809aabbccddeeff0123456', 'hex'))
  expect(secret).toMatch(/^[a-z2-7]{32}$/)
  const address = replyAddress(secret, 'Antwort.example')
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const found = (...recipients: string[]) => tokensIn(mail({ recipients }), 'antwort.EXAMPLE')
  expect(found(address, `<${address.toUpperCase()}>`, 'post@antwort.example')).toEqual([secret])
  expect(found(`t-${secret}@anderswo.example`, `x-${secret}@antwort.example`, `t-${secret}a@antwort.example`)).toEqual([])
})

test.each([
  [{ returnPath: '' }],
  [{ returnPath: '<>' }],
  [{ returnPath: 'MAILER-DAEMON@mx.example' }],
  [{ headers: [{ name: 'auto-submitted', value: 'auto-replied' }] }],
  [{ headers: [{ name: 'Auto-Submitted', value: 'auto-generated; x' }] }],
  [{ headers: [{ name: 'Precedence', value: 'Bulk' }] }],
  [{ headers: [{ name: 'X-Autoreply', value: 'yes' }] }],
  [{ headers: [{ name: 'Content-Type', value: 'multipart/report; report-type=delivery-status' }] }],
  [{ headers: [{ name: 'X-Auto-Response-Suppress', value: 'All' }] }],
  [{ headers: [{ name: 'X-MS-Exchange-Generated-Message-Source', value: 'Mailbox Rules Agent' }] }],
])('a machine wrote %j', (fields) => expect(isAutomatic(mail(fields))).toBe(true))

test.each([
  'Automatische Antwort: Ihr Termin',
  'AW: Automatische Antwort: Ihr Termin',
  'Abwesenheitsnotiz: Ihr Termin',
  'Abwesend: Ihr Termin',
  'Ich bin im Urlaub',
  'Out of Office: Termin',
  'Automatic reply: Termin',
  'Réponse automatique : rendez-vous',
  'Respuesta automática: cita',
  'Risposta automatica: appuntamento',
  'Automatisch antwoord: afspraak',
  'Automatyczna odpowiedź: termin',
  'Автоматический ответ: встреча',
  'Otomatik Yanıt: randevu',
  'Unzustellbar: Ihr Termin',
])('a note of absence is known by its subject: %s', (value) => {
  expect(isAutomatic(mail({ headers: [{ name: 'Subject', value }] }))).toBe(true)
})

test('a person wrote the others', () => {
  expect(isAutomatic(mail())).toBe(false)
  expect(isAutomatic(mail({ headers: [{ name: 'Auto-Submitted', value: 'no' }] }))).toBe(false)
  for (const value of [
    'Re: Ihr Termin',
    'Frage zum automatischen Tor',
    'Büro streichen',
    'Automatikuhr',
    'Urlaub: neuer Termin?',
    'Re: Ooops',
  ]) {
    expect([value, isAutomatic(mail({ headers: [{ name: 'Subject', value }] }))]).toEqual([value, false])
  }
})

test('the mails that can be answered say the line that is looked for', () => {
  expect(words(`Ja.\n${replyLine}\nalt`)).toBe('Ja.')
  expect(readFileSync('docs/spec.md', 'utf8')).toContain(replyLine)
})

test.each([
  [
    'Outlook for iOS',
    '________________________________\nVon: Handschlag <t-x@antwort.example>\nGesendet: Dienstag, 24. November 2026 10:00',
  ],
  [
    'Outlook for iOS, without a rule',
    'Von: Handschlag <t-x@antwort.example>\nDatum: Dienstag, 24. November 2026 um 10:00\nAn: Erika <e@kunde.example>\nBetreff: Nachricht',
  ],
  ['Outlook for iOS, one line', 'Handschlag <t-x@antwort.example> schrieb am Di. 24. Nov. 2026 um 10:00:'],
  ['Zoho', '---- Am Di., 24 Nov. 2026 10:00:00 +0100 Handschlag <t-x@antwort.example> schrieb ----'],
  ['Zoho, English', '---- On Tue, 24 Nov 2026 10:00:00 +0100 Handschlag <t-x@antwort.example> wrote ----'],
  ['Proton', 'Handschlag <t-x@antwort.example> schrieb am Dienstag, 24. November 2026 um 10:00:'],
  ['Proton, day first', 'Dienstag, 24. November 2026 10:00, Handschlag <t-x@antwort.example> schrieb:'],
  [
    'Proton, English',
    '-------- Original Message --------\nOn Tuesday, November 24th, 2026 at 10:00, Handschlag <t-x@antwort.example> wrote:',
  ],
  ['GMX', 'Gesendet: Dienstag, 24. November 2026 um 10:00\nVon: Handschlag <t-x@antwort.example>\nAn: e@kunde.example\nBetreff: Nachricht'],
  ['a date in numbers', '24.11.2026 10:00, Handschlag <t-x@antwort.example> schrieb:'],
  ['French Outlook', 'De : Handschlag <t-x@antwort.example>\nEnvoyé : mardi 24 novembre 2026 10:00\nÀ : e@kunde.example\nObjet : Message'],
])('the attribution of %s is cut', (_program, attribution) => {
  expect(words(`Der Dienstag passt.\n\n${attribution}\n\nalter Text`)).toBe('Der Dienstag passt.')
})

test('what a person says of mails and days stays', () => {
  for (const text of [
    'Di 24.11. um 10:00 passt mir gut:\nbitte klingeln.',
    'Mein Mann schrieb Ihnen schon:\ner kommt um zehn.',
    'Von: mir aus gern.',
  ])
    expect(words(text)).toBe(text)
})
