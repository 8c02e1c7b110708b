import { type FormEvent, useState } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Captions } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { imageLimits } from './rules.ts'

type PictureTextProps = { companyId: string; url: string; place: number; caption: string; onSaved: () => void }

/** Edits a picture's alternative text in a dialog. */
export function PictureText(props: PictureTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="cross" aria-label={`Text zu Bild ${props.place + 1}`} onClick={() => setIsOpen(true)}>
        <Captions />
      </button>
      {isOpen ? <TextDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function TextDialog({ companyId, url, place, caption, onSaved, onClose }: PictureTextProps & { onClose: () => void }) {
  const [typed, setTyped] = useState(caption)
  const [error, setError] = useState<string>()
  const { isBusy, failure, action } = useAction({ onFields: (texts) => setError(texts.caption) })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action(async () => {
      await call('describe-picture', { companyId, url, caption: typed })
      onSaved()
      onClose()
    })
  }
  return (
    <SmallDialog title={`Text zu Bild ${place + 1}`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={save}>
        <Field
          id="picture-caption"
          label="Was ist zu sehen?"
          hint="Steht unter dem Bild und wird vorgelesen, wenn jemand es nicht sieht."
          error={error ?? failure}
          length={{ typed, longest: imageLimits.caption }}
          isOptional
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <BusyButton isBusy={isBusy}>Speichern</BusyButton>
      </form>
    </SmallDialog>
  )
}
