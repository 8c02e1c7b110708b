import type { CallAnswer } from '#src/platform/web/queries/call.ts'

/** Response to every change of a calendar. */
export type Saved = CallAnswer<'save-hours'>

/** Props of each card: the company, and a callback after a change. */
export type CardProps = { companyId: string; onSaved: (saved: Saved, said: string) => Promise<void> }
