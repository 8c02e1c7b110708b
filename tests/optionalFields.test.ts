import { expect, test } from 'vitest'
import type { z } from 'zod'
import { describeSchema } from '#src/platform/server/calls/wire.ts'
import { operations } from '#src/wiring.ts'
import { openTestApp } from './testApp.ts'

const { app } = await openTestApp()

// Rule: an omitted field never selects the weaker rule. Review a new one before adding it here, with the meaning of its absence.
const texts = 'a text or a contact: no rule depends on it'
const files = 'no files'
const firstService = "the company's first visible service at its price; the order waits for the company where no price confirms the total"
const kind = 'a consumer, with the right of withdrawal and without consent'
const noConsent = 'no consent: refused where the caller says consumer, else a withdrawal after the start waits for the operator'
const invoice = 'no billing address: the invoice names the customer only'
const purchase = {
  optionIds: 'no options: refused where a group has to be chosen',
  quantity: 'one: the total has to fit',
  agreedWith: 'nobody: an amount without a binding price is refused, and the company has to accept it in any case',
  billingAddress: invoice,
}
const absence: Record<string, Record<string, string>> = {
  'create-booking-payment': {
    ...purchase,
    ...{ customerPhone: texts, description: texts, serviceTitle: texts, attachmentIds: files },
    serviceId: firstService,
    customerKind: kind,
    earlyStartConsent: noConsent,
  },
  'request-series': { ...purchase, customerPhone: texts, description: texts, customerKind: kind },
  'confirm-series': { dates: 'all dates, each at the price that was asked for' },
  'pay-series-date': { earlyStartConsent: 'refused where the date begins within the period' },
  'end-series': { bookingId: 'the whole series; what is paid stays' },
  'answer-series': {},
  'end-company-series': { bookingId: 'the whole series; what is paid stays' },
  'accept-quote': {
    customerPhone: texts,
    customerKind: 'a consumer: the consent below is required',
    earlyStartConsent: 'refused where a consumer has it begin within the period',
  },
  'answer-request': {
    price: 'refused for an estimate; a fixed price stays',
    priceReason: 'refused above the ceiling',
  },
  'answer-counter': { earlyStartConsent: 'refused where a consumer has it begin within the period' },
  'propose-move': { earlyStartConsent: 'refused where a consumer moves it into the period' },
  'answer-supplement': { earlyStartConsent: 'refused where a consumer accepts it' },
  'propose-supplement': {},
  'withdraw-supplement': {},
  'pay-instalment': {},
  'waive-instalment': {},
  'add-work-step': {},
  'remove-work-photo': {},
  'get-work': {},
  'give-tip': {},
  'answer-move': { earlyStartConsent: 'refused where a consumer moves it into the period' },
  'move-appointment': {},
  'answer-appointment-move': {},
  'cancel-own-booking': { expectedRefundCents: 'everything back is expected: refused where the terms give less' },
  'cancel-appointment': {},
  'mark-performed': { hours: 'all booked hours were needed', pieces: 'all booked pieces were done' },
  'mark-missed': {},
  'admin-refund-booking': { amount: 'all that is left' },
  'admin-cancel-booking': {},
  'save-service': {
    ...{ id: 'a new service', description: texts, questions: texts, picture: files, unit: 'sold once', options: 'none' },
    isHidden: 'shown',
    times: 'they stay as they are; a new service has the usual ones',
    priceTo: 'the usual range of the catalogue',
    minutesPerUnit: 'the quantity changes nothing',
    isSpread: 'by its duration',
    depositPercent: 'all is due at booking',
    restParts: 'one payment of the rest',
  },
  'save-policy': {},
  'submit-quote': { depositPercent: 'all is due at acceptance', restParts: 'one payment of the rest' },
}

type Written = { properties?: Record<string, unknown>; required?: string[]; anyOf?: Written[]; oneOf?: Written[]; allOf?: Written[] }

/** Fields that a body may leave out, at its first level and in each of its alternatives. */
function optionalOf({ properties = {}, required = [], anyOf = [], oneOf = [], allOf = [] }: Written): string[] {
  const own = Object.keys(properties).filter((name) => !required.includes(name))
  return [...new Set([...own, ...[...anyOf, ...oneOf, ...allOf].flatMap(optionalOf)])].sort()
}

test.each(Object.keys(absence))('the optional fields of %s are checked', (name) => {
  const operation = operations.find((one) => one.name === name)
  if (!operation || !('body' in operation)) throw new Error(`${name} is gone`)
  const body = (typeof operation.body === 'function' ? operation.body(app) : operation.body) as z.ZodType
  expect(optionalOf(describeSchema(body, 'input') as Written)).toEqual(Object.keys(absence[name] ?? {}).sort())
})
