import { expect, test } from 'vitest'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { inbox, runJobs, newVisitor } = testApp
const { agreed, mailsTo } = openAppointmentFixtures(testApp)

const propertyOf = (file: string | undefined, name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(file ?? '')?.[1]?.trim()
const calendarOf = (mail: ReturnType<typeof mailsTo>[number] | undefined) =>
  mail?.attachments.find(({ mimeType }) => mimeType.startsWith('text/calendar'))?.text

test('cancelled: both mails attach a file that removes the entry of earlier mails', async () => {
  const { key, bookingId, customerEmail, company, owner, ids } = await agreed('kulant')
  const day = '2026-12-09'
  expect((await owner.call('move-appointment', { ...ids, date: day, time: '10:00' })).status).toBe(200)
  const { proposal } = (await newVisitor().call('get-booking', key)).body.appointment
  expect((await newVisitor().call('answer-move', { key, proposalId: proposal.id, answer: 'accept' })).status).toBe(200)
  await runJobs()
  const moved = calendarOf(mailsTo(customerEmail).find(({ subject }) => subject.includes('verschoben')))
  inbox.clear()
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })).status).toBe(200)
  await runJobs()
  for (const address of [customerEmail, company.email]) {
    const mail = mailsTo(address).find(({ subject }) => subject.includes('storniert'))
    const content = calendarOf(mail)
    expect([propertyOf(content, 'METHOD'), propertyOf(content, 'STATUS')]).toEqual(['CANCEL', 'CANCELLED'])
    expect(propertyOf(content, 'UID')).toBe(propertyOf(moved, 'UID'))
    expect(propertyOf(content, 'UID')).toContain(bookingId)
    expect(Number(propertyOf(content, 'SEQUENCE'))).toBeGreaterThan(Number(propertyOf(moved, 'SEQUENCE')))
  }
})
