import fc from 'fast-check'
import { type AnyEndpoint, methodOf, pathOf } from '#src/platform/server/calls/endpoint.ts'
import { badTexts, type Schema, wordsFor } from './values.ts'

export type Asked = { method: string; path: string; headers: Record<string, string>; body?: string; isSigned?: boolean }

/** Generates requests for an operation; `schema`: schema of its body in the document, if it has one. */
export function requestsFor(one: AnyEndpoint, schema: Schema | undefined): fc.Arbitrary<Asked> {
  const method = methodOf(one)
  if (one.kind === 'resource' || one.kind === 'raw') return rawRequests(one, method)
  const body = fc.oneof(
    { weight: 12, arbitrary: wordsFor(schema ?? {}, 'body').map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', 'null', '[]', '"x"', '{"__proto__":{"a":1}}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`),
    },
  )
  const asJson = fc.tuple(headers, body).map(([more, text]) => ({
    method,
    path: pathOf(one),
    headers: { 'content-type': 'application/json', ...more },
    body: text,
  }))
  if (!one.leadsTo) return asJson
  return fc.oneof({ weight: 2, arbitrary: asJson }, { weight: 1, arbitrary: asForm(one, schema) })
}

const asForm = (one: AnyEndpoint, schema: Schema | undefined): fc.Arbitrary<Asked> =>
  wordsFor(schema ?? {}, 'body').map((value) => ({
    method: 'POST',
    path: pathOf(one),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(
      Object.entries(Object(value)).map(([name, part]) => [name, typeof part === 'object' ? JSON.stringify(part) : String(part)]),
    ).toString(),
  }))

const rawRequests = (one: AnyEndpoint, method: string): fc.Arbitrary<Asked> =>
  fc.tuple(pathsOf(one), query, headers, contents, fc.boolean()).map(([path, asked, more, body, isSigned]) => ({
    method,
    path: `${path}${asked}`,
    headers: { 'content-type': 'application/octet-stream', ...more },
    ...(method === 'POST' || method === 'PUT' ? { body, isSigned: isSigned && one.allows === 'S' } : {}),
  }))

/** Paths of an operation: for one with many, some that exist and some that do not. */
const pathsOf = (one: AnyEndpoint) => fc.oneof(fc.constantFrom(...pieces), part).map((piece) => pathOf(one).replace('*', piece))
const pieces = [
  '«companyId»/logo/1.png',
  '«companyId»/gallery/1.png',
  'company-images',
  'seiten-1.xml',
  'profile-1.xml',
  'profile-99999999999.xml',
  'marke-1.png',
  '../../etc',
  '%zz',
  '%00',
  '',
]
const part = fc
  .oneof(fc.constantFrom(...badTexts), fc.string({ unit: 'grapheme', maxLength: 40 }))
  .map((text) => encodeURIComponent(text.toWellFormed()))

const queryWords = [
  'companyId',
  'attachmentId',
  'id',
  'mailingId',
  'token',
  'month',
  'search',
  'status',
  'from',
  'to',
  'sort',
  'page',
  'action',
  'category',
  'result',
]
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...queryWords),
      fc.oneof(fc.constantFrom('«companyId»', '«attachmentId»', '«mailingId»', '2026-10', 'newest', '2026-01-01', ''), part),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => (pairs.length ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'accept',
        'idempotency-key',
        'x-company-id',
        'x-file-name',
        'x-image-crop',
        'x-booking-id',
        'x-booking-session',
        'x-booking-token',
        'user-agent',
        'if-none-match',
        'range',
        'content-type',
      ),
      fc.constantFrom(
        'text/html',
        '«companyId»',
        '«bookingId»',
        '«sessionId»',
        '«token»',
        'a%00b.png',
        '%zz',
        '%ED%A0%80',
        '{"x":0,"y":0,"width":1e9,"height":-1}',
        'null',
        '[',
        'bytes=0-',
        'image/png',
        'application/pdf',
        'a-key-of-sixteen-characters',
        'é\u0085',
        '"',
      ),
      { maxKeys: 4 },
    ),
  },
)

const event = (type: string, object: string) => JSON.stringify({ id: 'evt_«n»', type, data: { object: { id: '«sessionId»', object } } })
const contents = fc.oneof(
  fc.constantFrom('', '%PDF-1.4\n1 0 obj', '\x89PNG\r\n\x1a\n', 'GIF89a', 'PK\x03\x04', '{}', 'null', '[]'),
  fc.constantFrom(
    event('checkout.session.completed', 'checkout.session'),
    event('x\0', 'refund'),
    event('charge.dispute.created', 'dispute'),
  ),
  fc.string({ unit: 'binary', maxLength: 400 }),
)
