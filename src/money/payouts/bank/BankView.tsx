import type { RefObject } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { bankTexts } from './texts.ts'

export type BankState = CallAnswer<'get-bank-details'>
type Account = NonNullable<BankState['bank_details']>
type BankViewProps = { bank: BankState; openerRef: RefObject<HTMLButtonElement | null>; onAdd: () => void }

/**
 * Current details or none, a change that awaits confirmation, and the reasons why payouts wait. 'No bank details' is hidden while the first
 * details await confirmation.
 */
export function BankView({ bank: { bank_details: details, pending, waits: all }, openerRef, onAdd }: BankViewProps) {
  const waits = pending ? all.filter(({ cause }) => cause !== 'noBankDetails') : all
  return (
    <>
      {details ? <AccountFacts account={details} /> : null}
      {pending ? <Pending account={pending} expiresAt={pending.expires_at} isFirst={details === null} /> : null}
      {details || pending ? null : <NoDetails openerRef={openerRef} onAdd={onAdd} />}
      {waits.length === 0 ? null : (
        <Note kind="warn" title={bankTexts.waits}>
          {waits.map(({ cause, text, until }) => (
            <span key={cause} className="bank-line">
              {`${text}${until ? ` (${bankTexts.until(formatMoment(new Date(until)))})` : ''}`}
            </span>
          ))}
        </Note>
      )}
    </>
  )
}

const NoDetails = ({ openerRef, onAdd }: Omit<BankViewProps, 'bank'>) => (
  <EmptyState
    title={bankTexts.none}
    text={bankTexts.noneHelp}
    action={
      <button ref={openerRef} type="button" className="button primary" onClick={onAdd}>
        {bankTexts.add}
      </button>
    }
  />
)

function AccountFacts({ account }: { account: Account }) {
  return (
    <dl className="pairs">
      <Fact label="Kontoinhaber">{account.account_holder}</Fact>
      <Fact label="IBAN" className="iban">
        <span className="unseen">{bankTexts.endsWith(account.bank_account)}</span>
        <span aria-hidden="true">{account.bank_account}</span>
      </Fact>
      {account.bank_code ? (
        <Fact label="BIC" className="number">
          {account.bank_code}
        </Fact>
      ) : null}
      {account.bank_name ? <Fact label="Bank">{account.bank_name}</Fact> : null}
    </dl>
  )
}

/** Details that were entered and become effective when the mailed link is opened. */
function Pending({ account, expiresAt, isFirst }: { account: Account; expiresAt: string; isFirst: boolean }) {
  const until = formatMoment(new Date(expiresAt))
  return (
    <div className="bank-planned stack">
      <Note kind="info" title={isFirst ? bankTexts.firstPending : bankTexts.pending}>
        {isFirst ? bankTexts.firstPendingHelp(until) : bankTexts.pendingHelp(until)}
      </Note>
      <AccountFacts account={account} />
    </div>
  )
}
