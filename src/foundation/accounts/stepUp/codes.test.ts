import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { checkCode, issueCode } from './codeActions.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, openSecondServer } = testApp
const secondServer = await openSecondServer()
const owner = { purpose: 'dashboard', subject: 'person-1', sessionId: 'session-1' } as const
const wrongOf = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))

async function issue(of: Parameters<typeof issueCode>[1] = owner) {
  let issued = ''
  await issueCode(app, of, async (_tx, code) => {
    issued = code
  })
  return issued
}

/** Results of parallel checks; thrown refusals as 'refused'. */
const outcomes = async (checks: Promise<boolean>[]) =>
  (await Promise.allSettled(checks)).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))

test('a code has six digits, opens once, and only for its purpose, subject and session', async () => {
  const code = await issue()
  expect(code).toMatch(/^\d{6}$/)
  expect(await checkCode(app, { ...owner, sessionId: 'session-2', code })).toBe(false)
  expect(await checkCode(app, { ...owner, subject: 'person-2', code })).toBe(false)
  expect(await checkCode(app, { ...owner, purpose: 'bankChange', code })).toBe(false)
  expect(await checkCode(app, { ...owner, code })).toBe(true)
  expect(await checkCode(app, { ...owner, code })).toBe(false)
})

test('a code ends after 10 minutes, and a new one kills the old', async () => {
  const first = await issue()
  const second = await issue()
  if (first !== second) expect(await checkCode(app, { ...owner, code: first })).toBe(false)
  later(10 * 60_000 - 5_000)
  expect(await checkCode(app, { ...owner, code: second })).toBe(true)
  const third = await issue()
  later(10 * 60_000 + 1_000)
  expect(await checkCode(app, { ...owner, code: third })).toBe(false)
})

test('the table holds no code, and a copy of it is worth nothing without the key', async () => {
  const code = await issue()
  const rows = await app.db.selectFrom('oneTimeCodes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
  const stranger = { ...app, config: { ...app.config, secretKey: 'another-secret-key-of-32-characters!' } }
  expect(await checkCode(stranger, { ...owner, code })).toBe(false)
})

test('1,000 parallel guesses at one code are at most 5 evaluations, over two servers', async () => {
  const code = await issue()
  const guesses = Array.from({ length: 1_000 }, (_, index) =>
    checkCode(index % 2 ? app : secondServer.app, { ...owner, code: wrongOf(code, index + 1) }),
  )
  expect((await outcomes(guesses)).filter((one) => one !== false)).toEqual([])
  const { tries } = await app.db.selectFrom('oneTimeCodes').select('tries').executeTakeFirstOrThrow()
  const { failures } = await app.db.selectFrom('codeFailures').select('failures').executeTakeFirstOrThrow()
  expect([tries, failures]).toEqual([5, 5])
  expect(await checkCode(app, { ...owner, code })).toBe(false)
})

test('the right code in 50 parallel requests wins once, over two servers', async () => {
  const code = await issue()
  const answers = await outcomes(
    Array.from({ length: 50 }, (_, index) => checkCode(index % 2 ? app : secondServer.app, { ...owner, code })),
  )
  expect(answers.filter((one) => one === true).length).toBe(1)
})

test('fifteen failures an hour over all codes, then even the right code is refused; the next hour is open', async () => {
  let evaluated = 0
  for (let round = 0; round < 4; round += 1) {
    const code = await issue()
    const tries = await outcomes(Array.from({ length: 5 }, (_, index) => checkCode(app, { ...owner, code: wrongOf(code, index + 1) })))
    evaluated += tries.filter((one) => one === false).length
  }
  expect(evaluated).toBe(15)
  const right = await issue()
  await expect(checkCode(app, { ...owner, code: right })).rejects.toMatchObject({ status: 429 })
  later(3_601_000)
  expect(await checkCode(app, { ...owner, code: await issue() })).toBe(true)
})

test('a right code costs no failure', async () => {
  for (let round = 0; round < 20; round += 1) {
    later(121_000)
    expect([round, await checkCode(app, { ...owner, code: await issue() })]).toEqual([round, true])
  }
})

test('five codes in ten minutes, not a sixth', async () => {
  for (let round = 0; round < 5; round += 1) await issue()
  await expect(issue()).rejects.toMatchObject({ status: 429 })
  later(601_000)
  expect(await issue()).toMatch(/^\d{6}$/)
})

test('codes are spread over the whole range', async () => {
  const seen = new Set<string>()
  for (let index = 0; index < 200; index += 1) {
    seen.add((await issue({ ...owner, subject: `person-${index}` })).slice(0, 1))
  }
  expect(seen.size).toBe(10)
})
