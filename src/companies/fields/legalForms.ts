/** Answers that people type into a field that does not apply to them, compared without punctuation. */
const noAnswers = [
  ...[
    'kein',
    'keine',
    'keiner',
    'keines',
    'keins',
    'keine nummer',
    'keine angabe',
    'keine angaben',
    'kein eintrag',
    'keine registernummer',
  ],
  ...['nicht eingetragen', 'nicht vorhanden', 'nicht zutreffend', 'trifft nicht zu', 'entfällt', 'entfallt', 'ohne', 'nein', 'nichts'],
  ...['na', 'n a', 'none', 'x', '0', ''],
]

/** What was typed into a field of the imprint; null for 'keine', '-' and the like, which must not stand in public. */
export function statedOrNull(typed: string | null) {
  if (typed === null) return null
  const plain = typed
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return noAnswers.includes(plain) ? null : typed
}

/**
 * Whether a legal form has an entry in a register: 'always' (GmbH, OHG, e. K. …), 'never' (GbR, sole trader, freelancer), or 'maybe' for others,
 * which may say that they have none (a Verein need not be registered).
 */
export type Registration = 'always' | 'never' | 'maybe'

const registered =
  /\b(e ?gbr|g?gmbh|ug|haftungsbeschränkt|ag|kgaa|kg|ohg|se|eg|e ?g|e ?k|e ?kfm|e ?kfr|e ?v|partg|partgmbb|partnerschaft|eingetragene\w*)\b/u
const unregistered =
  /\b(gbr|bgb gesellschaft|gesellschaft bürgerlichen rechts|einzelunternehme\w*|einzelfirma|freiberuf\w*|kleingewerbe\w*|selbstständig\w*)\b/u

/** The registration of a legal form as it was typed; without one that of the kind: natural persons have none. */
export function registrationOf({ kind, legalForm }: { kind: string | null; legalForm: string | null }): Registration {
  const plain = (legalForm ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (/\bnicht (eingetragen|rechtsfähig)/.test(plain)) return 'never'
  if (registered.test(plain)) return 'always'
  return kind === 'person' || unregistered.test(plain) ? 'never' : 'maybe'
}
