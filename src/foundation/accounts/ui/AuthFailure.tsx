import { CallError } from '#src/platform/web/queries/call.ts'
import type { Toast } from '#src/platform/web/shell/toast.ts'
import { authTexts } from '../rules.ts'
import type { AuthTab } from './AuthTab.tsx'
import type { MailedProps } from './MailedNote.tsx'

/** Props of every form of /auth: the typed address, a callback that switches the form, and one that reports a sent mail. */
export type AuthFormProps = MailedProps & { email: string; onEmail: (email: string) => void; onShow: (tab: AuthTab) => void }

/** Notifications of /auth by error code (docs/spec.md#auth-page); `title` is for errors without a row. */
export function authFailure(error: unknown, title: string): Toast {
  if (!(error instanceof CallError) || error.status >= 500) return { kind: 'error', ...authTexts.unexpected }
  const own = rows[error.code]
  return own ? { kind: 'error', ...own } : { kind: 'error', title, text: error.message }
}

const rows: Record<string, { title: string; text: string }> = {
  'accounts.emailNotConfirmed': authTexts.emailNotConfirmed,
  'accounts.invalidCredentials': authTexts.signInFailed,
  'accounts.emailExists': authTexts.emailExists,
}

export const hasCode = (error: unknown, code: string) => error instanceof CallError && error.code === code

/** Server's error for a field of the form. */
export const fieldText = (error: unknown, name: string) => (error instanceof CallError ? error.fields[name]?.[0] : undefined)
