import type { MailMessage } from '#src/platform/server/mail/message.ts'

export type Fixture = Pick<MailMessage, 'subject' | 'blocks' | 'enclosed' | 'calendar'>
/** One fixture of a mail, or several: for both sides, or for the variants of a mail. */
export type Drawn = Fixture | readonly Fixture[] | Readonly<Record<string, Fixture>>
/** One fixture for each mail of a file: a mail without one does not compile. */
export type FixturesOf<Mails> = { [Name in keyof Mails as Name extends `${string}${'Mail' | 'Mails'}` ? Name : never]: () => Drawn }

// Data of the fixtures.
export const publicUrl = 'https://handschlag.example'
export const to = 'kundin@example.com'
export const at = new Date('2026-11-24T08:12:00Z')
export const startsAt = new Date('2026-12-11T13:00:00Z')
export const endsAt = new Date('2026-12-11T15:00:00Z')
export const until = new Date('2026-11-25T13:00:00Z')
export const links = { page: `${publicUrl}/buchung?token=beispiel`, withdrawal: `${publicUrl}/vertrag-widerrufen?token=beispiel` }
export const href = `${publicUrl}/beispiel`
export const id = '0198f0c2-7a51-7d3e-9b1c-5f2289bc5f72'
export const booking = {
  id,
  companyId: id,
  serviceTitle: 'Fensterreinigung, bis 10 Fenster',
  customerName: 'Anneliese Müller-Lüdenscheidt',
  customerEmail: to,
  customerPhone: '0170 1234567',
  location: 'Schmale Gasse 3, 22767 Hamburg',
  description: 'Zehn Fenster im dritten Stock, zwei davon mit Sprossen.\nBitte klingeln Sie bei „Müller“.',
  bookingDate: '2026-12-11',
  bookingTime: '14:00',
  amountCents: 6900,
  agreedWith: null,
}
export const company = {
  companyName: 'Glanzwerk Altona Gebäudereinigung',
  legalForm: 'GmbH',
  email: 'post@glanzwerk-altona.example',
  mailbox: 'post@glanzwerk-altona.example',
  contactPerson: 'Meike Petersen',
  phone: '+49 40 66969101',
}
export const { companyName } = company
export const items = [{ title: 'Fenster', quantity: 1000, unit: 'Stück', unitCents: 690, totalCents: 6900 }]
export const reason = 'In dieser Woche sind alle Leute auf einer Baustelle in Bremen. Wir bitten um Verständnis.'
export const facts = { booking, company, links, publicUrl, until }
export const paid = { booking, company, items, endsAt, at, publicUrl }
