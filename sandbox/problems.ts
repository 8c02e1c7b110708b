/** Refusal in Stripe's words; the API converts it to `{ error: { … } }`. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: {
    type: string
    message: string
    code?: string
    param?: string
    decline_code?: string
    charge?: string
    payment_intent?: unknown
  }

  constructor(status: number, body: StripeProblem['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalidRequest(message: string, detail: { param?: string; code?: string; status?: number } = {}): StripeProblem {
  const { status = 400, ...rest } = detail
  return new StripeProblem(status, { type: 'invalid_request_error', message, ...rest })
}

export function missingObject(noun: string, id: string, param = 'id'): StripeProblem {
  return invalidRequest(`No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param,
    status: param === 'id' || param === 'intent' ? 404 : 400,
  })
}

/** For features of Stripe that the sandbox lacks: an explicit error, so that no test passes by accident. */
export function notInSandbox(what: string): StripeProblem {
  return new StripeProblem(501, { type: 'api_error', code: 'sandbox_not_implemented', message: `The sandbox does not implement ${what}.` })
}
