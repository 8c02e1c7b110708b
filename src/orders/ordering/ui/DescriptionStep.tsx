import { FileDrop } from '#src/foundation/files/ui/FileDrop.tsx'
import type { Uploads } from '#src/foundation/files/ui/Uploads.tsx'
import { bookingLimits, bookingTexts } from '#src/orders/bookings/rules.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { countText } from '#src/platform/web/forms/textLength.ts'
import { type BookingDraftState, bind, fieldId, fieldLabels, filesId } from './BookingDraft.tsx'
import { NoteInView } from './NoteInView.tsx'

/** Length from which the character count is shown. */
const countFrom = 800

/** Without `uploads` no files can be attached. */
type DescriptionStepProps = { draft: BookingDraftState; uploads: Uploads | undefined; filesProblem: string | undefined }

/** Step 2: description and files. `filesProblem`: reason why 'Weiter' has to wait. */
export function DescriptionStep({ draft, uploads, filesProblem }: DescriptionStepProps) {
  const questions = draft.service?.questions ?? []
  return (
    <>
      {questions.length === 0 ? null : (
        <div className="booking-questions">
          <h3>Das möchte der Anbieter wissen</h3>
          <ul>
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </div>
      )}
      <Field
        id={fieldId('description')}
        label={fieldLabels.description}
        isOptional
        hint={descriptionHint(draft.draft.description.length)}
        error={draft.errors.description}
      >
        {(control) => <textarea {...control} {...bind(draft, 'description')} rows={6} />}
      </Field>
      {uploads ? (
        <FileDrop
          id={filesId}
          uploads={uploads}
          max={bookingLimits.files}
          tooMany={{ title: bookingTexts.tooManyFiles, text: bookingTexts.maxFiles }}
        />
      ) : null}
      {filesProblem ? <NoteInView kind="warn" text={filesProblem} /> : null}
    </>
  )
}

function descriptionHint(length: number) {
  if (length < countFrom) return 'Was soll gemacht werden? Was sollte der Anbieter vorher wissen?'
  return countText(length, bookingLimits.description)
}
