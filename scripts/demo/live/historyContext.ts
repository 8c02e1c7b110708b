import type { Rng } from '../../../tests/rng.ts'
import type { openCustomers } from './customers.ts'
import type { DemoApp } from './demoApp.ts'
import type { LiveCompany, openLiveCompanies } from './liveCompanies.ts'
import type { openOperator } from './operator.ts'

/** Day 0 is the Monday of the demo's own week; the history goes from 54 weeks before it to the end of that week. */
export const firstDay = -378
export const lastDay = 6

export type Act = () => Promise<unknown>

/** Participants of the history, and its calendar of future events. */
export type HistoryContext = {
  demoApp: DemoApp
  rng: Rng
  liveCompanies: ReturnType<typeof openLiveCompanies>
  operator: ReturnType<typeof openOperator>
  customers: ReturnType<typeof openCustomers>
  listed: LiveCompany[]
  plan: (day: number, act: Act, minute?: number) => void
  dateOf: (day: number) => string
}
