import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#src/wiring.ts'

/** A value that fails in every comparison and calculation: JavaScript cannot convert it to a number or a text. */
const hostile = { toString: 1, valueOf: 1 }

const schemas = operations.flatMap((one) => ('body' in one && one.body instanceof z.ZodType ? [[one.name, one.body] as const] : []))

/** Names of the top-level fields with their listed values, none for a field without a list. */
function fieldsOf(schema: z.ZodType) {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, one]) => [name, Object(one).enum ?? []] as [string, unknown[]])
}

test('no check over several fields of a body calculates with a field that is invalid by itself', () => {
  expect(schemas.length).toBeGreaterThan(150)
  for (const [name, schema] of schemas) {
    const fields = fieldsOf(schema)
    const allHostile = Object.fromEntries(fields.map(([field]) => [field, hostile]))
    const chosen = fields.flatMap(([field, listed]) => listed.map((value) => ({ ...allHostile, [field]: value })))
    for (const body of [allHostile, ...chosen]) expect(() => schema.safeParse(body), `${name} ${JSON.stringify(body)}`).not.toThrow()
  }
})
