import { FileDrop } from '#src/foundation/files/ui/FileDrop.tsx'
import { hiddenNotice } from '#src/orders/bookings/masking/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { EmailField } from '#src/platform/web/forms/EmailField.tsx'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { countText } from '#src/platform/web/forms/textLength.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { dayPartLabels, dayParts } from '#src/supply/calendars/dayParts.ts'
import { type QuoteFormData, quoteLimits, quoteTexts, urgencies, urgencyLabels } from '../rules.ts'
import { RequestedCompanies } from './RequestedCompanies.tsx'
import { Questions, RequestedService } from './RequestedService.tsx'
import { idOf, labels, names, type RequestQuotesState, useRequestQuotesForm } from './RequestQuotesState.tsx'

type RequestQuotesFormProps = { about: QuoteFormData; viewerEmail: string | undefined }

/** Form that describes the work once, for up to five companies. */
export default function RequestQuotesForm({ about, viewerEmail }: RequestQuotesFormProps) {
  const form = useRequestQuotesForm(about, viewerEmail)
  if (form.sent) return <Sent email={form.values.customerEmail} isHidden={form.sent.isHidden} token={form.sent.token} />
  const { values, type, errors } = form
  return (
    <form
      className="ask-grid"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <div className="card padded stack">
        <ErrorSummary fields={names.filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] }))} />
        <Failure title="Die Anfrage wurde nicht gesendet" text={form.failure} />
        {about.service ? <RequestedService service={about.service} /> : null}
        <Field
          id={idOf('description')}
          label={labels.description}
          error={errors.description}
          hint={`${countText(form.description.length, quoteLimits.description.max)}. Maße, Zustand und Material helfen dem Anbieter, genau zu rechnen.`}
        >
          {(control) => (
            <textarea {...control} rows={6} value={values.description} onChange={(event) => type({ description: event.target.value })} />
          )}
        </Field>
        <Questions questions={about.service?.questions ?? []} answers={values.answers} onChange={(answers) => type({ answers })} />
        <FileDrop
          id="ask-files"
          uploads={form.uploads}
          max={quoteLimits.files}
          tooMany={{ title: 'Zu viele Dateien', text: quoteTexts.maxFiles }}
        />
        <div className="ask-pair">
          <Field
            id={idOf('postcode')}
            label={labels.postcode}
            error={errors.postcode}
            hint="Ihre Straße erfährt nur der Anbieter, den Sie beauftragen."
          >
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                autoComplete="postal-code"
                value={values.postcode}
                onChange={(event) => type({ postcode: event.target.value })}
              />
            )}
          </Field>
          <Field id={idOf('customerName')} label={labels.customerName} error={errors.customerName}>
            {(control) => (
              <input
                {...control}
                autoComplete="name"
                value={values.customerName}
                onChange={(event) => type({ customerName: event.target.value })}
              />
            )}
          </Field>
        </div>
        <EmailField
          id={idOf('customerEmail')}
          autoComplete="email"
          value={values.customerEmail}
          error={errors.customerEmail}
          onChange={(event) => type({ customerEmail: event.target.value })}
        />
        <Wishes form={form} />
      </div>
      <aside className="stack" aria-label="Anbieter und Absenden">
        <RequestedCompanies
          id={idOf('companyIds')}
          about={about}
          chosenIds={values.companyIds}
          asksFurther={values.asksFurther}
          error={errors.companyIds}
          onChange={type}
        />
        <BusyButton needsScripts isBusy={form.isBusy}>
          Angebot anfordern
        </BusyButton>
        <noscript>
          <Note kind="warn">
            Dieses Formular braucht JavaScript. Bitte schalten Sie es ein, oder schreiben Sie uns über die Hilfeseite.
          </Note>
        </noscript>
        <p className="small muted">Die Anfrage kostet nichts. {hiddenNotice}</p>
      </aside>
    </form>
  )
}

function Wishes({ form: { values, type, errors } }: { form: RequestQuotesState }) {
  return (
    <>
      <fieldset className="field">
        <legend className="label">Wann?</legend>
        <div className="quote-choices">
          {urgencies.map((urgency) => (
            <label key={urgency} className="check">
              <input
                id={`ask-${urgency}`}
                type="radio"
                name="urgency"
                value={urgency}
                checked={values.urgency === urgency}
                onChange={() => type({ urgency })}
              />
              {urgencyLabels[urgency]}
            </label>
          ))}
        </div>
      </fieldset>
      {values.urgency === 'days' ? (
        <FieldGroup id={idOf('wishedDays')} legend={`${labels.wishedDays}, höchstens drei`} error={errors.wishedDays}>
          <div className="ask-days">
            {values.wishedDays.map((day, at) => (
              <input
                // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep their places
                key={at}
                id={at === 0 ? idOf('wishedDays') : undefined}
                className="input"
                type="date"
                aria-label={`${at + 1}. Wunschtag`}
                min={berlinDay(new Date())}
                value={day}
                onChange={(event) => type({ wishedDays: values.wishedDays.map((one, place) => (place === at ? event.target.value : one)) })}
              />
            ))}
          </div>
        </FieldGroup>
      ) : null}
      <fieldset className="field">
        <legend className="label">
          Tageszeit <span className="optional">(optional)</span>
        </legend>
        <div className="row wrapping quote-choices">
          {dayParts.map((part) => (
            <label key={part} className="check">
              <input
                id={`ask-${part}`}
                type="checkbox"
                value={part}
                checked={values.wishedParts.includes(part)}
                onChange={(event) =>
                  type({
                    wishedParts: event.target.checked ? [...values.wishedParts, part] : values.wishedParts.filter((one) => one !== part),
                  })
                }
              />
              {dayPartLabels[part]}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** The confirmation replaces the form and takes the focus. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

function Sent({ email, isHidden, token }: { email: string; isHidden: boolean; token: string | null }) {
  return (
    <div className="stack narrow" tabIndex={-1} ref={focusOnce}>
      {isHidden ? <Note kind="warn">{hiddenNotice}</Note> : null}
      {token === null ? (
        <Note key="mailed" kind="info" title="Bitte prüfen Sie Ihre E-Mails">
          Wir haben einen Link an {email} gesendet. Erst wenn Sie die Anfrage dort bestätigen, geht sie an die Anbieter.
        </Note>
      ) : (
        <Note
          kind="ok"
          title="Ihre Anfrage ist unterwegs"
          actions={
            <a className="button secondary small" href={`/angebote?token=${token}`}>
              Anfrage ansehen
            </a>
          }
        >
          Die Anbieter haben 72 Stunden Zeit. Zu jedem Angebot bekommen Sie eine E-Mail.
        </Note>
      )}
    </div>
  )
}
