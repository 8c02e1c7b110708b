import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { PremiumBadge, VerifiedBadge } from '#src/platform/web/parts/Badge.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { feedFailureTexts } from '#src/supply/calendars/feeds/rules.ts'
import { type FieldName, fieldRow, publicFieldNames } from '#src/supply/companies/fields/fields.ts'
import { factsOf } from '#src/supply/companies/fields/reading.ts'
import { CompanyState } from './CompanyColumns.tsx'
import type { CompanyDetail } from './rules.ts'
import { claimLabels, companyAreaTexts, planLabels, subscriptionLabels } from './texts.ts'
import '#src/platform/web/styles/facts.css'

type FactsProps = { company: CompanyDetail; onChanged: () => void }

/** Data of a company, and open tasks. */
export function CompanyFacts({ company, onChanged }: FactsProps) {
  const { subscription_kind, subscription_status, plan } = company
  return (
    <>
      <div className="row wrapping">
        <span className="unseen">Zustand:</span>
        <CompanyState company={company} />
        {company.premium ? <PremiumBadge /> : null}
        {company.verified ? <VerifiedBadge /> : null}
        <span className="small dim">Angelegt am {momentOf(company.created_at)}</span>
      </div>
      {company.archived_at ? <ArchivedNote at={company.archived_at} /> : null}
      {company.archived_at ? null : <ClaimNote company={company} onChanged={onChanged} />}
      <FeedNote feed={company.feed} />
      <ReturnNote debt={company.open_return} />
      <dl className="facts">
        {factsToTell(company).map(({ name, label, text }) => (
          <Fact key={name} label={label}>
            {text || '–'}
          </Fact>
        ))}
        <Fact label="Plan">
          {planLabels[plan]}, {subscription_kind === 'granted' ? 'kostenfrei' : subscriptionLabels[subscription_status]}
        </Fact>
        <TextFact label="Beschreibung">{company.description || '–'}</TextFact>
      </dl>
    </>
  )
}

/** Omits name and description, which are shown elsewhere, and empty fields of the imprint. */
function factsToTell(company: CompanyDetail) {
  const isImprint = (name: FieldName) => fieldRow(name).section === 'imprint'
  const names = publicFieldNames.filter((name) => name !== 'company_name' && name !== 'description')
  return factsOf(company, names, 'operator').filter(({ name, text }) => text !== '' || !isImprint(name))
}

const momentOf = (iso: string) => formatMoment(new Date(iso))

const ArchivedNote = ({ at }: { at: string }) => (
  <Note kind="info" title={`Archiviert am ${momentOf(at)}`}>
    Der Anbieter ist nirgends mehr zu sehen. Seine Buchungen, Zahlungen und Rechnungen bleiben für die gesetzliche Frist erhalten.
  </Note>
)

/** Warning that the company's external calendar is no longer read; its owner was notified by mail. */
function FeedNote({ feed }: Pick<CompanyDetail, 'feed'>) {
  if (!feed?.failure) return null
  return (
    <Note kind="warn" title={`Verbundener Kalender bei ${feed.host} nicht lesbar`}>
      {feedFailureTexts[feed.failure]}. {plural(feed.failures, 'Versuch', 'Versuche')} in Folge, zuletzt gelesen:{' '}
      {feed.read_at ? momentOf(feed.read_at) : 'noch nie'}.
    </Note>
  )
}

/** Returned payment of the plan; an ended company pays it before it can subscribe again. */
function ReturnNote({ debt }: { debt: CompanyDetail['open_return'] }) {
  if (!debt) return null
  return (
    <Note kind="warn" title="Zurückgebuchte Zahlung des Plans offen">
      <span className="number">{euros(debt.amount)}</span>, zurückgebucht am {momentOf(debt.returned_at)}. Vorher ist kein neues Abonnement
      möglich; die neue Rechnung steht im Dashboard des Anbieters.
    </Note>
  )
}

/** State of the claim: whether the company belongs to an account, and if not, the state of its claim code. */
function ClaimNote({ company: { id, claim, email }, onChanged }: FactsProps) {
  const { isBusy, action } = useAction()
  const sendAgain = () =>
    action(async () => {
      await call('admin-issue-claim-code', { companyId: id })
      showToast({ kind: 'success', title: companyAreaTexts.codeSent, text: companyAreaTexts.createdHelp(email) })
      onChanged()
    }, companyAreaTexts.notDone)
  if (claim.state === 'claimed') return null
  const isBad = ['refused', 'expired', 'usedUp'].includes(claim.state)
  return (
    <Note
      kind={isBad ? 'warn' : 'info'}
      title={claimLabels[claim.state]}
      actions={
        <BusyButton type="button" className="button secondary small" isBusy={isBusy} onClick={() => void sendAgain()}>
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
