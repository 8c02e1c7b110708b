import { expect, test } from 'vitest'
import { makeCompany } from '../../../tests/factories.ts'
import { openReviewFixtures } from '../../../tests/reviewFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { write } = openReviewFixtures(testApp)

test('five reviews an hour from one place, five for one address', async () => {
  const company = await makeCompany(testApp.app)
  const statuses = async (addressOf: (at: number) => string, ipOf: (at: number) => string) => {
    const answers = []
    for (let at = 0; at < 6; at++) {
      const person = testApp.newVisitor(ipOf(at))
      answers.push((await write(company.id, { customer_email: addressOf(at) }, person)).status)
    }
    return answers
  }
  const fiveThenNone = [200, 200, 200, 200, 200, 429]
  expect(
    await statuses(
      (at) => `k${at}@kunde.example`,
      () => '192.0.2.9',
    ),
  ).toEqual(fiveThenNone)
  expect(
    await statuses(
      () => 'eine@kunde.example',
      (at) => `192.0.2.${at + 20}`,
    ),
  ).toEqual(fiveThenNone)
})
