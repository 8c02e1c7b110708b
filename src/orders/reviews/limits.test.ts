import { expect, test } from 'vitest'
import { makeCompany } from '../../../tests/factories.ts'
import { openReviewScenes } from '../../../tests/reviewScenes.ts'
import { openWorld } from '../../../tests/world.ts'

const world = await openWorld({ LIMITS_FACTOR: '1' })
const { write } = openReviewScenes(world)

test('five reviews an hour from one place, five for one address', async () => {
  const company = await makeCompany(world.app)
  const statuses = async (addressOf: (at: number) => string, ipOf: (at: number) => string) => {
    const answers = []
    for (let at = 0; at < 6; at++) {
      const person = world.newVisitor(ipOf(at))
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
