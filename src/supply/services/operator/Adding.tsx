import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

export type AddingProps = { onClose: () => void; onAdded: () => void }
type AddingParts = AddingProps & { done: string; refuse: (texts: Record<string, string>) => void }

/** Sends a new catalogue entry, with one idempotency key per attempt, and closes the dialog. */
export function useAdding({ done, refuse, onClose, onAdded }: AddingParts) {
  const attempt = useIdempotencyKey()
  const { failure, action } = useAction({ onFields: (texts) => refuse(firstParts(texts)) })
  const send = async <Entry extends { name: string }>(
    entry: Entry,
    add: (entry: Entry, once: { idempotencyKey: string }) => Promise<unknown>,
  ): Promise<void> => {
    await action(async () => {
      await add(entry, { idempotencyKey: attempt.keyOf(entry) })
      showToast({ kind: 'success', title: done, text: entry.name.trim() })
      onClose()
      onAdded()
    })
  }
  return { failure, send }
}

/** Splits a text into phrases, one a line. */
export const phrasesIn = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

/** Maps paths to fields: 'said.3' is the field 'said'. */
const firstParts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path.split('.')[0] ?? '', text]))
