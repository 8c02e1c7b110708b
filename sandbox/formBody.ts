export type FormValue = string | FormGroup
export type FormGroup = { [key: string]: FormValue }

/** Stripe's nested form encoding: `line_items[0][price_data][currency]=eur&expand[]=customer` as nested groups; array members have their index as key. */
export function decodeForm(text: string): FormGroup {
  const root = emptyGroup()
  for (const [name, value] of new URLSearchParams(text)) insert(root, splitName(name), value)
  return root
}

function emptyGroup(): FormGroup {
  return Object.create(null)
}

function splitName(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 0) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, name.endsWith(']') ? -1 : undefined).split('][')]
}

function insert(group: FormGroup, path: string[], value: string) {
  const [head = '', ...rest] = path
  const key = head === '' ? String(Object.keys(group).length) : head
  if (rest.length === 0) {
    group[key] = value
    return
  }
  const existing = group[key]
  const inner = typeof existing === 'object' ? existing : emptyGroup()
  group[key] = inner
  insert(inner, rest, value)
}
