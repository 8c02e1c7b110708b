const place = 'mailing-draft'

type Draft = { subject: string; message: string }

/** Reads the draft, which survives a change of the area, a reload and an expired session. */
export function readDraft(): Draft {
  const empty = { subject: '', message: '' }
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    const { subject, message } = Object(kept)
    return { subject: textOr(subject, empty.subject), message: textOr(message, empty.message) }
  } catch {
    return empty
  }
}

export function saveMailingDraft({ subject, message }: Draft) {
  try {
    sessionStorage.setItem(place, JSON.stringify({ subject, message }))
  } catch {
    // Full or forbidden storage must not prevent writing.
  }
}

export const deleteDraft = () => saveMailingDraft({ subject: '', message: '' })

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
