/** One step; `pick` chooses the object it acts on, `cents` is an amount or a decision. */
export type Step = { kind: StepKind; pick: number; cents: number }
export const stepKinds = [
  'charge',
  'askRefund',
  'settleRefund',
  'returnRefund',
  'claim',
  'settlePayout',
  'returnPayout',
  'settleReversal',
  'emptyAccount',
  'openDispute',
  'closeDispute',
  'bankPayout',
] as const
export type StepKind = (typeof stepKinds)[number]
