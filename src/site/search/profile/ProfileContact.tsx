import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { telLink } from '#src/platform/kit/typed.ts'
import { RefreshCw } from '#src/platform/web/icons/Icons.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import type { PublicProfile } from '../query/rules.ts'

const forMembers = 'Nur für angemeldete Nutzer'

type ContactCardProps = { company: PublicProfile; isSignedIn: boolean }

/** Phone and e-mail never reach visitors; a website is the company's own, so it gets no credit from us. */
export function ContactCard({ company, isSignedIn }: ContactCardProps) {
  return (
    <div className="card padded stack">
      <h2>Kontakt</h2>
      <dl className="pairs small">
        {isSignedIn ? <MemberContact companyId={company.id} /> : <VisitorContact companyId={company.id} />}
        {company.contacts.map(({ label, text, href }) => (
          <Fact key={label} label={label}>
            {href ? (
              <a href={href} target="_blank" rel="noopener nofollow ugc">
                {text}
              </a>
            ) : (
              text
            )}
          </Fact>
        ))}
      </dl>
    </div>
  )
}

/** The words open the sign-in, which returns to this profile. */
function VisitorContact({ companyId }: { companyId: string }) {
  const signIn = (
    <Link to="/" state={{ showLogin: true, redirectTo: `/service/${companyId}` }}>
      {forMembers}
    </Link>
  )
  return (
    <>
      <Fact label="Telefon" className="plain">
        {signIn}
      </Fact>
      <Fact label="E-Mail" className="plain">
        {signIn}
      </Fact>
    </>
  )
}

function MemberContact({ companyId }: { companyId: string }) {
  const { contactState, retry } = useContact(companyId)
  if (contactState.status === 'failed') return <ContactNotLoaded text={contactState.text} onRetry={retry} />
  const contact = contactState.status === 'loaded' ? contactState.contact : undefined
  return (
    <>
      <Fact label="Telefon">{contact ? <a href={telLink(contact.phone)}>{contact.phone}</a> : <ContactLoading />}</Fact>
      <Fact label="E-Mail">{contact ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : <ContactLoading />}</Fact>
    </>
  )
}

function ContactLoading() {
  return (
    <span className="skeleton contact-skeleton">
      <span className="unseen">wird geladen…</span>
    </span>
  )
}

/** A description list allows only pairs of term and text, so the failure is shown as a pair. */
function ContactNotLoaded({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="contact-bad">
      <dt className="unseen">Kontakt</dt>
      <dd>
        <RegionFailure title="Kontaktdaten konnten nicht geladen werden" text={text} Icon={RefreshCw} onRetry={onRetry} />
      </dd>
    </div>
  )
}

type Contact = { phone: string; email: string }
type ContactState = { status: 'loading' } | { status: 'failed'; text: string } | { status: 'loaded'; contact: Contact }

function useContact(companyId: string) {
  const [contactState, setContactState] = useState<ContactState>({ status: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same contact again
  useEffect(() => {
    const stop = new AbortController()
    setContactState({ status: 'loading' })
    readCall('get-company-contact', { companyId }, { signal: stop.signal }).then(
      ({ contact }) => setContactState({ status: 'loaded', contact }),
      (error: unknown) => {
        if (!stop.signal.aborted) setContactState({ status: 'failed', text: error instanceof CallError ? error.message : '' })
      },
    )
    return () => stop.abort()
  }, [companyId, round])
  return { contactState, retry: () => setRound((last) => last + 1) }
}
