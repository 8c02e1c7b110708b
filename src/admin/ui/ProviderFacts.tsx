import { type ReactNode, useState } from 'react'
import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import { noticeFieldNames, noticeLabels } from '#src/companies/noticeTextRules.ts'
import { formatMoment } from '#src/kit/dates.ts'
import { priceText } from '#src/kit/money.ts'
import { PremiumBadge, VerifiedBadge } from '#src/web/Badge.tsx'
import { call } from '#src/web/call.ts'
import { Note } from '#src/web/Note.tsx'
import { showToast } from '#src/web/toast.ts'
import type { ProviderDetail } from '../providerRules.ts'
import { claimWords, planWords, providerTexts, subscriptionWords } from '../providerTextRules.ts'
import { leaveWhenLost, reasonOf } from './AdminReading.tsx'
import { ProviderState } from './ProviderColumns.tsx'

type FactsProps = { provider: ProviderDetail; onChanged: () => void; onLost: () => Promise<void> }

/** What is known of a provider, and what of it waits for somebody. */
export function ProviderFacts({ provider, onChanged, onLost }: FactsProps) {
  const { subscription_kind, subscription_status, plan, hourly_rate } = provider
  return (
    <>
      <div className="row wrapf">
        <span className="sr">Zustand:</span>
        <ProviderState provider={provider} />
        {provider.premium ? <PremiumBadge /> : null}
        {provider.verified ? <VerifiedBadge /> : null}
        <span className="sm dim">Angelegt am {momentOf(provider.created_at)}</span>
      </div>
      {provider.archived_at ? <ArchivedNote at={provider.archived_at} /> : null}
      {provider.archived_at ? null : <ClaimNote provider={provider} onChanged={onChanged} onLost={onLost} />}
      <dl className="facts">
        <Fact label="Kategorie">{provider.category}</Fact>
        <Fact label="Standort">{provider.location || '–'}</Fact>
        <Fact label="Ansprechpartner">{provider.contact_person || '–'}</Fact>
        <Fact label="E-Mail">{provider.email}</Fact>
        <Fact label="Telefon">{provider.phone || '–'}</Fact>
        <Fact label="Webseite">{provider.website ?? '–'}</Fact>
        <Fact label="Preis">{priceText(hourly_rate === null ? null : Math.round(hourly_rate * 100))}</Fact>
        {noticeFieldNames.map((name) =>
          provider[name] ? (
            <Fact key={name} label={noticeLabels[name]}>
              {provider[name]}
            </Fact>
          ) : null,
        )}
        <Fact label="Plan">
          {planWords[plan]}, {subscription_kind === 'granted' ? 'kostenfrei' : subscriptionWords[subscription_status]}
        </Fact>
        <Fact label="Beschreibung">
          <span className="words">{provider.description || '–'}</span>
        </Fact>
      </dl>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const momentOf = (iso: string) => formatMoment(new Date(iso))

const ArchivedNote = ({ at }: { at: string }) => (
  <Note kind="info" title={`Archiviert am ${momentOf(at)}`}>
    Der Anbieter ist nirgends mehr zu sehen. Seine Buchungen, Zahlungen und Rechnungen bleiben für die gesetzliche Frist erhalten.
  </Note>
)

/** Whether somebody has taken the profile over, and if not, what became of the code for it. */
function ClaimNote({ provider: { id, claim, email }, onChanged, onLost }: FactsProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function sendAgain() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('admin-issue-claim-code', { companyId: id })
      showToast({ kind: 'success', title: providerTexts.codeSent, text: providerTexts.createdHelp(email) })
      onChanged()
    } catch (error) {
      showToast({ kind: 'error', title: providerTexts.notDone, text: reasonOf(error) })
      await leaveWhenLost(error, onLost)
    }
    setIsBusy(false)
  }
  if (claim.state === 'claimed') return null
  const isBad = ['refused', 'expired', 'usedUp'].includes(claim.state)
  return (
    <Note
      kind={isBad ? 'warn' : 'info'}
      title={claimWords[claim.state]}
      actions={
        <BusyButton type="button" look="btn btn-s btn-sm" isBusy={isBusy} onClick={() => void sendAgain()}>
          Neuen Code senden
        </BusyButton>
      }
    >
      {[
        claim.sent_at ? `Zuletzt am ${momentOf(claim.sent_at)}.` : '',
        claim.expires_at ? `Der Code gilt bis ${momentOf(claim.expires_at)}.` : '',
      ]
        .filter(Boolean)
        .join(' ')}
    </Note>
  )
}
