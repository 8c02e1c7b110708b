import { useEffect, useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { imprintTexts } from '../imprint/texts.ts'
import { claimLimits, claimRequest } from './rules.ts'
import './claim.css'

/** Claims a company that the operator created; needs both the company's mail address and the code from its mail. */
export function ClaimCompany({ onClaimed }: { onClaimed: (companyId: string) => void }) {
  const offered = useOffer()
  const form = useCheckedForm({
    prefix: 'claim',
    fields: { companyEmail: '', code: '' },
    check: errorsOf(claimRequest),
    async send(values): Promise<void> {
      await action(async () => {
        const { company_id: companyId } = await call('claim-company', values)
        showToast({ kind: 'success', title: 'Firma übernommen' })
        onClaimed(companyId)
      })
    },
  })
  const { failure, action } = useAction({ onFields: form.refuse })
  return (
    <section className="card padded stack claim" aria-labelledby="claim-title">
      <div className="stack tight">
        <h2 id="claim-title">Firma mit Code übernehmen</h2>
        <p className="muted">
          Hat der Betreiber Ihre Firma angelegt, steht in der E-Mail an die Firma ein {claimLimits.digits}-stelliger Code.
        </p>
      </div>
      {offered ? (
        <Note kind="info" role="status" title={`${offered} wartet auf Sie`}>
          Die Firma ist unter Ihrer E-Mail-Adresse angelegt. Mit dem Code aus der E-Mail gehört sie zu Ihrem Konto.
        </Note>
      ) : null}
      <Failure title="Die Firma wurde nicht übernommen" text={failure} />
      <form className="stack" noValidate onSubmit={form.submit}>
        <Field {...form.field('companyEmail')} label="E-Mail der Firma">
          {(control) => (
            <input
              {...control}
              {...form.input('companyEmail')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
        <Field {...form.field('code')} label={`${claimLimits.digits}-stelliger Code`} hint={`Der Code gilt ${claimLimits.days} Tage.`}>
          {(control) => <input {...control} {...form.input('code')} inputMode="numeric" autoComplete="one-time-code" required />}
        </Field>
        <p className="small muted">
          {imprintTexts.declaresTrader} Mit der Übernahme stimmen Sie unseren <LegalLink to="companyTerms" /> zu.
        </p>
        <BusyButton className="button primary" isBusy={form.isBusy}>
          Firma übernehmen
        </BusyButton>
      </form>
    </section>
  )
}

/** Name of the unclaimed company with this account's confirmed address. It is only a hint, so a failed request is ignored. */
function useOffer() {
  const [name, setName] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    readCall('get-claim-offer', {}, { signal: stop.signal }).then(
      (offer) => setName(offer?.company_name),
      () => {},
    )
    return () => stop.abort()
  }, [])
  return name
}
