import { CallError } from '#src/platform/web/queries/call.ts'
import { loginDialogTexts } from '../rules.ts'
import type { MailedProps } from './MailedNote.tsx'

/** Error text of the dialog; `unconfirmed`: address that needs another link. */
export type LoginFailure = { text: string; unconfirmed?: string }

/** Props shared by both forms of the dialog. */
export type LoginFormProps = MailedProps & {
  email: string
  onEmail: (email: string) => void
  onFailure: (failure: LoginFailure | undefined) => void
}

/** Texts of the dialog by error code (docs/spec.md#login-dialog); `others` for every refusal without a row. */
export function loginFailure(error: unknown, others: string): string {
  if (!(error instanceof CallError) || error.status === 0) return loginDialogTexts.unexpected
  if (ownTextCodes.has(error.code)) return error.message
  return rows[error.code] ?? others
}

/** Errors whose own text is shown, because it contains the waiting time. */
const ownTextCodes = new Set(['accounts.locked', 'accounts.lockedNow', 'limits.tooMany'])

const rows: Record<string, string> = {
  'accounts.invalidCredentials': loginDialogTexts.invalidCredentials,
  'accounts.emailNotConfirmed': loginDialogTexts.emailNotConfirmed,
  'accounts.emailExists': loginDialogTexts.emailExists,
  'accounts.passwordTooCommon': loginDialogTexts.passwordTooCommon,
}
