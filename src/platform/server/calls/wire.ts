import { z } from 'zod'
import { eurosOf } from '#src/platform/kit/money.ts'
import { wireName } from '#src/platform/kit/wire.ts'

/**
 * Marks the schema of a response whose names docs/spec.md#calls writes in camelCase, or whose content is not ours to name: nothing is
 * renamed.
 */
export const asNamed = <Answer extends z.ZodType>(answer: Answer) => Object.assign(answer, { isAsNamed: true as const })

/**
 * Converts a response by its schema to the names and units of the wire; fields that the schema does not name are dropped. JSON writes the
 * Dates.
 */
export const toWire = (schema: z.ZodType, value: unknown): unknown => writerOf(schema)(value)

type Writer = (value: unknown) => unknown
const writers = new WeakMap<object, Writer>()

/** Made once for each schema: all rows of a list have the same fields, and inspecting a schema takes longer than writing a text. */
function writerOf(schema: object): Writer {
  const writer = writers.get(schema) ?? makeWriter(schema)
  writers.set(schema, writer)
  return writer
}

function makeWriter(schema: object): Writer {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return writerOf(Object(schema.unwrap()))
  if (schema instanceof z.ZodUnknown || 'isAsNamed' in schema) return (value) => value
  if (schema instanceof z.ZodArray) {
    const write = writerOf(Object(schema.element))
    return (value) => (Array.isArray(value) ? value.map(write) : withoutRecord(value))
  }
  if (!(schema instanceof z.ZodObject)) return withoutRecord
  const fields = Object.entries<object>(schema.shape).map(([name, one]) => {
    return { name, wire: wireName(name), write: name.endsWith('Cents') ? inEuros : writerOf(one) }
  })
  return (value) => {
    if (!isRecord(value)) return value
    const written: Record<string, unknown> = {}
    for (const { name, wire, write } of fields) if (value[name] !== undefined) written[wire] = write(value[name])
    return written
  }
}

/** A record or a union would let every field of a row through. */
function withoutRecord(value: unknown) {
  if (isRecord(value)) throw new Error('an answer holds objects of a kind that toWire does not walk')
  return value
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
const inEuros = (cents: unknown) => (typeof cents === 'number' ? eurosOf(cents) : cents)

/**
 * Returns a schema for the OpenAPI document; `output` is a response, with the names and units of the wire. Types that JSON Schema cannot
 * express become "anything".
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
