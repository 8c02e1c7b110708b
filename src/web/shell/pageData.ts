import type { EntryContext } from 'react-router'

const id = 'page-data'

type Whole = Pick<EntryContext, 'serverHandoffString'> & { loaderData: object }

/**
 * A rendered page with its data as plain JSON, which says half again what the page shows, so that compressed it takes little. The router would
 * write a program that numbers every value, and numbers do not compress. The data must be plain: no dates, no promises
 * (e2e/keptPages.spec.ts).
 */
export function withPlainData(html: string, { serverHandoffString, loaderData }: Whole) {
  const data = JSON.stringify({ state: { loaderData, actionData: null, errors: null } }).replaceAll('<', '\\u003c')
  return html.replace(
    /<script[^>]*>window\.__reactRouterContext = .*?<\/script>/s,
    () => `<script type="application/json" id="${id}">${serverHandoffString?.slice(0, -1)},${data.slice(1)}</script>`,
  )
}

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
