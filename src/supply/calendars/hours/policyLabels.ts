import type { Policy } from '#src/platform/kit/settingOptions.ts'

/** Cancellation policies that a company can choose, with their meaning for it. */
export const policyLabels: Record<Policy, { label: string; help: string }> = {
  kulant: { label: 'Kulant', help: 'Bis 24 Stunden vorher kostenlos, danach nach Absprache' },
  ueblich: { label: 'Üblich', help: 'Bis 24 Stunden vorher kostenlos, danach behalten Sie 50 %, bei versäumtem Termin 80 %' },
  fest: { label: 'Fest', help: 'Bis 48 Stunden vorher kostenlos, danach 30 %, ab 24 Stunden 50 %, bei versäumtem Termin 80 %' },
}
