import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expandAnswer } from './expand.ts'
import { takeFaults } from './faults.ts'
import { decodeForm } from './formBody.ts'
import { type IncomingRequest, json, type OutgoingResponse } from './http.ts'
import { newId } from './ids.ts'
import type { Box, Operation, RequestFacts } from './operations.ts'
import { readParams } from './params.ts'
import { invalidRequest, StripeProblem } from './problems.ts'
import { findResponseErrors } from './responseCheck.ts'
import { readPlatform } from './settings.ts'
import { listShape, type OperationSchema, type Shape, type StripeSchema } from './shapes.ts'
import type { SavedAnswer } from './tables.ts'

const keepKeysMilliseconds = 24 * 60 * 60 * 1000

type Route = { operation: Operation; schema: OperationSchema; pattern: RegExp }
type Outcome = { status: number; body: string }

/** Stripe's API under /v1: key, route, parameters, idempotency, then the operation in one transaction. */
export function createApi(
  box: Box,
  input: { operations: Operation[]; schema: StripeSchema; secretKey: string; checksAnswers: boolean },
): (incoming: IncomingRequest) => Promise<OutgoingResponse> {
  const routes = input.operations.map((operation) => routeOf(operation, input.schema))
  const running = new Set<string>()

  return async (incoming) => {
    const request: RequestFacts = { id: newId('req_', 14), idempotencyKey: keyOf(incoming) }
    const headers = {
      'request-id': request.id,
      'stripe-version': box.apiVersion,
      ...(request.idempotencyKey ? { 'idempotency-key': request.idempotencyKey } : {}),
    }
    try {
      refuseWrongKey(box, incoming, input.secretKey)
      refuseOtherVersion(incoming, box.apiVersion)
      const { route, pathId } = findRoute(routes, incoming)
      refuseNarrowKey(box, route)
      const form = decodeForm(incoming.method === 'GET' ? incoming.query : incoming.body)
      const shape = route.schema.params
      const params = readParams({ form, shape, definitions: input.schema.definitions, implemented: route.operation.implemented })
      const work = () => {
        const outcome = perform(box, { route, params, pathId, request })
        if (input.checksAnswers && outcome.status === 200) checkAnswer(route, input.schema, outcome.body)
        return outcome
      }
      const key = incoming.method === 'POST' ? request.idempotencyKey : null
      return await carryOut(box, { incoming, route, key, running, headers, work })
    } catch (error) {
      if (error instanceof StripeProblem) return json(error.status, { error: errorBody(error, request) }, headers)
      throw error
    }
  }
}

function routeOf(operation: Operation, whole: StripeSchema): Route {
  const schema = whole.operations[operation.name]
  if (!schema) throw new Error(`no schema for ${operation.name}`)
  return { operation, schema, pattern: new RegExp(`^${schema.path.replace(/:\w+/g, '([^/]+)')}/?$`) }
}

function keyOf(incoming: IncomingRequest): string | null {
  const key = incoming.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : null
}

function refuseWrongKey(box: Box, incoming: IncomingRequest, secretKey: string) {
  const header = incoming.headers.authorization ?? ''
  const basic = /^Basic (.+)$/i.exec(header)?.[1]
  const given = basic ? Buffer.from(basic, 'base64').toString().split(':')[0] : /^Bearer (.+)$/i.exec(header)?.[1]
  if (given === secretKey && !readPlatform(box.store).isKeyRolled) return
  const hidden = given ? `${given.slice(0, 8)}${'*'.repeat(Math.max(0, given.length - 12))}${given.slice(-4)}` : undefined
  if (given === secretKey)
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      code: 'api_key_expired',
      message: `Expired API Key provided: ${hidden}`,
    })
  const message = hidden
    ? `Invalid API Key provided: ${hidden}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  throw new StripeProblem(401, { type: 'invalid_request_error', message })
}

/** A restricted key lacks a permission: refused before the operation begins, so nothing is stored under the idempotency key. */
function refuseNarrowKey(box: Box, { operation }: Route) {
  if (!readPlatform(box.store).lacks.includes(operation.name)) return
  const permission = `rak_${operation.name.split('.')[0]?.toLowerCase().replaceAll('/', '_')}_${/retrieve|list/.test(operation.name) ? 'read' : 'write'}`
  const message = `The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_platform'. Having the '${permission}' permission would allow this request to continue.`
  throw new StripeProblem(403, { type: 'invalid_request_error', message })
}

/** Stripe would respond in the shapes of that version. The sandbox has only one version, so it refuses others. */
function refuseOtherVersion(incoming: IncomingRequest, served: string) {
  const requestedVersion = incoming.headers['stripe-version']
  if (requestedVersion === undefined || requestedVersion === served) return
  throw invalidRequest(`Invalid Stripe API version: ${requestedVersion}. The sandbox serves ${served}, the version of the installed SDK.`)
}

function findRoute(routes: Route[], incoming: IncomingRequest): { route: Route; pathId: string } {
  // Fixed paths first, so that /v1/customers/search is not matched as a customer named search.
  const byLength = routes.filter((route) => route.schema.method === incoming.method)
  for (const route of byLength) {
    const found = route.pattern.exec(incoming.path)
    if (found) return { route, pathId: decodeURIComponent(found[1] ?? '') }
  }
  const message = `Unrecognized request URL (${incoming.method}: ${incoming.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  throw invalidRequest(message, { status: 404 })
}

async function carryOut(
  box: Box,
  input: {
    incoming: IncomingRequest
    route: Route
    key: string | null
    running: Set<string>
    headers: Record<string, string>
    work: () => Outcome
  },
): Promise<OutgoingResponse> {
  const { incoming, route, key, running } = input
  const headers = { ...input.headers, 'content-type': 'application/json' }
  const fingerprint = createHash('sha256')
    .update(`${incoming.method} ${incoming.path} ${sortedForm(incoming.body)}`)
    .digest('hex')
  const saved = key ? findSaved(box, { key, fingerprint, path: incoming.path, running }) : undefined
  if (saved) {
    await box.store.durable()
    return { status: saved.status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: saved.body }
  }
  if (key) running.add(key)
  try {
    const save = (outcome: Outcome) =>
      key && box.store.put('savedAnswer', key, { key, fingerprint, path: incoming.path, savedAt: box.now(), ...outcome })
    const outcome = await runBent(box, { operation: route.operation.name, work: input.work, save })
    return outcome === 'hangUp' ? outcome : { status: outcome.status, headers, body: outcome.body }
  } finally {
    if (key) running.delete(key)
  }
}

/** Runs the work with the faults set by the control interface; effect and stored response are one transaction. */
async function runBent(
  box: Box,
  input: { operation: string; work: () => Outcome; save: (outcome: Outcome) => void },
): Promise<Outcome | 'hangUp'> {
  const faults = takeFaults(box, input.operation)
  if (faults.milliseconds > 0) await sleep(faults.milliseconds)
  if (faults.drop === 'dropBefore') {
    await box.store.durable()
    return 'hangUp'
  }
  const outcome = box.store.transact(() => {
    const { fail } = faults
    if (!fail) {
      const done = input.work()
      input.save(done)
      return done
    }
    if (fail.kind === 'failAfterEffect') input.work()
    const failed = failure(fail.status)
    if (fail.saved) input.save(failed)
    return failed
  })
  await box.store.durable()
  box.wakeDeliveries()
  if (faults.millisecondsAfter > 0) await sleep(faults.millisecondsAfter)
  return faults.drop === 'dropAfter' ? 'hangUp' : outcome
}

/** The same parameters in another order are the same request. */
function sortedForm(body: string): string {
  const form = new URLSearchParams(body)
  form.sort()
  return form.toString()
}

function findSaved(box: Box, input: { key: string; fingerprint: string; path: string; running: Set<string> }): SavedAnswer | undefined {
  const { key } = input
  if (key.length > 255)
    throw new StripeProblem(400, { type: 'idempotency_error', message: 'Idempotency keys must be at most 255 characters long.' })
  if (input.running.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
    throw new StripeProblem(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
  }
  const saved = box.store.get('savedAnswer', key)
  if (!saved) return undefined
  if (isOld(box, saved)) {
    box.store.remove('savedAnswer', key)
    return undefined
  }
  if (saved.fingerprint === input.fingerprint) return saved
  const message =
    saved.path === input.path
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${input.path}' vs '${saved.path}'). Try using a key other than '${key}' if you meant to execute a different request.`
  throw new StripeProblem(400, { type: 'idempotency_error', message })
}

/** Deletes idempotency keys after 24 hours; Stripe may do so, the sandbox does. */
export function forgetOldKeys(box: Box) {
  box.store.transact(() => {
    for (const saved of box.store.all('savedAnswer')) if (isOld(box, saved)) box.store.remove('savedAnswer', saved.key)
  })
}

function isOld(box: Box, saved: SavedAnswer): boolean {
  return box.now() - saved.savedAt > keepKeysMilliseconds
}

/** Runs the operation. A refusal is a result, too, because Stripe stores it under the idempotency key once execution has begun. */
function perform(box: Box, input: { route: Route; params: unknown; pathId: string; request: RequestFacts }): Outcome {
  const { route, pathId, request } = input
  try {
    // readParams has checked the parameters against the declaration of the type that `run` names.
    const params = input.params as never
    const answer = box.store.transact(() => expandAnswer(box, route.operation.run({ box, params, pathId, request }), input.params))
    return { status: 200, body: render(answer) }
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    return { status: error.status, body: render({ error: errorBody(error, request) }) }
  }
}

function checkAnswer(route: Route, schema: StripeSchema, body: string) {
  const answer: Shape = route.schema.isList ? listShape(route.schema.answer) : route.schema.answer
  const faults = findResponseErrors(schema.definitions, answer, JSON.parse(body))
  if (faults.length > 0) throw new Error(`${route.operation.name} does not answer as the SDK's types say:\n${faults.join('\n')}`)
}

function failure(status: number): Outcome {
  const type = status === 429 ? 'invalid_request_error' : 'api_error'
  const message = status === 429 ? 'Request rate limit exceeded.' : 'An unknown error occurred'
  return { status, body: render({ error: { type, message, ...(status === 429 ? { code: 'rate_limit' } : {}) } }) }
}

function errorBody(problem: StripeProblem, request: RequestFacts) {
  const doc_url = problem.body.code ? `https://stripe.com/docs/error-codes/${problem.body.code.replaceAll('_', '-')}` : undefined
  return { ...problem.body, doc_url, request_log_url: `https://dashboard.stripe.com/test/logs/${request.id}` }
}

function render(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
