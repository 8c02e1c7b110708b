import { beforeEach, expect, test } from 'vitest'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { openSubscriptionFixtures } from '../../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { issueFees } from './actions.ts'

const testApp = await openTestApp()
const { app, inbox, runJobs } = testApp
const { mayIssue, listed } = openDocumentFixtures(testApp)
const { subscribed, call, listen } = openSubscriptionFixtures(testApp)
beforeEach(listen)

test("a paid plan has one invoice, the operator's: only this is mailed, and the dashboard does not link the PSP's PDF", async () => {
  const owner = await subscribed('basic')
  const bills = async () => (await call(owner, 'get-subscription')).body.invoices
  expect(await bills()).toMatchObject([{ status: 'paid', url: expect.stringContaining('/pdf'), is_invoiced: false }])
  await mayIssue(berlinDay(app.now()).slice(0, 7))
  await app.db.updateTable('companies').set({ street: 'Weg 1', postcode: '22767' }).execute()
  await issueFees(app)
  await runJobs()
  const [invoice, ...others] = await listed()
  expect(others).toEqual([])
  expect(await bills()).toMatchObject([{ status: 'paid', url: null, is_invoiced: true }])
  const papers = inbox.mails().filter(({ subject, text }) => /Rechnung/.test(subject) || /invoice\.stripe|\/pdf/.test(text))
  expect(papers.map(({ subject }) => subject)).toEqual([`Rechnung ${invoice?.number}`])
})
