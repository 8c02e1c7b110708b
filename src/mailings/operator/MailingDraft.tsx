const place = 'mailing-draft'

type Draft = { subject: string; message: string }

/** A letter that is being written outlives another area, a reload, and a session that is over. */
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

export function keepDraft({ subject, message }: Draft) {
  try {
    sessionStorage.setItem(place, JSON.stringify({ subject, message }))
  } catch {
    // A full or forbidden storage keeps nobody from writing.
  }
}

export const forgetDraft = () => keepDraft({ subject: '', message: '' })

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
