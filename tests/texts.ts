import { errorTexts } from './quotedErrors.ts'
import { ruleTexts } from './quotedRules.ts'
import { screenTexts } from './quotedScreens.ts'
import { stateTexts } from './quotedStates.ts'
import { shownTexts } from './shownTexts.ts'

/** The texts of one section, by place. The name of a text is made from its first words. `{n}` stands for what is filled in. */
export type QuotedTexts = Record<string, { issue: 2 | 3 | 4 | 5 | 6 | 7; texts: Record<string, string> }>

/** A test that makes texts appear after their cause. `test` is its title as written, `{}` for what a template fills in. */
export type Proof = { file: string; test: string }

/** One quoted text (docs/spec.md#texts); `issue` tells when its place was built. The id reads section.place.name. */
export type Text = { id: string; section: '2' | '4' | '5' | '8'; issue: number; text: string; shownBy: Proof | 'not yet' }

/** Every quoted text of screens, rules and errors, and the words for states, with the test that shows it (docs/spec.md#texts). */
export const texts: Text[] = [
  ...textsOf('2', screenTexts),
  ...textsOf('4', stateTexts),
  ...textsOf('5', ruleTexts),
  ...textsOf('8', errorTexts),
]

/** What stands in quotes in these sections and is no text that people read. */
export const notTexts: { section: Text['section']; quote: string; reason: string }[] = [
  { section: '2', quote: 'active', reason: 'value of subscription_status' },
  { section: '2', quote: 'not confirmed', reason: 'names the cause of a refused sign-in, in English' },
  { section: '8', quote: 'Invalid login credentials', reason: 'English message of the former sign-in service; ours answers by code' },
  { section: '8', quote: 'Email not confirmed', reason: 'English message of the former sign-in service; ours answers by code' },
  { section: '8', quote: 'User already registered', reason: 'English message of the former sign-in service; ours answers by code' },
  { section: '8', quote: 'Password should be at least', reason: 'English message of the former sign-in service; ours answers by code' },
]

function textsOf(section: Text['section'], quoted: QuotedTexts): Text[] {
  return Object.entries(quoted).flatMap(([place, { issue, texts }]) =>
    Object.entries(texts).map(([name, text]) => {
      const id = `${section}.${place}.${name}`
      const { file, test } = shownTexts.find(({ ids }) => ids.includes(id)) ?? {}
      return { id, section, issue, text, shownBy: file && test ? { file, test } : 'not yet' }
    }),
  )
}
