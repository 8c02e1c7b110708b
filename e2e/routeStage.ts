import type { RouteConfigEntry } from '@react-router/dev/routes'
import { HtmlValidate } from 'html-validate'
import { expect } from './stage.ts'

/** The address of every page, as the route table writes it. */
export const listAddresses = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, children }) => {
    const address = path === undefined ? above : `${above}/${path}`
    return children ? listAddresses(children, address) : [address || '/']
  })

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** No error by the rules of the HTML standard. */
export async function expectValidHtml(html: string) {
  const { results } = await validator.validateString(html)
  const found = results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`))
  expect(found).toEqual([])
}
