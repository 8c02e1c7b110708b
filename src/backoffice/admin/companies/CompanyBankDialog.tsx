import { useState } from 'react'
import type { CompanyDetail } from '#src/backoffice/admin/companies/rules.ts'
import { companyAreaTexts } from '#src/backoffice/admin/companies/texts.ts'
import { Reveal } from '#src/foundation/accounts/operator/FreshCode.tsx'
import { bankTexts } from '#src/money/payouts/bank/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import '#src/platform/web/styles/facts.css'

type Account = NonNullable<CompanyDetail['bank']>
type BankDialogProps = { company: CompanyDetail; onClose: () => void; onChanged: () => void }

/**
 * Dialog with a company's bank details: masked, in clear text after a new one-time code. Lists the reasons for waiting payouts and has the
 * button to lift a hold.
 */
export function CompanyBankDialog({ company, onClose, onChanged }: BankDialogProps) {
  const [clear, setClear] = useState<Account>()
  const reveal = async () => setClear(await call('admin-read-bank-details', { companyId: company.id }))
  return (
    <SmallDialog title={`${companyAreaTexts.bankTitle}: ${company.company_name}`} onClose={onClose}>
      {company.bank ? <Shown account={clear ?? company.bank} isClear={clear !== undefined} /> : <p>{companyAreaTexts.bankNone}</p>}
      <Waits company={company} onChanged={onChanged} />
      {company.bank ? (
        <Reveal label="Unmaskiert anzeigen" hint={companyAreaTexts.bankAudited} isRevealed={clear !== undefined} reveal={reveal} />
      ) : null}
    </SmallDialog>
  )
}

const Shown = ({ account: { account_holder, bank_account, bank_code, bank_name }, isClear }: { account: Account; isClear: boolean }) => (
  <dl className="facts">
    <Fact label="Kontoinhaber">{account_holder}</Fact>
    <Fact label="IBAN">
      {isClear ? (
        <span className="number">{bank_account.match(/.{1,4}/g)?.join(' ')}</span>
      ) : (
        <>
          <span className="number" aria-hidden="true">
            {bank_account}
          </span>
          <span className="unseen">{bankTexts.endsWith(bank_account)}</span>
        </>
      )}
    </Fact>
    {bank_code ? <Fact label="BIC">{bank_code}</Fact> : null}
    {bank_name ? <Fact label="Bank">{bank_name}</Fact> : null}
  </dl>
)

/** Reasons why payouts wait. Only the operator can lift a hold after a disputed change. */
function Waits({ company: { id, waits, is_held }, onChanged }: Omit<BankDialogProps, 'onClose'>) {
  const { isBusy, action } = useAction()
  const lift = () =>
    action(async () => {
      await call('admin-lift-payout-hold', { companyId: id })
      showToast({ kind: 'success', title: companyAreaTexts.holdLifted })
      onChanged()
    }, companyAreaTexts.notDone)
  if (waits.length === 0) return null
  return (
    <Note
      kind="warn"
      title={bankTexts.waits}
      actions={
        is_held ? (
          <BusyButton type="button" className="button secondary small" isBusy={isBusy} onClick={() => void lift()}>
            Auszahlungen wieder freigeben
          </BusyButton>
        ) : undefined
      }
    >
      {waits.map(({ text, until }) => (until ? `${text} (${bankTexts.until(formatMoment(new Date(until)))})` : text)).join('. ')}
    </Note>
  )
}
