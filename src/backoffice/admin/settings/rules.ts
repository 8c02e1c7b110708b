import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { settingsForm } from './fields.ts'

export const settingsTexts = {
  saved: 'Einstellungen gespeichert',
  savedHelp: 'Sie gelten sofort.',
  unchanged: 'Es wurde nichts geändert',
  notSaved: 'Die Einstellungen wurden nicht gespeichert',
  notLoaded: 'Die Einstellungen konnten nicht geladen werden',
  conflict: 'Die Einstellungen wurden inzwischen geändert. Vergleichen Sie Ihre Eingaben mit dem neuen Stand und speichern Sie erneut.',
} as const

export const settingsProblems = problemsOf('admin', { settingsChanged: [409, settingsTexts.conflict] })

/** Settings with the version of their state; a save must name the version that was read. */
export const shownSettings = settingsForm.extend({ version: z.string() })
export type ShownSettings = z.infer<typeof shownSettings>
