import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import type { Admin, App, Session } from '../app.ts'
import type { Transaction } from '../db.ts'

/**
 * Callers that an operation allows (docs/spec.md#who-may-call): V visitor, T holder of a link's token or of booking id and session id, U
 * signed in, U2 signed in and past the dashboard code, P owner of the company that the request names, P2 both, A1 admin past the password,
 * A2 admin past both sign-in steps, S signed webhook, X the machine itself (health, document). The guard is in guard.ts.
 */
export type CallerKind = 'V' | 'T' | 'U' | 'U2' | 'P' | 'P2' | 'A1' | 'A2' | 'S' | 'X'
/** Kinds that may access one company only: the one that their request names. */
export type OwnerKind = 'P' | 'P2'

/**
 * Caller of an operation: `hash` identifies the browser's random cookie (created on the first call; few operations need it), `ip` is the
 * client's address behind trusted proxies. Session and admin are set if the cookies of this request prove them, even if the operation does
 * not require them.
 */
export type Caller = Origin & { hash: () => string; requestId: string; session?: Session; admin?: Admin; keep?: CookieOfDays }
/** Origin of a request: the client's address, and the header by which browsers identify themselves. */
export type Origin = { ip: string; userAgent?: string | null }
/** Renews the browser's random cookie: returns a Set-Cookie line that lasts so many days. */
type CookieOfDays = (days: number) => string
/** Caller of an operation for signed-in people. */
export type SignedInCaller = Caller & { session: Session }
/** Owner of the company that the request names. Only `companyId` here was checked; other ids in the body were not. */
export type OwnerCaller = SignedInCaller & { companyId: string }
/** Caller of an operation behind the admin's sign-in steps. */
export type AdminCaller = Caller & { admin: Admin }
type CallerOf<Kind extends CallerKind> = Kind extends OwnerKind
  ? OwnerCaller
  : Kind extends 'U' | 'U2'
    ? SignedInCaller
    : Kind extends 'A1' | 'A2'
      ? AdminCaller
      : Caller

/**
 * At most `max` uses per window, under a key that is hashed before it is stored. Refused with 429; `says` replaces the general sentence of
 * the refusal, before the time of the next try. `isLoose`: protects neither people nor money, so it is counted in memory (looseLimits.ts).
 */
export type Limit = { name: string; key: string; amount?: number; max: number; windowSeconds: number; says?: string; isLoose?: true }

/** Headers of a response, in lower case; several set-cookie lines are appended. A list, because most responses have none. */
export type Reply = [name: string, value: string][]

/**
 * Counts the creations of a request against its victim limits, in the transaction that creates. Throws TooManyRequests over a limit, unless
 * the caller has proven the address.
 */
export type CountCreated = (tx: Transaction) => Promise<void>

type Request<Body, Kind extends CallerKind> = {
  body: Body
  caller: CallerOf<Kind>
  headers: Headers
  reply: Reply
  countCreated: CountCreated
}

/** Fields that every operation declares. */
type Declared<Name extends string, Kind extends CallerKind> = {
  name: Name
  allows: Kind
  /** For U2, P2 and A2: the code must have been entered within these minutes, instead of within hours (docs/spec.md#fresh-code). */
  stepUpMinutes?: number
  summary: string
}

type Act<Name extends string, Body extends z.ZodType, Kind extends CallerKind, Answer> = Declared<Name, Kind> & {
  kind?: EndpointKind
  /** Schema of the body; a function if it depends on the clock. */
  body: Body | ((app: App) => Body)
  /** True if the operation creates something: an Idempotency-Key is honoured (docs/spec.md#idempotency). */
  isCreating?: boolean
  /** True if the operation only reads: it invalidates no page, and every test runs it on a database that refuses writes. */
  isReadOnly?: true
  /** True if the response depends on the body alone: cached for some seconds (docs/spec.md#kept-pages). */
  isCached?: true
  /** Extra fields of a refusal that docs/spec.md#errors names (`verified: false`). */
  refusal?: Record<string, false>
  /** Target of the redirect after a form that was sent without JavaScript. */
  leadsTo?: string
  /** Per network, visitor or account of the caller; counted before the operation runs. Never keyed by ids in the body. */
  limits?(request: { body: z.infer<Body>; caller: CallerOf<Kind> }): Limit[]
  /**
   * Keyed by a third party in the body (a company, an address): `countCreated` counts them, so a refused request uses up none. They do not
   * apply to a caller signed in with the confirmed address `provenBy`.
   */
  victimLimits?(body: z.infer<Body>): { limits: Limit[]; provenBy: string | undefined }
  run(app: App, request: Request<z.infer<Body>, Kind>): Promise<Answer>
}

type EndpointKind = 'function' | 'procedure' | 'auth'
export type Endpoint<
  Name extends string = string,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Kind extends CallerKind = CallerKind,
> = Act<Name, Body, Kind, z.infer<Answer>> & { kind: EndpointKind; answer: Answer }

/** Unparsed body, as a stream or, if small, as one text. */
export type RawContent = { stream: () => ReadableStream<Uint8Array>; text: () => Promise<string> }

/**
 * Operation that reads its own body: uploads and webhooks. `content` is the raw body, to be read once. Kinds P and P2 name their company in
 * the header x-company-id, or in the path if `companyOf` is given.
 */
export type RawEndpoint<
  Name extends string = string,
  Answer extends z.ZodType = z.ZodType,
  Kind extends CallerKind = CallerKind,
> = Declared<Name, Kind> & {
  kind: 'raw'
  method?: 'POST' | 'PUT' | 'DELETE'
  path: string
  answer: Answer
  companyOf?(path: string): string | undefined
  /** True if the operation takes files: it limits its body while it streams, behind the guard, instead of by `limitBodies`. */
  boundsItself?: true
  limits?(request: { caller: CallerOf<Kind>; bytes: number }): Limit[]
  run(
    app: App,
    request: { content: RawContent; caller: CallerOf<Kind>; headers: Headers; path: string; query: URLSearchParams },
  ): Promise<z.infer<Answer>>
}

/** Input of a resource; `signal` fires when the client disconnects. */
type ResourceRequest<Kind extends CallerKind> = {
  path: string
  query: URLSearchParams
  caller: CallerOf<Kind>
  headers: Headers
  signal: AbortSignal
}

/**
 * Content with its own address, read by GET: pictures, documents, streams. Kinds P and P2 name the company in the query (`?companyId=`).
 * For V the caller is not identified, so that the response may be cached.
 */
export type Resource<Name extends string = string, Kind extends CallerKind = CallerKind> = Declared<Name, Kind> & {
  kind: 'resource'
  path: string
  /** Reason of a redirect to another address (302). */
  movesTo?: string
  limits?(request: { caller: CallerOf<Kind> }): Limit[]
  run(app: App, request: ResourceRequest<Kind>): Promise<Response>
}

/** A call of an owner must name its company: without `companyId` in its body it does not type-check. */
type NamesCompany<Kind extends CallerKind, Body extends z.ZodType> = Kind extends OwnerKind
  ? z.infer<Body> extends { companyId: string }
    ? unknown
    : { body: 'the body of an operation for owners names its companyId' }
  : unknown

/** Declares an operation `POST /functions/v1/{name}`; a procedure is `POST /rest/v1/rpc/{name}`, kind auth is `POST /auth/v1/{name}`. */
export const endpoint = <const Name extends string, Body extends z.ZodType, Answer extends z.ZodType, const Kind extends CallerKind>(
  one: Act<Name, Body, Kind, z.infer<Answer>> & { answer: Answer } & NamesCompany<NoInfer<Kind>, NoInfer<Body>>,
): Endpoint<Name, Body, Answer, Kind> => ({ kind: 'function', ...one })

const done = z.object({ success: z.literal(true) })

/** Declares an operation without a result. */
export const command = <const Name extends string, Body extends z.ZodType, const Kind extends CallerKind>(
  one: Act<Name, Body, Kind, unknown> & NamesCompany<NoInfer<Kind>, NoInfer<Body>>,
): Endpoint<Name, Body, typeof done, Kind> => ({
  kind: 'function',
  ...one,
  answer: done,
  run: async (app, request) => {
    await one.run(app, request)
    return { success: true }
  },
})

/** Declares an operation that reads its own body. */
export const rawEndpoint = <const Name extends string, Answer extends z.ZodType, const Kind extends CallerKind>(
  one: Omit<RawEndpoint<Name, Answer, Kind>, 'kind'>,
): RawEndpoint<Name, Answer, Kind> => ({ kind: 'raw', ...one })

/** Declares a resource `GET {path}`; without a path it is `GET /functions/v1/{name}`. */
export const resource = <const Name extends string, const Kind extends CallerKind>(
  one: Omit<Resource<Name, Kind>, 'kind' | 'path'> & { path?: string },
): Resource<Name, Kind> => ({ kind: 'resource', path: `/functions/v1/${one.name}`, ...one })

/** One of a list of operations; each was checked in its declaration. */
export type AnyEndpoint = Endpoint | RawEndpoint | Resource

/** Body and response of every operation of a list, by name, for the browser's typed client. */
export type CallsOf<List extends readonly AnyEndpoint[]> = {
  [One in Extract<List[number], { body: unknown }> as One['name']]: { body: z.input<BodyOf<One>>; answer: ResponseOf<One['answer']> }
}
type ResponseOf<Answer extends z.ZodType> = Answer extends { isAsNamed: true } ? z.infer<Answer> : Wire<z.infer<Answer>>
type BodyOf<One> = One extends { body: infer Body }
  ? Body extends z.ZodType
    ? Body
    : Body extends (app: App) => infer Made
      ? Made
      : never
  : never

/** Returns true if the operation changes no data. */
export const isReadOnly = (one: AnyEndpoint) => one.kind === 'resource' || (one.kind !== 'raw' && Boolean(one.isReadOnly ?? one.isCached))

/** The HTTP method of an operation. */
export const methodOf = (one: AnyEndpoint) => (one.kind === 'resource' ? 'GET' : (one.kind === 'raw' && one.method) || 'POST')

const prefixes = { function: '/functions/v1/', procedure: '/rest/v1/rpc/', auth: '/auth/v1/' }

/** Returns the path of an operation. */
export const pathOf = (one: AnyEndpoint) => {
  if (one.kind === 'raw' || one.kind === 'resource') return one.path
  return `${prefixes[one.kind]}${one.name}`
}
