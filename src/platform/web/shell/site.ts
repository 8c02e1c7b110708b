import { useRouteLoaderData } from 'react-router'
import { defaultPayoutSchedule, type OrderLabel, type PayoutWeekday, usualAppointments } from '#src/platform/kit/settingWords.ts'

/** What the root's loader gives every page; theme and viewer are for the shell around the page. */
export type SiteData = {
  brandName: string
  publicUrl: string
  theme: string | undefined
  viewer: { email: string } | undefined
  /** Settings of the operator that public words depend on. */
  orderLabel: OrderLabel
  payoutWeekday: PayoutWeekday
  answerHours: number
}

/** The settings that public words depend on. */
export function useSite(): Pick<SiteData, 'orderLabel' | 'payoutWeekday' | 'answerHours'> {
  return useRouteLoaderData<() => SiteData>('root') ?? unread
}
/** Who is signed in, as the page came with it. */
export const useViewer = () => useRouteLoaderData<() => SiteData>('root')?.viewer

const unread = { orderLabel: 'book', payoutWeekday: defaultPayoutSchedule.weekday, answerHours: usualAppointments.answerHours } as const
