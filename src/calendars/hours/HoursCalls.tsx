import { type CallAnswer, type CallBody, call } from '#src/web/reading/call.ts'

/** What every change of a calendar answers. */
export type Saved = CallAnswer<'save-hours'>

/** What each card gets: the company, and what is to be done and shown after a change. */
export type CardProps = { companyId: string; onSaved: (saved: Saved, said: string) => Promise<void> }

/** Writes what applies to the whole calendar. */
export const savePolicy = (companyId: string, policy: Omit<CallBody<'save-policy'>, 'companyId'>) =>
  call('save-policy', { companyId, ...policy })
