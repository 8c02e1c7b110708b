import { describe, expect, test } from 'vitest'
import { decodeForm } from './formBody.ts'
import { readParams } from './params.ts'
import { findResponseErrors } from './responseCheck.ts'
import { loadOwnSchema, operations } from './server.ts'
import { resolveShape } from './shapes.ts'
import { openTestSandbox } from './testSandbox.ts'

const schema = loadOwnSchema()

describe('the schema derived from the SDK', () => {
  test('knows verb and path of every operation served', () => {
    expect(Object.keys(schema.operations)).toEqual(operations.map((one) => one.name))
    expect(schema.operations['Checkout/Sessions.expire']).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions/:id/expire' })
    expect(schema.operations['WebhookEndpoints.del']).toMatchObject({ method: 'DELETE', path: '/v1/webhook_endpoints/:id' })
    expect(schema.operations['Checkout/Sessions.list']?.isList).toBe(true)
    expect([schema.sdk, schema.apiVersion]).toEqual(['23.1.0', '2026-10-28.endive'])
  })

  test('says which fields are required, which may be null, and what an enumeration holds', () => {
    const session = resolveShape(schema.definitions, { ref: 'resources/Checkout/Sessions#Session' })
    if (typeof session !== 'object' || !('fields' in session)) throw new Error('no fields')
    expect(session.fields.url).toEqual({ shape: { anyOf: ['string', 'null'] } })
    expect(session.fields.line_items?.optional).toBe(true)
    expect(resolveShape(schema.definitions, session.fields.payment_status?.shape ?? 'any')).toEqual({
      enum: ['no_payment_required', 'paid', 'unpaid'],
      open: true,
    })
    expect(Object.keys(session.fields).length).toBeGreaterThan(50)
  })

  test('names what an SDK no longer has', async () => {
    const { loadSchema } = await import('./schema.ts')
    expect(() => loadSchema(['Checkout/Sessions.gift'], [])).toThrow('The Stripe SDK has no operation Checkout/Sessions.gift')
  })
})

describe('the check of answers', () => {
  test('finds a missing, an unknown and a wrong field', async () => {
    const sandbox = await openTestSandbox()
    const session = JSON.parse(JSON.stringify(await sandbox.createSession()))
    await sandbox.close()
    const shape = { ref: 'resources/Checkout/Sessions#Session' }
    expect(findResponseErrors(schema.definitions, shape, session)).toEqual([])
    const { url: _, ...without } = session
    expect(findResponseErrors(schema.definitions, shape, without)).toEqual(['answer.url: missing'])
    expect(findResponseErrors(schema.definitions, shape, { ...session, farbe: 'rot' })).toEqual(['answer.farbe: unknown field'])
    expect(findResponseErrors(schema.definitions, shape, { ...session, amount_total: '138' })).toEqual([
      'answer.amount_total: no alternative fits "138"',
    ])
    expect(findResponseErrors(schema.definitions, shape, { ...session, mode: 'gift' })).toEqual([
      'answer.mode: "gift" is not one of payment, setup, subscription',
    ])
    expect(findResponseErrors(schema.definitions, shape, { ...session, automatic_tax: { enabled: true } })).toContain(
      'answer.automatic_tax.status: missing',
    )
  })
})

describe('form bodies', () => {
  test('are read as nested groups', () => {
    expect(decodeForm('a=1&b[c]=2&b[d][0][e]=3&expand[]=x&expand[]=y')).toEqual({
      a: '1',
      b: { c: '2', d: { 0: { e: '3' } } },
      expand: { 0: 'x', 1: 'y' },
    })
  })

  test('do not reach into prototypes', () => {
    const form = decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    const shape = schema.operations['Customers.create']?.params ?? null
    expect(() => readParams({ form, shape, definitions: schema.definitions, implemented: [] })).toThrow(
      'Received unknown parameters: __proto__, constructor',
    )
  })
})
