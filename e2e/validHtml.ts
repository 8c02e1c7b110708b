import { expect } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** Asserts that HTML has no error by the rules of the HTML standard. */
export async function expectValidHtml(html: string) {
  const { results } = await validator.validateString(html)
  const found = results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`))
  expect(found).toEqual([])
}
