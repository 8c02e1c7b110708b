import { describe, expect, test } from 'vitest'
import { randomOf } from '../../../../tests/randomCalendars.ts'
import { openContacts } from '../../../../tests/randomContacts.ts'
import { contactKinds, hideContacts } from './rules.ts'

const { withContact, ordinary } = openContacts(randomOf(20_261_124))

/** True if a part of the contact is still readable in the message. */
const survives = ({ contact, rest }: { contact: string; rest: string }, body: string) => {
  const parts = contact.match(/[\p{L}\p{N}]{4,}/gu) ?? []
  const own = parts.filter((part) => !rest.includes(part) && !/^(mailto|iban)$/i.test(part))
  return body.includes(contact) || own.some((part) => body.includes(part))
}

const decorated = [
  ...['0171 ...... 2345678', '0171      2345678', '0171 ★ 234 ★ 5678', '0171 → 2345678', '0171 § 234 § 5678', '0171%234%5678'],
  ...['0171&234&5678', '0171#234#5678', '0171^2345678', '0171!234!5678', '0171 ♥♥♥♥♥♥ 2345678', '0171 - - - - - 2345678'],
  ...['0171 und 2345678', '0171 (Vorwahl) 2345678', '0171 Punkt 234 Punkt 5678', '0🙂1🙂7🙂1🙂2🙂3🙂4🙂5🙂6', '+ 4 9 1 7 1 2 3 4 5 6 7 8'],
  ...['0 1 7 1   2 3 4   5 6 7 8', '0️⃣1️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', '⓪①⑦①②③④⑤⑥⑦⑧', '0171\n\n2345678'],
]
test.each(decorated)('a decorated number is hidden: %s', (text) => {
  const { body, hidden } = hideContacts(`Rufen Sie mich bitte an, ${text} ist richtig`)
  expect(hidden).toEqual(['phone'])
  expect(body.replace(/[^\d]/g, '')).toBe('')
})

const long = 'x-'.repeat(200)
test.each([`${long}max@web.de`, `.max@web.de`, `....max@web.de`, `(max-at-web.de)`, `max [punkt] muster [at] web [punkt] de`])(
  'an address is hidden whatever stands before it: %s',
  (text) => expect(hideContacts(`Schreiben Sie an ${text} bitte`).hidden).toContain('email'),
)

test.each([
  'Liegenschaft 080 x 200 cm',
  'PLZ 01067, 04109, 08056',
  'nach 01067, 04109 und 06108',
  'zwischen 08 und 10 Uhr',
  '0,5 % und 12.000 €',
  'am 01.02. und 03.04.2026',
])('what is no number stays: %s', (text) => expect(hideContacts(text)).toEqual({ body: text, hidden: [] }))

describe('10,000 random texts', () => {
  test.each(contactKinds)('at least 99 of 100 contacts are hidden: %s', (kind) => {
    const missed: string[] = []
    for (let turn = 0; turn < 1_250; turn++) {
      const written = withContact(kind)
      const { body, hidden } = hideContacts(written.text)
      if (hidden.length === 0 || survives(written, body)) missed.push(`${written.contact} → ${body}`)
    }
    expect(1 - missed.length / 1_250, missed.slice(0, 20).join('\n')).toBeGreaterThanOrEqual(0.99)
  })

  test('at most one ordinary sentence of 200 loses something', () => {
    const alarms: string[] = []
    for (let turn = 0; turn < 5_000; turn++) {
      const text = ordinary()
      const { body, hidden } = hideContacts(text)
      if (hidden.length > 0 || body !== text) alarms.push(`${text} → ${body}`)
    }
    expect(alarms.length / 5_000, alarms.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.005)
  })
})

test.each([
  'Der Stromzähler hat die Nummer 1234567890.',
  'Zählernummer: 01 2345 6789 012',
  'Zähler-Nr. 0312345678',
  'Gaszähler 0712 345678',
  'Zählerstand 0045678912',
  'Gerätenummer 0176543210987',
  'Die Seriennummer lautet 0893456712345',
  'S/N 0441234567890',
  'Vertragsnummer 0211 4567890',
  'Vertragskonto 0301234567',
  'Marktlokation 01234567890',
  'MaLo-ID 50123456789',
  'Mietvertragsnummer 0451 234567',
  'Policennummer 0892345678',
])('numbers of meters, devices and contracts are kept: %s', (text) => expect(hideContacts(text)).toEqual({ body: text, hidden: [] }))
