import { euros } from '#src/platform/kit/money.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { SubscriptionCard } from '../subscriptionRules.ts'

type OpenReturnProps = { debt: NonNullable<SubscriptionCard['open_return']> }

/** Names the returned payment that an ended company pays before it can subscribe again, and links to the page where it is paid. */
export function OpenReturn({ debt: { amount, url, is_under_way: isUnderWay } }: OpenReturnProps) {
  return (
    <Note
      kind="warn"
      title="Eine zurückgebuchte Zahlung ist noch offen"
      actions={
        url ? (
          <a className="button primary small" href={url} rel="noreferrer" target="_blank">
            Rechnung bezahlen<span className="unseen"> (öffnet neues Fenster)</span>
          </a>
        ) : null
      }
    >
      {textOf(isUnderWay, url)} Es geht um <span className="number">{euros(amount)}</span>.
    </Note>
  )
}

function textOf(isUnderWay: boolean, url: string | null) {
  if (isUnderWay) return 'Ihre Zahlung ist unterwegs. Sobald sie angekommen ist, können Sie wieder abonnieren.'
  if (!url) return 'Die neue Rechnung wird gerade erstellt. Sobald sie bezahlt ist, können Sie wieder abonnieren.'
  return 'Bitte bezahlen Sie zuerst die offene Rechnung, danach können Sie wieder abonnieren.'
}
