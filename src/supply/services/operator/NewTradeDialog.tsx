import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { SelectField } from '#src/platform/web/forms/Field.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { type AddingProps, phrasesIn, useAdding } from './Adding.tsx'
import { EntryName, EntryPhrases } from './EntryWords.tsx'
import { newTrade } from './rules.ts'

/** Dialog in which the operator adds a trade to a category; its services follow in dialogs of their own. */
export function NewTradeDialog(props: AddingProps) {
  const form = useCheckedForm({
    prefix: 'new-trade',
    fields: { name: '', category: '', said: '' },
    check: (values) => errorsOf(newTrade)(tradeOf(values)),
    send: (values) => send(newTrade.parse(tradeOf(values)), (trade, once) => call('admin-add-catalogue-trade', trade, once)),
  })
  const { failure, send } = useAdding({ ...props, done: 'Gewerk hinzugefügt', refuse: form.refuse })
  return (
    <SmallDialog title="Gewerk hinzufügen" onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <EntryName form={form} />
        <SelectField {...form.choice('category')} label="Kategorie">
          <option value="">Bitte wählen</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <EntryPhrases form={form} label="Übliche Bezeichnungen" />
        <Failure title="Das Gewerk wurde nicht hinzugefügt" text={failure} />
        <BusyButton isBusy={form.isBusy}>{form.isBusy ? 'Wird hinzugefügt…' : 'Hinzufügen'}</BusyButton>
      </form>
    </SmallDialog>
  )
}

const tradeOf = ({ said, ...rest }: Record<'name' | 'category' | 'said', string>) => ({ ...rest, said: phrasesIn(said) })
