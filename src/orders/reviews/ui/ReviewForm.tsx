import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { reviewFormTexts, reviewLimits } from '../rules.ts'
import { reviewForm } from '../writingRules.ts'
import { StarInput } from './StarInput.tsx'

type ReviewFormProps = {
  companyId: string
  /** Token of a booking's mail; the review then has the booking's address. */
  bookingToken?: string
  /** Known address and name; not editable here. */
  knownEmail?: string | undefined
  knownName?: string
  onSent: () => void
  /** Called with true while closing the form would lose typed text. */
  onTyped?: (hasText: boolean) => void
}

const labels = { rating: 'Bewertung', customer_name: 'Name', customer_email: 'E-Mail', comment: 'Kommentar' } as const
const names = ['rating', 'customer_name', 'customer_email', 'comment'] as const

/**
 * Review form: name, address, stars and comment. Input is kept until it is sent, then the form is reset. The dialog defaults to five stars
 * (docs/spec.md#review-dialog); after an invitation the customer must choose, so that no rating is suggested.
 */
export function ReviewForm({ companyId, bookingToken, knownEmail, knownName = '', onSent, onTyped }: ReviewFormProps) {
  const attempt = useIdempotencyKey()
  const form = useCheckedForm({
    prefix: 'review',
    fields: { rating: bookingToken === undefined ? '5' : '', customer_name: knownName, customer_email: knownEmail ?? '', comment: '' },
    check: errorsOf(reviewForm),
    async send(values): Promise<void> {
      const body = {
        company_id: companyId,
        ...values,
        rating: Number(values.rating),
        ...(bookingToken === undefined ? {} : { bookingToken }),
      }
      await action(async () => {
        await call('insert-review', body, { idempotencyKey: attempt.keyOf(body) })
        form.clear()
        onSent()
      })
    },
  })
  const { failure, action } = useAction({ onFields: form.refuse })
  const { errors, idOf, input } = form
  const faulty = names.filter((name) => errors[name] !== undefined)
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <ErrorSummary fields={faulty.map((name) => ({ id: idOf(name), label: labels[name] }))} />
      <Failure title={reviewFormTexts.failed} text={failure} />
      <StarInput id={idOf('rating')} value={form.values.rating} error={errors.rating} onChange={(rating) => form.type('rating', rating)} />
      <Field
        {...form.field('customer_name')}
        label={labels.customer_name}
        hint="Steht öffentlich bei Ihrer Bewertung, ebenso die gebuchte Leistung."
        length={{ typed: form.values.customer_name, longest: reviewLimits.name }}
      >
        {(control) => <input {...control} {...input('customer_name')} autoComplete="name" required />}
      </Field>
      <Field {...form.field('customer_email')} label={labels.customer_email} hint={hintOf({ knownEmail, bookingToken })}>
        {(control) => (
          <input
            {...control}
            {...input('customer_email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={knownEmail !== undefined}
            required
          />
        )}
      </Field>
      <Field {...form.field('comment')} label={labels.comment} length={{ typed: form.values.comment, longest: reviewLimits.comment }}>
        {(control) => (
          <textarea
            {...control}
            rows={5}
            value={form.values.comment}
            onChange={(event) => {
              form.type('comment', event.target.value)
              onTyped?.(event.target.value.trim() !== '')
            }}
            required
          />
        )}
      </Field>
      <BusyButton isBusy={form.isBusy}>{reviewFormTexts.send}</BusyButton>
    </form>
  )
}

/** Explains the origin of an address that cannot be changed here. */
function hintOf({ knownEmail, bookingToken }: Pick<ReviewFormProps, 'knownEmail' | 'bookingToken'>) {
  if (knownEmail === undefined) return 'Wird nicht veröffentlicht.'
  return `Die Adresse ${bookingToken === undefined ? 'Ihres Kontos' : 'Ihrer Buchung'}. Sie wird nicht veröffentlicht.`
}
