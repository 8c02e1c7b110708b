import { Field } from '#src/platform/web/forms/Field.tsx'
import type { QuoteFormData } from '../rules.ts'

/** Service for which the form was opened. */
export const RequestedService = ({ service: { title, description } }: { service: NonNullable<QuoteFormData['service']> }) => (
  <div className="asked-service">
    <p className="small muted">Leistung</p>
    <h2>{title}</h2>
    {description ? <p className="small muted own-words">{description}</p> : null}
  </div>
)

export const questionId = (at: number) => `ask-question-${at}`

type QuestionsProps = { questions: readonly string[]; answers: readonly string[]; onChange: (answers: string[]) => void }

/** A field for each question of the service; the answers are sent as part of the description. */
export function Questions({ questions, answers, onChange }: QuestionsProps) {
  if (questions.length === 0) return null
  return (
    <fieldset className="field asked-questions">
      <legend className="label">Das möchte der Anbieter wissen</legend>
      {questions.map((question, at) => (
        <Field key={question} id={questionId(at)} label={question} isOptional>
          {(control) => (
            <input
              {...control}
              value={answers[at] ?? ''}
              onChange={(event) => onChange(questions.map((_, one) => (one === at ? event.target.value : (answers[one] ?? ''))))}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}
