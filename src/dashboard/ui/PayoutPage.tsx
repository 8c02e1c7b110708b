import { BankCard } from '#src/payouts/ui/BankCard.tsx'
import { DirectPayoutCard } from '#src/payouts/ui/DirectPayoutCard.tsx'
import { useDashboard } from './LoadedDashboard.tsx'
import { PayoutList } from './PayoutList.tsx'
import { PayoutStatements } from './PayoutStatements.tsx'

/** What was paid out, the statements of it, and where the money goes: the bank account, and the account at the payment company. */
export default function PayoutPage() {
  const { company, live } = useDashboard()
  return (
    <>
      <PayoutList companyId={company.id} live={live} />
      <PayoutStatements companyId={company.id} live={live} />
      <div className="cols eq">
        <BankCard companyId={company.id} live={live} />
        <DirectPayoutCard companyId={company.id} />
      </div>
    </>
  )
}
