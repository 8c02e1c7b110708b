import fc from 'fast-check'

/** Subset of JSON Schema that zod writes. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/**
 * Generates values for a schema: mostly valid, sometimes wrong as in buggy programs: another type, far too long, texts that no database
 * stores. Objects of the fixture are placeholders («companyId»), so that the same seed gives the same requests.
 */
export const wordsFor = (schema: Schema, name: string): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 24, arbitrary: rightOf(schema, name) }, { weight: 1, arbitrary: fc.constantFrom(...wrongValues) })

function rightOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => rightOf(one, name)))
  if (schema.allOf) return fc.tuple(...schema.allOf.map((one) => rightOf(one, name))).map((parts) => Object.assign({}, ...parts))
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'array') {
    return fc.array(wordsFor(schema.items ?? {}, name), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 12) })
  }
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return schema.type === 'string' ? textOf(schema, name) : fc.oneof(textOf(schema, name), fc.constantFrom(...wrongValues))
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isThere = required.includes(name) ? { weight: 60, arbitrary: fc.constant(true) } : { weight: 2, arbitrary: fc.constant(true) }
    return fc.tuple(fc.constant(name), wordsFor(schema, name), fc.oneof(isThere, { weight: 1, arbitrary: fc.constant(false) }))
  })
  return fc.tuple(...fields).map((all) => Object.fromEntries(all.filter(([, , isThere]) => isThere).map(([name, value]) => [name, value])))
}

const numberOf = ({ minimum = -10, maximum = 10_000 }: Schema) =>
  fc.oneof(
    fc.constantFrom(minimum, Math.min(maximum, 1e9), 0, 1, 5, 12.5, -0, 0.1 + 0.2),
    fc.integer({ min: Math.max(-1e9, Math.ceil(minimum)), max: Math.min(1e9, Math.floor(maximum)) }),
  )

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema, name: string): fc.Arbitrary<unknown> {
  const right = known[name] ?? (format ? known[format] : undefined)
  const free = fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 300), maxLength: Math.min(maxLength, 400) })
  const bent = fc.tuple(free, fc.constantFrom(...badTexts), free).map((parts) => parts.join(''))
  const typed = pattern && !format ? matching(pattern) : free
  if (right)
    return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: typed }, { weight: 1, arbitrary: bent })
  return fc.oneof({ weight: 4, arbitrary: typed }, { weight: 1, arbitrary: bent })
}

/** Uses any text for patterns that the library cannot generate from (lookahead). */
function matching(pattern: string) {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return fc.string()
  }
}

const uuids = [
  '«companyId»',
  '«bookingId»',
  '«reviewId»',
  '«attachmentId»',
  '«messageId»',
  '«reportId»',
  '«withdrawalId»',
  '«mailingId»',
  '«payoutId»',
]
const company = ['«companyId»', '«companyId»', '«companyId»', '«otherCompanyId»', '00000000-0000-0000-0000-000000000000']
const days = ['«day»', '«day»', '«today»', '2024-02-30', '0000-01-01', '9999-12-31']
const emails = ['«email»', 'neu@kunde.example', 'wer@anbieter.example', '«ownerEmail»']

/** Valid values for a field by its name or format. */
const known: Record<string, string[]> = {
  uuid: [...uuids, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  email: emails,
  date: days,
  uri: ['https://markt.example', 'http://localhost:3000/auth/reset', 'javascript:alert(1)', '«origin»/auth/reset'],
  companyId: company,
  company_id: company,
  company_id_param: company,
  bookingId: ['«bookingId»', '«otherBookingId»'],
  booking_id: ['«bookingId»'],
  sessionId: ['«sessionId»', '«otherSessionId»'],
  reviewId: ['«reviewId»'],
  withdrawalId: ['«withdrawalId»'],
  messageId: ['«messageId»'],
  reportId: ['«reportId»'],
  mailingId: ['«mailingId»'],
  attachmentId: ['«attachmentId»'],
  payoutId: ['«payoutId»'],
  token: ['«token»', 'x'.repeat(43)],
  to: emails,
  from: days,
  booking_date: days,
  time: ['07:30', '23:59', '25:00', '00:00'],
  month: ['2026-10', '0000-13', '9999-99'],
  phone: ['+49 40 66969101', '0941/123'],
  customerPhone: ['+49 40 66969140'],
  hourly_rate: ['34,50', '0', '1.000', '-1'],
  website: ['https://firma.example', 'firma.example', 'javascript:alert(1)', ''],
  bank_account: ['DE02 1001 0010 0006 8201 01', 'DE02100500000054540402'],
  bank_code: ['PBNKDEFF', ''],
  code: ['000000', '00000000'],
  password: ['Blaue-Tasse-7', 'Gruene-Tasse-8'],
  location: ['Schmale Gasse 12, 22767 Hamburg', 'Hamburg', '22767'],
  search_term: ['Reinigung', 'Büro hamburg', '%', '\\', "'"],
  knownAt: ['«now»', '+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00Z'],
}

/** Texts that no column stores, or with a meaning in SQL, HTML or paths. */
export const badTexts = [
  '\0',
  '\ud83d',
  '\udc00',
  '\u0085',
  '\u202e',
  '\u2028',
  '\u200b',
  '\r\n',
  '%',
  '\\',
  "'",
  '"',
  '<b>',
  '=1+1',
  '../',
  '«',
  'ß',
  '\u{1f469}\u200d\u{1f469}',
]

const wrongValues = [
  null,
  '',
  0,
  -1,
  1e308,
  2 ** 53,
  true,
  [],
  {},
  [[]],
  'x'.repeat(10_000),
  '\0',
  '\ud800',
  { __proto__: null, toString: 1 },
  nested(200),
]

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)]
}
