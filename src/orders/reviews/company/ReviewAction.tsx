import { type CompanyReview, objectionForm, replyForm } from '#src/orders/reviews/companyRules.ts'
import { reviewLimits } from '#src/orders/reviews/rules.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

export type ChosenAction = { kind: 'reply' | 'objection'; review: CompanyReview }
type ReviewActionProps = ChosenAction & { companyId: string; onClose: () => void; onDone: () => void }

const actions = {
  reply: {
    title: 'Auf die Bewertung antworten',
    label: 'Antwort',
    hint: 'Sie steht öffentlich unter der Bewertung und lässt sich nicht mehr ändern. Nennen Sie keine persönlichen Daten.',
    longest: reviewLimits.reply,
    button: 'Antwort veröffentlichen',
    done: 'Antwort veröffentlicht',
    failed: 'Die Antwort wurde nicht veröffentlicht',
    check: (words: string) => errorsOf(replyForm)({ reply: words }).reply,
    send: (ids: { companyId: string; reviewId: string }, words: string) => call('reply-to-review', { ...ids, reply: words }),
  },
  objection: {
    title: 'Einspruch gegen die Bewertung',
    label: 'Begründung',
    hint: 'Was ist an der Bewertung rechtswidrig oder unwahr? Wir prüfen den Einspruch und schreiben Ihnen das Ergebnis mit Gründen. Bis dahin bleibt die Bewertung sichtbar.',
    longest: reviewLimits.objection,
    button: 'Einspruch einlegen',
    done: 'Einspruch eingelegt',
    failed: 'Der Einspruch ist nicht angekommen',
    check: (words: string) => errorsOf(objectionForm)({ reason: words }).reason,
    send: (ids: { companyId: string; reviewId: string }, words: string) => call('object-to-review', { ...ids, reason: words }),
  },
} as const

/** Form of the company's only reply to a review, or only objection. */
export function ReviewAction({ kind, review, companyId, onClose, onDone }: ReviewActionProps) {
  const action = actions[kind]
  const { failure, action: run } = useAction()
  const form = useCheckedForm({
    prefix: kind,
    fields: { words: '' },
    check: ({ words }) => ({ words: action.check(words) }),
    async send({ words }): Promise<void> {
      await run(async () => {
        await action.send({ companyId, reviewId: review.id }, words)
        showToast({ kind: 'success', title: action.done })
        onClose()
        onDone()
      })
    },
  })
  return (
    <SmallDialog title={action.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <blockquote className="review-quote">
          <p>{review.comment}</p>
          <footer className="small muted">{review.customer_name}</footer>
        </blockquote>
        <Failure title={action.failed} text={failure} />
        <Field
          {...form.field('words')}
          label={action.label}
          hint={action.hint}
          length={{ typed: form.values.words, longest: action.longest }}
        >
          {(control) => <textarea {...control} rows={5} {...form.typing('words')} required />}
        </Field>
        <BusyButton isBusy={form.isBusy}>{action.button}</BusyButton>
      </form>
    </SmallDialog>
  )
}
