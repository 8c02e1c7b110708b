import { expect, test } from 'vitest'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { mailDayLists, remindCustomers } from './reminderActions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor } = testApp
const { agreed, appointmentOf, mailsTo, moveBefore, paidBooking, readBooking } = openAppointmentFixtures(testApp)

const subjectsTo = (address: string) => mailsTo(address).map(({ subject }) => subject.split(':')[0])
const remind = async () => {
  await remindCustomers(app)
  await runJobs()
}

test('reminders are sent a day and two hours before, each once, regardless of the number of processes and of outages', async () => {
  const { bookingId, customerEmail, company } = await agreed('kulant')
  await moveBefore(bookingId, 24.1)
  await remind()
  expect(mailsTo(customerEmail)).toEqual([])
  await moveBefore(bookingId, 23.9)
  await Promise.all([remindCustomers(app), remindCustomers(app)])
  await remind()
  const [mail, ...more] = mailsTo(customerEmail)
  expect([mail?.subject.split(':')[0], more]).toEqual(['Erinnerung', []])
  // The two reminders differ in their subject; both contain end, place and cancellation terms.
  expect(mail?.subject).toMatch(/ morgen um 14:00 Uhr$/)
  expect(mail?.text).toMatch(/Termin: .*, 14:00 bis \d\d:\d\d Uhr/)
  expect(mail?.text).toContain('Ort: wie bei der Buchung angegeben')
  expect(mail?.text).toContain('Stornieren: nach Absprache mit dem Anbieter')
  expect(mail?.html).toContain(`href="tel:${company.phone.replace(/[^+\d]/g, '')}"`)
  expect(mail?.text).toContain(company.phone)
  expect(mail?.text).toMatch(/\/buchung\?token=/)
  await moveBefore(bookingId, 2.1)
  await remind()
  expect(mailsTo(customerEmail)).toHaveLength(1)
  // First run after an outage.
  await moveBefore(bookingId, 0.2)
  await remind()
  await remind()
  expect(subjectsTo(customerEmail)).toEqual(['Erinnerung', 'Erinnerung'])
  expect(mailsTo(customerEmail)[0]?.text).toContain('Ihr Termin beginnt bald')
  expect(mailsTo(customerEmail)[0]?.subject).toMatch(/ heute um 14:00 Uhr$/)
})

test('no reminder after the start, and a late first one is skipped for the second', async () => {
  const { bookingId, customerEmail } = await agreed('kulant')
  await moveBefore(bookingId, 1)
  await remind()
  expect(mailsTo(customerEmail).map(({ text }) => text.includes('beginnt bald'))).toEqual([true])
  await moveBefore(bookingId, -0.1)
  await remind()
  expect(mailsTo(customerEmail)).toHaveLength(1)
})

test('a moved appointment is reminded of at its new time only, a cancelled one never', async () => {
  const { key, bookingId, customerEmail, company, owner, ids } = await agreed('kulant')
  const { startsAt } = await appointmentOf(bookingId)
  const day = addDays((await readBooking(bookingId)).bookingDate, 3)
  expect((await newVisitor().call('propose-move', { key, date: day, time: '10:00' })).status).toBe(200)
  await runJobs()
  inbox.clear()
  clock.moveTo(new Date(startsAt.getTime() - 3_600_000))
  await remind()
  expect(mailsTo(customerEmail)).toEqual([])
  await moveBefore(bookingId, 23)
  await remind()
  expect(mailsTo(customerEmail)[0]?.text).toContain('10:00 bis ')
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })).status).toBe(200)
  await runJobs()
  inbox.clear()
  await moveBefore(bookingId, 1)
  await remind()
  await mailDayLists(app)
  await runJobs()
  expect([mailsTo(customerEmail), mailsTo(company.email)]).toEqual([[], []])
})

test('a queued reminder is not sent after its appointment was moved or cancelled', async () => {
  const { key, bookingId, customerEmail, owner, ids } = await agreed('kulant')
  const reminders = () => mailsTo(customerEmail).filter(({ subject }) => subject.startsWith('Erinnerung'))
  await moveBefore(bookingId, 23.9)
  await remindCustomers(app)
  const day = addDays((await readBooking(bookingId)).bookingDate, 3)
  expect((await owner.call('move-appointment', { ...ids, date: day, time: '10:00' })).status).toBe(200)
  const proposal = await app.db.selectFrom('moveProposals').select('id').where('status', '=', 'open').executeTakeFirstOrThrow()
  expect((await newVisitor().call('answer-move', { key, proposalId: proposal.id, answer: 'accept' })).status).toBe(200)
  await runJobs()
  expect(reminders()).toEqual([])
  await moveBefore(bookingId, 23.9)
  await remindCustomers(app)
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })).status).toBe(200)
  await runJobs()
  expect(reminders()).toEqual([])
})

test('cancelled while the reminder is written: no reminder is created afterwards', async () => {
  const { bookingId, customerEmail, owner, ids } = await agreed('kulant')
  await moveBefore(bookingId, 23)
  const [, cancelled] = await Promise.all([remindCustomers(app), owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })])
  expect(cancelled.status).toBe(200)
  await runJobs()
  const before = mailsTo(customerEmail).length
  await remind()
  await moveBefore(bookingId, 1)
  await remind()
  expect(mailsTo(customerEmail)).toHaveLength(before)
})

test('a booking made within a day before its start gets no reminder at once', async () => {
  const { bookingId, customerEmail } = await agreed('kulant')
  const { startsAt } = await appointmentOf(bookingId)
  const updatedAt = new Date(startsAt.getTime() - 20 * 3_600_000)
  await app.db.updateTable('appointments').set({ updatedAt }).where('bookingId', '=', bookingId).execute()
  await moveBefore(bookingId, 19)
  await remind()
  expect(mailsTo(customerEmail)).toEqual([])
  await moveBefore(bookingId, 1.9)
  await remind()
  expect(mailsTo(customerEmail)).toHaveLength(1)
})

test("a company's list of tomorrow at 18:00 on Berlin's clocks, once, in the order of the day, late after an outage", async () => {
  const { bookingId, company } = await agreed('kulant')
  const day = (await readBooking(bookingId)).bookingDate
  await paidBooking(company.id, { date: day, time: '09:00', customerKind: 'business', customerName: 'Früh Vogel' })
  await runJobs()
  inbox.clear()
  const eve = addDays(day, -1)
  const list = async () => {
    await Promise.all([mailDayLists(app), mailDayLists(app)])
    await runJobs()
    return mailsTo(company.email).filter(({ subject }) => subject.startsWith('2 Termine am '))
  }
  clock.moveTo(berlinInstant(eve, '17:55'))
  expect(await list()).toEqual([])
  clock.moveTo(berlinInstant(eve, '18:00'))
  const [mail] = await list()
  expect(mail?.text).toMatch(/09:00 Uhr bis 10:00 Uhr[\s\S]*Früh Vogel[\s\S]*14:00 Uhr bis 15:00 Uhr/)
  expect(await list()).toHaveLength(1)
  // No process ran in the evening.
  await app.db.deleteFrom('dayLists').execute()
  await app.db.deleteFrom('sentMails').execute()
  inbox.clear()
  clock.moveTo(berlinInstant(day, '06:00'))
  expect(await list()).toHaveLength(1)
})
