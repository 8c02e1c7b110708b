import type { z } from 'zod'
import type { App } from './app.ts'

/**
 * Who may use an operation (decisions 2): V visitor, T holder of a secret or of booking id and session id, S signed webhook, X the machine
 * itself (health, document). Later kinds (U, P, P2, A2) join here, each with its guard in http.ts.
 */
export type CallerKind = 'V' | 'T' | 'S' | 'X'

/** Who is calling: `hash` stands for the random cookie (or, later, the session), `ip` is the client's address behind trusted proxies. */
export type Caller = { hash: string; ip: string; requestId: string }

/** So many of something per window, under a key that is hashed before it is stored. Refused with 429. */
export type Limit = { name: string; key: string; amount?: number; max: number; windowSeconds: number }

type Request<Body> = { body: Body; caller: Caller; headers: Headers; reply: Headers }

export type Endpoint<Name extends string = string, Body extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> = {
  name: Name
  kind: 'function' | 'procedure'
  allows: CallerKind
  summary: string
  /** The schema of the body; a function where it depends on the clock. */
  body: Body | ((app: App) => Body)
  answer: Answer
  /** True for what creates something: an Idempotency-Key is honoured (decisions 2). */
  isCreating?: boolean
  limits?(request: { body: z.infer<Body>; caller: Caller }): Limit[]
  run(app: App, request: Request<z.infer<Body>>): Promise<z.infer<Answer>>
}

/** An operation that reads its own body: uploads and webhooks. `content` is the raw stream. */
export type RawEndpoint<Name extends string = string, Answer extends z.ZodType = z.ZodType> = {
  name: Name
  kind: 'raw'
  path: string
  allows: CallerKind
  summary: string
  answer: Answer
  limits?(request: { caller: Caller; bytes: number }): Limit[]
  run(app: App, request: { content: ReadableStream<Uint8Array>; caller: Caller; headers: Headers }): Promise<z.infer<Answer>>
}

/** Something to look at under its own address: pictures, documents. */
export type Resource<Name extends string = string> = {
  name: Name
  kind: 'resource'
  path: string
  allows: CallerKind
  summary: string
  run(app: App, request: { path: string; headers: Headers }): Promise<Response>
}

/** Declares an operation `POST /functions/v1/{name}` or, as a procedure, `POST /rest/v1/rpc/{name}`. */
export const endpoint = <const Name extends string, Body extends z.ZodType, Answer extends z.ZodType>(one: Endpoint<Name, Body, Answer>) =>
  one

/** Declares an operation that reads its own body. */
export const rawEndpoint = <const Name extends string, Answer extends z.ZodType>(one: RawEndpoint<Name, Answer>) => one

/** Declares a resource `GET {path}`. */
export const resource = <const Name extends string>(one: Resource<Name>) => one

/** One of a list of operations; each was checked where it was declared. */
export type AnyEndpoint = Endpoint | RawEndpoint | Resource

/** Body and answer of every operation of a list, by name: what the browser's typed client knows of the server. */
export type CallsOf<List extends readonly AnyEndpoint[]> = {
  [One in Extract<List[number], { body: unknown }> as One['name']]: { body: z.input<BodyOf<One>>; answer: z.infer<One['answer']> }
}
type BodyOf<One> = One extends { body: infer Body }
  ? Body extends z.ZodType
    ? Body
    : Body extends (app: App) => infer Made
      ? Made
      : never
  : never

/** How an operation is asked for. */
export const methodOf = (one: AnyEndpoint) => (one.kind === 'resource' ? 'GET' : 'POST')

/** Where an operation is served. */
export const pathOf = (one: AnyEndpoint) => {
  if (one.kind === 'raw' || one.kind === 'resource') return one.path
  return one.kind === 'procedure' ? `/rest/v1/rpc/${one.name}` : `/functions/v1/${one.name}`
}
