import { expect, test } from 'vitest'
import { z } from 'zod'
import { insideNames, wireName } from '#src/platform/kit/wire.ts'
import { asNamed, describeSchema, toWire } from './wire.ts'

const answer = z.object({
  rows: z.array(z.object({ hourlyRateCents: z.number().nullable(), createdAt: z.date(), details: z.unknown() })),
  bank_code: z.string().optional(),
})
const createdAt = new Date('2026-11-22T10:00:00Z')

test('an answer leaves with the names and the euros of the wire, as deep as its schema goes', () => {
  const rows = [{ hourlyRateCents: 3_450, createdAt, details: { paidCents: 1 } }]
  expect(JSON.parse(JSON.stringify(toWire(answer, { rows, bank_code: 'X' })))).toEqual({
    rows: [{ hourly_rate: 34.5, created_at: '2026-11-22T10:00:00.000Z', details: { paidCents: 1 } }],
    bank_code: 'X',
  })
  expect(toWire(answer, { rows: [{ hourlyRateCents: null }] })).toEqual({ rows: [{ hourly_rate: null }] })
})

test('what the schema does not name stays inside', () => {
  expect(toWire(answer.nullable(), { rows: [], passwordHash: 'x' })).toEqual({ rows: [] })
  expect(toWire(answer.nullable(), null)).toBeNull()
})

test('no object leaves by a schema that cannot say what stays', () => {
  const row = { id: '1', passwordHash: 'x' }
  for (const schema of [z.union([z.object({ id: z.string() }), z.null()]), z.record(z.string(), z.string())])
    expect(() => toWire(schema, row)).toThrow('does not walk')
})

test('an answer whose names are given keeps them', () => {
  expect(toWire(asNamed(z.object({ companyId: z.string() })), { companyId: 'c1' })).toEqual({ companyId: 'c1' })
})

test('the document says what leaves', () => {
  expect(describeSchema(answer, 'output')).toMatchObject({
    properties: { rows: { items: { properties: { created_at: { type: 'string', format: 'date-time' }, hourly_rate: {} } } } },
    required: ['rows'],
  })
  expect(describeSchema(z.object({ companyId: z.string() }), 'input')).toMatchObject({ required: ['companyId'] })
})

test('names come back as they went', () => {
  expect(['companyName', 'vatId', 'serviceRadiusKm', 'amountCents'].map(wireName)).toEqual([
    'company_name',
    'vat_id',
    'service_radius_km',
    'amount',
  ])
  expect(insideNames({ company_name: 'A', service_radius_km: 5 })).toEqual({ companyName: 'A', serviceRadiusKm: 5 })
})
