import { cleanText } from './text.ts'

/** Cleans a field. Forms send a line break as CRLF; limits count it as one character, as the browser does. */
export const cleanField = (text: string) => cleanText(text).replaceAll('\r\n', '\n')

/** Cleaned fields of a plain form (application/x-www-form-urlencoded); a name may occur more than once. */
export const formFields = (text: string) =>
  new URLSearchParams([...new URLSearchParams(text)].map(([name, value]) => [cleanText(name), cleanField(value)]))
