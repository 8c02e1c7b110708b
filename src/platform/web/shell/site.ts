import { useRouteLoaderData } from 'react-router'
import {
  defaultPayoutSchedule,
  type MethodSettings,
  type OrderLabel,
  type PayoutWeekday,
  usualAppointments,
  usualMethodSettings,
} from '#src/platform/kit/settingOptions.ts'

/** Data of the root's loader for every page; theme and viewer are for the shell around the page. */
export type SiteData = {
  brandName: string
  publicUrl: string
  theme: string | undefined
  viewer: { email: string } | undefined
  /** Settings of the operator that public texts depend on. */
  orderLabel: OrderLabel
  payoutWeekday: PayoutWeekday
  answerHours: number
  methods: MethodSettings
  /** Operator, who collects debits. */
  creditor: string
}

/** The settings that public texts depend on. */
export function useSite(): Pick<SiteData, 'orderLabel' | 'payoutWeekday' | 'answerHours' | 'methods' | 'creditor'> {
  return useRouteLoaderData<() => SiteData>('root') ?? unread
}
/** Signed-in person, as the page came with it. */
export const useViewer = () => useRouteLoaderData<() => SiteData>('root')?.viewer

const unread = {
  orderLabel: 'book',
  payoutWeekday: defaultPayoutSchedule.weekday,
  answerHours: usualAppointments.answerHours,
  methods: usualMethodSettings,
  creditor: '',
} as const
