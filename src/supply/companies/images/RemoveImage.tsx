import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Trash2 } from '#src/platform/web/icons/Icons.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type CompanyImages, companyImages, imageTexts } from './rules.ts'

/** `name`: label of the picture for users: 'Logo', 'Bild 2'. */
type RemoveImageProps = {
  url: string
  name: string
  onChanged: (images: CompanyImages) => void
  /** Called after the picture and this button were removed from the page; the caller moves the focus. */
  onRemoved: () => void
}

/** True if the focused element was removed, so that nothing has the focus. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Removes a picture after a confirmation. */
export function RemoveImage({ url, name, onChanged, onRemoved }: RemoveImageProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { action } = useAction({ onRefused: () => showToast({ kind: 'error', title: imageTexts.notRemoved }) })
  function remove() {
    setIsConfirming(false)
    void action(async () => {
      const images = await deleteImage(url)
      flushSync(() => onChanged(images))
      onRemoved()
      showToast({ kind: 'success', title: `${name} entfernt` })
    })
  }
  return (
    <>
      <button type="button" className="cross remove-image" aria-label={`${name} entfernen`} onClick={() => setIsConfirming(true)}>
        <Trash2 />
      </button>
      {isConfirming ? (
        <ConfirmDialog
          question={`${name} entfernen?`}
          consequence="Das Bild verschwindet sofort von Ihrem Profil."
          confirmLabel="Entfernen"
          cancelLabel="Behalten"
          onConfirm={remove}
          onCancel={() => setIsConfirming(false)}
        />
      ) : null}
    </>
  )
}

/** @throws {CallError} */
async function deleteImage(url: string) {
  const answer = await fetch(url, { method: 'DELETE' }).catch(() => {
    throw new CallError({}, 0)
  })
  const body: unknown = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new CallError(body as { error?: string; code?: string }, answer.status)
  return companyImages.parse(body)
}
