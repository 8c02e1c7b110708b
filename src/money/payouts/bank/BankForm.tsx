import { useEffect } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Landmark } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { fieldTextsOf } from '#src/platform/web/queries/refusals.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { bankNameOf } from './bankNames.ts'
import { bankForm } from './rules.ts'
import { bankTexts } from './texts.ts'

type BankFormProps = { companyId: string; holder: string; onCancel: () => void; onSent: () => void }

/** Form for new bank details. The IBAN must be typed again: the stored one is only ever sent masked. */
export function BankForm({ companyId, holder, onCancel, onSent }: BankFormProps) {
  const form = useCheckedForm({
    prefix: 'bank',
    fields: { account_holder: holder, bank_account: '', bank_code: '' },
    check: errorsOf(bankForm),
    async send(bankDetails): Promise<void> {
      await action(async () => {
        await call('request-bank-details-update', { companyId, bankDetails })
        showToast({ kind: 'success', ...bankTexts.sent })
        onSent()
      })
    },
  })
  const { action } = useAction({
    onRefused: (error) => {
      showToast({ kind: 'error', title: bankTexts.failed.title, text: sentenceOf(error) })
      form.refuse(fieldsOf(error))
    },
  })
  const { idOf, errors, input } = form
  const holderId = idOf('account_holder')
  // The button that opened the form is gone; move the focus into the form.
  useEffect(() => document.getElementById(holderId)?.focus(), [holderId])
  const bankName = bankForm.shape.bank_account.safeParse(form.values.bank_account).data
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <Field id={holderId} label={bankTexts.holder} error={errors.account_holder}>
        {(control) => <input {...control} autoComplete="off" required {...input('account_holder')} />}
      </Field>
      <Field {...form.field('bank_account')} label={bankTexts.iban} hint={<BankHint iban={bankName} />}>
        {(control) => (
          <input {...control} autoComplete="off" autoCapitalize="characters" spellCheck={false} required {...input('bank_account')} />
        )}
      </Field>
      <Field {...form.field('bank_code')} label={bankTexts.bic}>
        {(control) => <input {...control} autoComplete="off" autoCapitalize="characters" spellCheck={false} {...input('bank_code')} />}
      </Field>
      <Note kind="warn">{bankTexts.warning}</Note>
      <div className="bank-actions">
        <BusyButton isBusy={form.isBusy} className="button primary">
          {form.isBusy ? bankTexts.saving : bankTexts.save}
        </BusyButton>
        <button type="button" className="button neutral" onClick={onCancel}>
          {bankTexts.cancel}
        </button>
      </div>
    </form>
  )
}

/** Name of the bank of a valid IBAN, if known. */
function BankHint({ iban }: { iban: string | undefined }) {
  const name = iban ? bankNameOf(iban) : null
  if (!name) return bankTexts.ibanHelp
  return (
    <span className="bank-name">
      <Landmark />
      {name}
    </span>
  )
}

/** The server's error message; a default if there is none. */
const sentenceOf = (error: unknown) =>
  error instanceof CallError && error.status > 0 && error.status < 500 ? error.message : bankTexts.failed.text

/** Field errors by field name, without the prefix `bankDetails.` that the server adds. */
const fieldsOf = (error: unknown) =>
  Object.fromEntries(Object.entries(fieldTextsOf(error)).map(([name, text]) => [name.replace('bankDetails.', ''), text]))
