import { telLink } from '#src/platform/kit/typed.ts'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { replyWithinHours } from '../contactRules.ts'

type Operator = { name: string; address: string; email: string; phone: string }

/** Contact of the operator, from the settings. */
export const ContactCard = ({ operator: { name, address, email, phone } }: { operator: Operator }) => (
  <section className="card padded stack" aria-labelledby="contact-title">
    <h2 id="contact-title">Kontakt</h2>
    <dl className="pairs small">
      <Fact label="Betreiber">
        {name}
        <span className="support-address">{address}</span>
      </Fact>
      {phone ? (
        <Fact label="Telefon">
          <a href={telLink(phone)}>{phone}</a>
        </Fact>
      ) : null}
      {email ? (
        <Fact label="E-Mail">
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      ) : null}
    </dl>
    <p className="small muted">Auf Nachrichten antworten wir innerhalb von {replyWithinHours} Stunden.</p>
  </section>
)
