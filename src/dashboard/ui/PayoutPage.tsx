import { DirectPayoutCard } from '#src/companies/payoutAccounts/DirectPayoutCard.tsx'
import { BankCard } from '#src/payouts/bank/BankCard.tsx'
import { PayoutList } from '#src/payouts/lists/PayoutList.tsx'
import { PayoutStatements } from '#src/payouts/statements/PayoutStatements.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** What was paid out, the statements of it, and where the money goes: the bank account, and the account at the payment company. */
export default function PayoutPage() {
  const { company, live } = useDashboard()
  return (
    <>
      <PayoutList companyId={company.id} live={live} />
      <PayoutStatements companyId={company.id} live={live} />
      <div className="columns equal">
        <BankCard companyId={company.id} live={live} />
        <DirectPayoutCard companyId={company.id} />
      </div>
    </>
  )
}
