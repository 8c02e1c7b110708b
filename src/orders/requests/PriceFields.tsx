import { centsOf } from '#src/platform/kit/money.ts'
import { EuroInput, Field } from '#src/platform/web/forms/Field.tsx'
import type { PriceForm } from './PriceForm.tsx'
import type { ShownEstimate } from './rules.ts'
import { estimateTexts } from './texts.ts'

/** Fields in which a company names its price for an estimate. */
export const PriceFields = ({ estimate, form }: { estimate: ShownEstimate; form: PriceForm }) => (
  <>
    <p>{estimateTexts.companySees({ lowCents: centsOf(estimate.low), ceilingCents: centsOf(estimate.ceiling) })}</p>
    <div className="field-grid two">
      <Field id="answer-price" label={estimateTexts.price} error={form.errors.price}>
        {(control) => (
          <EuroInput
            {...control}
            autoComplete="off"
            value={form.typed.price}
            onChange={(event) => form.type('price', event.target.value)}
          />
        )}
      </Field>
      <Field
        id="answer-price-reason"
        label={estimateTexts.reason}
        isOptional={!form.isAbove}
        hint={estimateTexts.reasonHint}
        error={form.errors.priceReason}
      >
        {(control) => (
          <input {...control} value={form.typed.priceReason} onChange={(event) => form.type('priceReason', event.target.value)} />
        )}
      </Field>
    </div>
  </>
)
