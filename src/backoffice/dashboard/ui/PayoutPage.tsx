import { DirectPayoutCard } from '#src/money/payouts/accounts/DirectPayoutCard.tsx'
import { BankCard } from '#src/money/payouts/bank/BankCard.tsx'
import { PayoutList } from '#src/money/payouts/lists/PayoutList.tsx'
import { PayoutStatements } from '#src/money/payouts/statements/PayoutStatements.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** Payouts, their statements, and their destination: bank account and account at the payment provider. */
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
