import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { type MethodApproval, methodApprovals, paymentMethods } from '#src/platform/kit/settingOptions.ts'
import { settingsForm } from './fields.ts'

export const settingsTexts = {
  saved: 'Einstellungen gespeichert',
  savedHelp: 'Sie gelten sofort.',
  unchanged: 'Es wurde nichts geändert',
  notSaved: 'Die Einstellungen wurden nicht gespeichert',
  notLoaded: 'Die Einstellungen konnten nicht geladen werden',
  conflict: 'Die Einstellungen wurden inzwischen geändert. Vergleichen Sie Ihre Eingaben mit dem neuen Stand und speichern Sie erneut.',
} as const

/** Remark beside a method that the PSP does not offer; none for an approved one. */
export const approvalTexts: Record<MethodApproval | 'missing', string> = {
  active: '',
  pending: 'wartet auf Freischaltung beim Zahlungsdienst',
  inactive: 'beim Zahlungsdienst nicht eingeschaltet',
  missing: 'beim Zahlungsdienst nicht verfügbar',
}

export const settingsProblems = problemsOf('admin', { settingsChanged: [409, settingsTexts.conflict] })

/** Settings with the version of their state; a save must name the version that was read. */
export const settingsView = settingsForm.extend({
  version: z.string(),
  /** The PSP's decisions about methods of payment, as last read. */
  approvals: z.array(z.object({ method: z.enum(paymentMethods), state: z.enum(methodApprovals) })),
})
export type SettingsView = z.infer<typeof settingsView>
