import { type CodeCheck, useCodeCheck } from '#src/platform/web/forms/CodeCheck.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { OtpInput } from '#src/platform/web/forms/OtpInput.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { stepUpTexts } from './rules.ts'

/** Sends the code to the signed-in person's address. `send` returns true if the mail was sent; `failure` is the error text. */
export function useCodeSending(email: string) {
  const { isBusy: isSending, failure, action } = useAction()
  const send = async () => (await action(() => call('send-2fa-code', { email }))) !== undefined
  return { isSending, failure: failure && stepUpTexts.sendFailed(failure), send }
}

/** Checks the code from the signed-in person's mail. */
export const useStepUpCheck = ({ email, onPassed }: { email: string; onPassed: () => void }) =>
  useCodeCheck({
    onVerify: async (code) => {
      await call('verify-2fa-code', { email, code })
      showToast({ kind: 'success', ...stepUpTexts.granted })
      onPassed()
    },
    texts: { incomplete: stepUpTexts.incomplete, refused: textOf },
  })

/** The server's text for a wrong code, too many tries, a lost session or no connection. */
const textOf = (failure: unknown) => (failure instanceof CallError ? (failure.fields.code?.[0] ?? failure.message) : stepUpTexts.wrong)

/** Input of the code. */
export function CodeField({ id, check }: { id: string; check: CodeCheck }) {
  return (
    <Field id={id} label={stepUpTexts.label} error={check.error} hint={stepUpTexts.hint}>
      {(control) => (
        <OtpInput control={control} value={check.code} onChange={check.change} onEnter={() => void check.verify()} inputRef={check.input} />
      )}
    </Field>
  )
}
