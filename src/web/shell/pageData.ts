import type { EntryContext } from 'react-router'
import type { Marked } from '#src/kit/marked.ts'

const id = 'page-data'

type Whole = Pick<EntryContext, 'serverHandoffString'> & { loaderData: object }

/**
 * The script with the data of a page as plain JSON, which says half again what the page shows, so that compressed it takes little. The router
 * would write a program that numbers every value, and numbers do not compress. The data must be plain (`requirePlain`).
 */
export function withPlainData(part: Marked, { serverHandoffString, loaderData }: Whole): Marked {
  if (!part.text.startsWith('window.__reactRouterContext = ')) return part
  const data = JSON.stringify({ state: { loaderData, actionData: null, errors: null } }).replaceAll('<', '\\u003c')
  // It does not run, so no policy has to allow it.
  return { tag: `<script type="application/json" id="${id}">${serverHandoffString?.slice(0, -1)},${data.slice(1)}`, text: '' }
}

/** Throws for what plain JSON would lose or change: dates, maps, promises, undefined in a list. Every page is asked outside production. */
export function requirePlain(data: unknown) {
  const path = unplainIn(data)
  if (path !== undefined) throw new Error(`data${path} is no plain JSON`)
}

/** The path of the first value that is not; put together only where there is one, because every page is walked through. */
function unplainIn(value: unknown): string | undefined {
  if (!Array.isArray(value) && !isRecord(value)) return isScalar(value) ? undefined : ''
  for (const [name, one] of Object.entries(value)) {
    const path = one === undefined && !Array.isArray(value) ? undefined : unplainIn(one)
    if (path !== undefined) return `.${name}${path}`
  }
  return undefined
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
const isScalar = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** In the browser, before React begins: hands such data to the router in the format that it reads. */
export function readPlainData() {
  const text = document.getElementById(id)?.textContent
  if (!text) return
  const { state, ...context } = JSON.parse(text)
  Object.assign(globalThis, { __reactRouterContext: { ...context, stream: new Response(numbered(state)).body } })
}

/** Every value under its place in a list, by which others name it; null is -5. */
function numbered(data: unknown) {
  const values: unknown[] = []
  const add = (value: unknown): number => {
    if (value === null) return -5
    const place = values.push(value) - 1
    if (Array.isArray(value)) values[place] = value.map(add)
    else if (typeof value === 'object')
      values[place] = Object.fromEntries(Object.entries(value).map(([name, one]) => [`_${add(name)}`, add(one)]))
    return place
  }
  add(data)
  return `${JSON.stringify(values)}\n`
}
