import { z } from 'zod'
import { eurosOf } from '#src/kit/money.ts'
import { wireName } from '#src/kit/wire.ts'

/** The schema of an answer whose names docs/spec.md#calls writes in camelCase, or whose content is not ours to name: nothing is renamed. */
export const asNamed = <Answer extends z.ZodType>(answer: Answer) => Object.assign(answer, { isAsNamed: true as const })

/**
 * An answer as its schema says, with the names and units of the wire; fields that the schema does not name are dropped. JSON writes the
 * Dates.
 */
export function toWire(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return toWire(schema.unwrap(), value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((one) => toWire(schema.element, one))
  if (schema instanceof z.ZodUnknown || !isRecord(value) || (schema instanceof z.ZodType && 'isAsNamed' in schema)) return value
  // A record or a union would let every field of a row out.
  if (!(schema instanceof z.ZodObject)) throw new Error('an answer holds objects of a kind that toWire does not walk')
  const written: Record<string, unknown> = {}
  for (const { name, wire, one, isAmount } of fieldsOf(schema)) {
    if (value[name] !== undefined) written[wire] = isAmount ? inEuros(value[name]) : toWire(one, value[name])
  }
  return written
}

type Field = { name: string; wire: string; one: unknown; isAmount: boolean }
const fields = new WeakMap<z.ZodObject, Field[]>()

/** Worked out once for each schema: a list has the same names in every row. */
function fieldsOf(schema: z.ZodObject) {
  const known =
    fields.get(schema) ??
    Object.entries(schema.shape).map(([name, one]) => ({ name, wire: wireName(name), one, isAmount: name.endsWith('Cents') }))
  fields.set(schema, known)
  return known
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
const inEuros = (cents: unknown) => (typeof cents === 'number' ? eurosOf(cents) : cents)

/**
 * A schema as the document shows it; `output` is an answer, with the names and units of the wire. Types that JSON Schema cannot express
 * become "anything".
 */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') return
      if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, moment)
      if (!jsonSchema.properties || 'isAsNamed' in zodSchema) return
      jsonSchema.properties = Object.fromEntries(Object.entries(jsonSchema.properties).map(([name, one]) => [wireName(name), one]))
      if (jsonSchema.required) jsonSchema.required = jsonSchema.required.map(wireName)
    },
  })
  return written
}

const { $schema: _dialect, ...moment } = z.toJSONSchema(z.iso.datetime())
