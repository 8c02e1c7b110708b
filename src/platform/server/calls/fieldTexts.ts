import { z } from 'zod'
import { typedTexts } from '#src/platform/kit/typed.ts'

/** German sentences for invalid fields whose schema has no text of its own. They contain no technical words. */
function fieldText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? missing : (ofTypes[issue.expected] ?? unreadable)
    case 'invalid_value':
      return issue.input === undefined || issue.input === null ? missing : 'Bitte wählen Sie eine der angebotenen Möglichkeiten.'
    case 'invalid_format':
      return ofFormats[issue.format] ?? 'Diese Angabe hat nicht die richtige Form.'
    case 'too_small':
      return sizeText(issue.origin, { word: 'mindestens', bound: Number(issue.minimum), verb: 'muss' })
    case 'too_big':
      return sizeText(issue.origin, { word: 'höchstens', bound: Number(issue.maximum), verb: 'darf' })
    case 'not_multiple_of':
      return `Der Wert muss ein Vielfaches von ${issue.divisor.toLocaleString('de-DE')} sein.`
    default:
      return 'Diese Angabe passt nicht.'
  }
}

const missing = 'Diese Angabe fehlt.'
const unreadable = 'Diese Angaben lassen sich nicht lesen.'
const ofTypes: Record<string, string> = {
  string: 'Bitte geben Sie hier einen Text an.',
  number: 'Bitte geben Sie hier eine Zahl an.',
  int: 'Bitte geben Sie hier eine ganze Zahl an.',
  boolean: 'Bitte geben Sie hier ja oder nein an.',
  array: 'Bitte geben Sie hier eine Liste an.',
  date: 'Ungültiges Datum',
}
const ofFormats: Record<string, string> = {
  email: typedTexts.email,
  url: 'Ungültiger Link',
  uuid: 'Diese Kennung gibt es nicht.',
  date: 'Ungültiges Datum',
  datetime: 'Ungültiger Zeitpunkt',
}

function sizeText(origin: string, { word, bound, verb }: { word: string; bound: number; verb: string }) {
  const many = bound.toLocaleString('de-DE')
  if (origin === 'string') return `Bitte geben Sie ${word} ${many} Zeichen ein.`
  if (origin === 'array' || origin === 'set') return `Bitte geben Sie ${word} ${many} an.`
  return `Der Wert ${verb} ${word} ${many} sein.`
}

z.config({ customError: fieldText })
