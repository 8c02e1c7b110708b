import { expect, test } from 'vitest'
import type { LegalBlock, LegalText } from '#src/foundation/legal/rules.ts'
import { troubleText } from './troubleTexts.ts'
import { verifiedText } from './verifiedTexts.ts'

const facts = { answerHours: 18, newHoldDays: 14, newBookings: 5, newDays: 30 }

const wordsOf = ({ intro, sections }: LegalText) =>
  [...intro, ...sections.flatMap(({ title, blocks }) => [title, ...blocks])].map(wordsOfBlock).join('\n')

function wordsOfBlock(block: LegalBlock): string {
  if (typeof block === 'string') return block
  if ('list' in block) return block.list.join('\n')
  if ('table' in block) return [block.table.head, ...block.table.rows].map((row) => row.join(' | ')).join('\n')
  return ''
}

// Figures on purpose in digits: a changed rule changes what customers are promised, and should be seen here.
test.each([
  'Melden können Sie ab dem Beginn des Termins, 14 Tage lang.',
  'Der Anbieter hat 72 Stunden für seine Antwort.',
  'Sonst haben Sie 7 Tage',
  'Zu einer Buchung sind 3 Meldungen möglich',
  'Kulant | Sie bekommen\nbis 24 Stunden vorher | alles zurück\ndanach bis zum Beginn | nach Absprache mit dem Anbieter',
  'Üblich | Sie bekommen\nbis 24 Stunden vorher | alles zurück\ndanach bis zum Beginn | 50\u00a0% zurück\nSie sind nicht da | 20\u00a0% zurück',
  'Fest | Sie bekommen\nbis 48 Stunden vorher | alles zurück\nbis 24 Stunden vorher | 70\u00a0% zurück\ndanach bis zum Beginn | 50\u00a0% zurück',
  'können 48 Stunden lang widersprechen',
  'Der Termin bleibt dafür 23,5 Stunden reserviert.',
  'Er hat höchstens 18 Stunden.',
  'Auf Ihre Anfrage kommt in 18 Stunden keine Antwort | Es wird nichts abgebucht',
  'innerhalb von 14 Tagen nach der Bestellung',
  'erstatten wir spätestens 14 Tage danach',
  'Bei Catering und Transport mit festem Termin',
  'Frühestens 1 Tag nach dem Termin.',
  'Neue Anbieter warten 14 Tage länger: bei den ersten 5 Buchungen und in den ersten 30 Tagen.',
  'bis zu 3-mal',
])('the page says: %s', (text) => expect(wordsOf(troubleText(facts))).toContain(text))

test('no longer wait of new companies, no sentence about it', () => {
  expect(wordsOf(troubleText({ ...facts, newHoldDays: 0 }))).not.toContain('Neue Anbieter')
})

test.each([
  'Betriebshaftpflicht | Police: Firma, Versicherer, Laufzeit | Ende der Police',
  'Firma, Inhaber, Anschrift | 36 Monate nach der Prüfung',
  '30 Tage vor dem Ende',
  'der letzten 180 Tage',
  'mindestens 75 % beantwortet',
  'erst ab 5 Anfragen oder Kunden',
])('the page about the badge says: %s', (text) => expect(wordsOf(verifiedText())).toContain(text))
