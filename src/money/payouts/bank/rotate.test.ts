import { expect, test } from 'vitest'
import { decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { accounts, openBankFixture } from '../../../../tests/bankFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { rotateKeys } from './rotateActions.ts'

const oldKey = { id: 'k1', secret: 'Qm5tZx8cVb2nMk4jHg7fDs1aPo3iUy6r' }
const newKey = { id: 'k2', secret: 'Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a' }
const testApp = await openTestApp({ DATA_KEYS: `${oldKey.id}:${oldKey.secret}` })
const { app } = testApp
const under = (...dataKeys: (typeof oldKey)[]) => ({ ...app, config: { ...app.config, dataKeys } })

/** Key ids of all encrypted columns. */
async function keysInUse() {
  const details = await app.db.selectFrom('bankDetails').select('sealed').execute()
  const changes = await app.db.selectFrom('bankChanges').select(['sealed', 'previousSealed']).execute()
  const texts = [...details, ...changes].flatMap((row) => Object.values(row)).filter((text) => typeof text === 'string')
  return texts.map((text) => text.split('.')[0]).sort()
}

test('everything sealed is sealed anew; without the old key it is still readable', async () => {
  const fixture = await openBankFixture(testApp)
  await fixture.change(accounts.first)
  await fixture.change(accounts.second)
  await fixture.request(accounts.first)
  expect(await keysInUse()).toEqual(['k1', 'k1', 'k1', 'k1', 'k1'])
  expect(await rotateKeys(under(newKey, oldKey))).toEqual({ resealed: 5, unreadable: 0 })
  expect(await keysInUse()).toEqual(['k2', 'k2', 'k2', 'k2', 'k2'])
  expect(await rotateKeys(under(newKey, oldKey))).toEqual({ resealed: 0, unreadable: 0 })
  const token = await fixture.confirmToken()
  app.config.dataKeys.splice(0, 1, newKey)
  try {
    expect((await fixture.read()).bank_details.account_holder).toBe(accounts.second.account_holder)
    expect((await testApp.newVisitor().call('verify-bank-update', { token })).status).toBe(200)
    expect((await fixture.read()).bank_details.account_holder).toBe(accounts.first.account_holder)
  } finally {
    app.config.dataKeys.splice(0, 1, oldKey)
  }
})

test('a rotation that was cut off goes on when it is started again; texts that no key opens are counted and left alone', async () => {
  for (let index = 0; index < 3; index += 1) await (await openBankFixture(testApp)).change(accounts.first)
  const [one, another] = await app.db.selectFrom('bankDetails').select(['companyId', 'sealed']).execute()
  await app.db
    .updateTable('bankDetails')
    .set({ sealed: another?.sealed ?? '' })
    .where('companyId', '=', one?.companyId ?? '')
    .execute()
  const cutOff = { ...under(newKey, oldKey), random: failAfter(2) }
  await expect(rotateKeys(cutOff)).rejects.toThrow('cut off')
  expect((await keysInUse()).filter((id) => id === 'k2')).toHaveLength(2)
  expect(await rotateKeys(under(newKey, oldKey))).toEqual({ resealed: 3, unreadable: 1 })
  expect((await keysInUse()).filter((id) => id === 'k1')).toHaveLength(1)
})

function failAfter(times: number) {
  let left = times
  return (bytes: number) => {
    if (left === 0) throw new Error('cut off')
    left -= 1
    return app.random(bytes)
  }
}

test('a sealed text opens in its place only, unchanged, and with the key it names', () => {
  const sealed = encryptText(app, { purpose: 'bank', bound: 'a', text: 'geheim' })
  const changed = `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`
  expect(sealed).toMatch(/^k1\.[\w-]+$/)
  expect(decryptText(app, { purpose: 'bank', bound: 'a', sealed })).toBe('geheim')
  expect(decryptText(under(newKey, oldKey), { purpose: 'bank', bound: 'a', sealed })).toBe('geheim')
  expect(() => decryptText(app, { purpose: 'bank', bound: 'b', sealed })).toThrow()
  expect(() => decryptText(app, { purpose: 'mail', bound: 'a', sealed })).toThrow()
  expect(() => decryptText(app, { purpose: 'bank', bound: 'a', sealed: changed })).toThrow()
  expect(() => decryptText(under(newKey), { purpose: 'bank', bound: 'a', sealed })).toThrow("no key 'k1'")
  expect(() => decryptText(under(newKey), { purpose: 'bank', bound: 'a', sealed: sealed.replace('k1', 'k2') })).toThrow()
})
