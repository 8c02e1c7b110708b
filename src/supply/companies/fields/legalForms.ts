/** Words typed into fields that do not apply ('keine' and the like), compared without punctuation. */
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

/** Text of an imprint field; null for 'keine', '-' and the like, which must not be published. */
export function statedOrNull(typed: string | null) {
  if (typed === null) return null
  const plain = typed
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return noAnswers.includes(plain) ? null : typed
}

/**
 * Registration of a legal form: 'always' registered (GmbH, OHG, e. K. …), 'never' (GbR, sole trader, freelancer), or 'maybe' for others,
 * which may declare that they are in no register (a Verein need not be registered).
 */
export type Registration = 'always' | 'never' | 'maybe'

const registered =
  /\b(e ?gbr|g?gmbh|ug|haftungsbeschränkt|ag|kgaa|kg|ohg|se|eg|e ?g|e ?k|e ?kfm|e ?kfr|e ?v|partg|partgmbb|partnerschaft|eingetragene\w*)\b/u
const unregistered =
  /\b(gbr|bgb gesellschaft|gesellschaft bürgerlichen rechts|einzelunternehme\w*|einzelfirma|freiberuf\w*|kleingewerbe\w*|selbstständig\w*)\b/u

/** Registration of a legal form as typed; without one by the kind of company: natural persons are in no register. */
export function registrationOf({ kind, legalForm }: { kind: string | null; legalForm: string | null }): Registration {
  const plain = (legalForm ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (/\bnicht (eingetragen|rechtsfähig)/.test(plain)) return 'never'
  if (registered.test(plain)) return 'always'
  return kind === 'person' || unregistered.test(plain) ? 'never' : 'maybe'
}
