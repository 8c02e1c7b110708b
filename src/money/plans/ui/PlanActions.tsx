import { type ReactNode, useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { ExternalLink } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { isLive } from '#src/supply/companies/rules.ts'
import { type PlanKey, plans } from '../rules.ts'
import { chargeOf, type SubscriptionCard } from '../subscriptionRules.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { OpenReturn } from './OpenReturn.tsx'
import { usePlanChange } from './PlanChange.tsx'
import { dayOf } from './PlanFacts.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'

type PlanActionsProps = { companyId: string; card: SubscriptionCard; onChanged: () => Promise<unknown> }
type OpenDialog = 'change' | 'cancel' | 'subscribe'

/** Actions of the owner: change plan, cancel, resume, invoices. Actions that cost or end something are confirmed first. */
export function PlanActions({ companyId, card, onChanged }: PlanActionsProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const change = usePlanChange({ companyId, onChanged })
  const close = () => setOpenDialog(undefined)
  const { kind, status, cancel_at_period_end: isEnding, current_period_end: end, plan } = card
  if (kind === 'granted') return null
  const target = targetOf(card)

  function run(action: () => Promise<void>) {
    close()
    void action()
  }

  return (
    <>
      {change.failure ? <Failure {...change.failure} /> : null}
      {change.toConfirm && status === 'active' && change.toConfirm.plan !== plan ? (
        <Note kind="warn" title="Ihre Bank verlangt eine Bestätigung">
          Der Plan wechselt, sobald Sie die Zahlung auf der Seite des Zahlungsdienstes bestätigt haben. Dafür haben Sie 23 Stunden Zeit; bis
          dahin bleibt alles, wie es ist.{' '}
          <a href={change.toConfirm.url} target="_blank" rel="noreferrer">
            Zahlung bestätigen (neues Fenster)
          </a>
        </Note>
      ) : null}
      {status === 'canceled' && card.open_return ? <OpenReturn debt={card.open_return} /> : null}
      <div className="plan-actions">
        {status === 'active' && !isEnding ? (
          <ActionButton look="secondary" isBusy={change.busy === 'change'} onClick={() => setOpenDialog('change')}>
            {target === plan ? `${plans[plan].name} behalten` : `Zu ${plans[target].name} wechseln`}
          </ActionButton>
        ) : null}
        {isEnding && status !== 'canceled' ? (
          <ActionButton look="secondary" isBusy={change.busy === 'resume'} onClick={() => void change.resume()}>
            Kündigung zurücknehmen
          </ActionButton>
        ) : null}
        {status === 'incomplete' || status === 'canceled' ? (
          <ActionButton
            key="subscribe"
            look={card.open_return ? 'secondary' : 'primary'}
            isBusy={change.busy === 'subscribe'}
            onClick={() => setOpenDialog('subscribe')}
          >
            {status === 'canceled' ? 'Wieder abonnieren' : 'Jetzt abonnieren'}
          </ActionButton>
        ) : (
          <ActionButton look="neutral" isBusy={change.busy === 'portal'} onClick={() => void change.openPortal()}>
            <ExternalLink />
            Zahlungsmittel ändern
          </ActionButton>
        )}
        {(isLive(status) || status === 'unpaid') && !isEnding ? (
          <ActionButton look="danger" isBusy={change.busy === 'cancel'} onClick={() => setOpenDialog('cancel')}>
            Kündigen
          </ActionButton>
        ) : null}
      </div>
      {openDialog === 'change' ? (
        <ChangeDialog
          card={card}
          wanted={target}
          onConfirm={() => run(() => change.changeTo(target, changeDone(card, target)))}
          onClose={close}
        />
      ) : null}
      {openDialog === 'subscribe' ? (
        <SubscribeDialog plan={plan} onConfirm={(chosen) => run(() => change.subscribe(chosen))} onClose={close} />
      ) : null}
      {openDialog === 'cancel' ? (
        <ConfirmDialog
          question="Abonnement kündigen?"
          consequence={cancelConsequence(end)}
          confirmLabel="Kündigen"
          cancelLabel="Abonnement behalten"
          onConfirm={() => run(change.cancel)}
          onCancel={close}
        />
      ) : null}
    </>
  )
}

type ActionButtonProps = { look: 'primary' | 'secondary' | 'neutral' | 'danger'; isBusy: boolean; onClick: () => void; children: ReactNode }

const ActionButton = ({ look, ...button }: ActionButtonProps) => <BusyButton type="button" className={`button ${look} small`} {...button} />

/** Target of a plan change: the other plan, or back to the paid one if a change is scheduled. */
function targetOf({ plan, renews_as: renewsAs }: SubscriptionCard) {
  if (renewsAs && renewsAs !== plan) return plan
  return plan === 'basic' ? 'premium' : 'basic'
}

function changeDone({ plan }: SubscriptionCard, wanted: PlanKey) {
  const { name } = plans[wanted]
  if (wanted === plan) return `${name} bleibt Ihr Plan`
  return chargeOf({ paid: plan, wanted }) === 'now' ? `Ihr Plan ist jetzt ${name}` : `Wechsel zu ${name} vorgemerkt`
}

const cancelConsequence = (end: string | null) =>
  `Ihr Plan gilt bis ${end ? `zum ${dayOf(end)}` : 'zum Ende des bezahlten Monats'}, danach wird nichts mehr abgebucht. Ab dann ist Ihre Firma nicht mehr zu finden und nicht mehr buchbar; bestehende Buchungen werden noch ausgeführt und ausgezahlt. Bis dahin können Sie die Kündigung zurücknehmen.`
