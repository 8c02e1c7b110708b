import { type ReactNode, useState } from 'react'
import { orderNotice } from '#src/foundation/legal/orderRules.ts'
import { methodsList, offeredMethods } from '#src/money/payments/methods.ts'
import { formatEuro, formatRate, parseEuro, priceText } from '#src/platform/kit/money.ts'
import { ChevronLeft } from '#src/platform/web/icons/Icons.tsx'
import { Fact, SumLine } from '#src/platform/web/parts/Fact.tsx'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { Scale } from '#src/platform/web/parts/Ticket.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { type FieldName, fieldNames, fieldRow, imprintNames } from '#src/supply/companies/fields/fields.ts'
import { imprintTexts } from '#src/supply/companies/imprint/texts.ts'
import { type PlanKey, plans } from '../rules.ts'
import { renewalNote, subscribeButton, vatNote } from '../signupRules.ts'
import { MandateNote } from './MandateNote.tsx'
import { OrderTrouble } from './OrderTrouble.tsx'
import { PayoutDay } from './PayoutDay.tsx'
import { type CompanyTexts, fieldPrefix, headingId, planFieldId, steps } from './RegistrationDraft.tsx'
import type { Registration } from './RegistrationSteps.tsx'
import { readSaved } from './SavedRegistration.tsx'
import '#src/platform/web/styles/summary.css'

type PaymentStepProps = {
  plan: PlanKey
  company: CompanyTexts
  vatBasisPoints: number
  order: Registration['order']
  /** True if the page was loaded at this step. */
  isFirstSight: boolean
  onChange: (step: number, focusId?: string) => void
}

/** Step 4: summary, price and order. */
export function PaymentStep({ plan, company, vatBasisPoints, order, isFirstSight, onChange }: PaymentStepProps) {
  const wasAborted = useAborted(isFirstSight)
  return (
    <form
      className="signup-step"
      onSubmit={(event) => {
        event.preventDefault()
        void order.run()
      }}
    >
      <div className="stack tight">
        <h2 id={headingId} tabIndex={-1}>
          Stimmt alles?
        </h2>
        <p className="muted">Nach der Zahlung ist Ihr Profil sofort in der Suche zu finden.</p>
      </div>
      {wasAborted && !order.failure ? (
        <Note kind="info" role="status" title="Die Zahlung ist noch offen">
          Ihre Angaben sind erhalten. Sie können sie ändern oder gleich bezahlen.
        </Note>
      ) : null}
      <div className="signup-payment">
        <Summary plan={plan} company={company} onChange={order.isBusy ? undefined : onChange} />
        <PlanTicket plan={plan} vatBasisPoints={vatBasisPoints} />
      </div>
      {order.failure ? <OrderTrouble failure={order.failure} /> : null}
      <div className="signup-actions">
        <button type="button" className="button neutral" disabled={order.isBusy} onClick={() => onChange(steps.company)}>
          <ChevronLeft />
          Zurück
        </button>
        <div className="signup-order">
          <p className="small muted">
            {imprintTexts.declaresTrader} Es gelten unsere <LegalLink to="companyTerms" />. Hinweise zum <LegalLink to="privacy" />.
          </p>
          <MandateNote />
          <p className="small">{orderNotice}</p>
          <button type="submit" className="button primary" aria-busy={order.isBusy || undefined} aria-disabled={order.isBusy || undefined}>
            {subscribeButton}
          </button>
        </div>
      </div>
    </form>
  )
}

/** True if the person returned from the payment page without paying: the company is stored already. */
function useAborted(isFirstSight: boolean) {
  const [isAborted] = useState(() => isFirstSight && readSaved('company') !== null)
  return isAborted
}

type SummaryProps = { plan: PlanKey; company: CompanyTexts; onChange: PaymentStepProps['onChange'] | undefined }

function Summary({ plan, company, onChange }: SummaryProps) {
  const toField = (field: FieldName) => onChange && (() => onChange(steps.company, `${fieldPrefix}-${field}`))
  return (
    <section className="card padded" aria-label="Ihre Angaben">
      <dl className="summary">
        <Row label="Plan" onChange={onChange && (() => onChange(steps.plan, planFieldId))}>
          {plans[plan].name}
        </Row>
        <Row label="Firma" onChange={toField('company_name')}>
          {company.company_name}
          <Sub>{company.category}</Sub>
        </Row>
        <Row label="Beschreibung" onChange={toField('description')}>
          <span className="signup-text">{company.description.trim()}</span>
        </Row>
        <Row label="Standort" onChange={toField('location')}>
          {company.location}
          {company.service_radius_km.trim() ? <Sub>Einsatzradius {company.service_radius_km.trim()} km</Sub> : null}
        </Row>
        <Row label="Kontakt" onChange={toField('contact_person')}>
          {company.contact_person}
          {reachedBy.map((name) => (company[name].trim() ? <Sub key={name}>{company[name].trim()}</Sub> : null))}
        </Row>
        <Row label="Preis" onChange={toField('hourly_rate')}>
          <span className="number">{priceText(parseEuro(company.hourly_rate) ?? null)}</span>
        </Row>
        <Row label="Anbieterkennzeichnung" onChange={toField('legal_form')}>
          {imprintNames
            .map((name) => company[name].trim())
            .filter(Boolean)
            .join(', ') || 'Keine Angabe'}
        </Row>
      </dl>
    </section>
  )
}

/** Contact fields of the company. */
const reachedBy = fieldNames.filter((name) => fieldRow(name).section === 'contact' && name !== 'contact_person')

const Sub = ({ children }: { children: ReactNode }) => <span className="signup-detail">{children}</span>

/** Row of the summary; `onChange` is undefined while the order is being sent. */
function Row({ label, onChange, children }: { label: string; onChange: (() => void) | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd className="change">
        {onChange ? (
          <button type="button" onClick={onChange} aria-label={`Ändern: ${label}`}>
            Ändern
          </button>
        ) : null}
      </dd>
    </div>
  )
}

/** Ordered plan: price, tax, term and cancellation. */
function PlanTicket({ plan, vatBasisPoints }: { plan: PlanKey; vatBasisPoints: number }) {
  const { name, priceCents, commissionBasisPoints, payout } = plans[plan]
  return (
    <section className="ticket flat" aria-label="Preis">
      <Scale />
      <div className="ticket-body">
        <dl className="pairs small">
          <Fact label={name}>ein Monat</Fact>
          <SumLine label="Provision je Buchung" amount={formatRate(commissionBasisPoints)} />
          <Fact label="Zahlungsart">{methodsList(offeredMethods(useSite().methods).subscription)}</Fact>
        </dl>
        <p className="small muted">
          <PayoutDay payout={payout} />
        </p>
        <div className="ticket-total">
          <span className="small strong">Gesamtpreis im Monat</span>
          <span className="price">{formatEuro(priceCents)}</span>
          <span className="tiny dim">{vatNote(vatBasisPoints)}</span>
        </div>
        <p className="small muted">{renewalNote}</p>
      </div>
    </section>
  )
}
