import { appOf, sendOf } from '#src/platform/server/pageContext.ts'
import { answerPlainForm } from '#src/platform/web/forms/plainForm.ts'
import { JsonLd } from '#src/platform/web/parts/JsonLd.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { supportPage } from '../contactRules.ts'
import { faqData, faqOf } from '../faq.ts'
import { findSupportFacts } from '../store.ts'
import type { Route } from './+types/SupportPage'
import { ContactCard } from './ContactCard.tsx'
import { ContactForm } from './ContactForm.tsx'
import { Faq } from './Faq.tsx'
import './support.css'

/**
 * `openedAt`: time at which the form was rendered (trapRules). `isSent`: the server redirected here after a plain form submission (no
 * JavaScript).
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(appOf)
  const { operator, ...facts } = await findSupportFacts(db)
  return { operator, facts, openedAt: now().toISOString(), isSent: new URL(request.url).searchParams.has('gesendet') }
}

/** Receives the contact form without JavaScript. */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerPlainForm({
    request,
    send: context.get(sendOf),
    path: '/functions/v1/send-contact-message',
    leadsTo: `${supportPage}?gesendet=1#kontakt`,
  })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: 'Support und häufige Fragen',
    description: 'Antworten zu Buchung, Stornierung, Plänen und Auszahlung, Kontaktdaten und Kontaktformular.',
    path: supportPage,
  })

/** Questions with answers on one side, contact and form on the other. */
export default function SupportPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { operator, facts, openedAt, isSent } = loaderData
  const parts = faqOf(facts)
  return (
    <main id="inhalt" className="wrap page support">
      <div className="stack tight">
        <h1>Support</h1>
        <p className="muted">Häufige Fragen, und wie Sie uns erreichen.</p>
        <a className="support-jump" href="#kontakt">
          Kontakt und Nachricht
        </a>
      </div>
      <div className="support-grid">
        <Faq parts={parts} />
        <div className="support-column" id="kontakt">
          <ContactCard operator={operator} />
          <ContactForm
            openedAt={openedAt}
            email={matches[0].loaderData?.viewer?.email ?? ''}
            isSent={isSent}
            operatorEmail={operator.email}
            refused={actionData?.refused}
          />
        </div>
      </div>
      <JsonLd data={faqData(parts)} />
    </main>
  )
}
