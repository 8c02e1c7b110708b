import { buffer } from 'node:stream/consumers'
import { pictureCaching } from '#src/foundation/files/pictureRules.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import type { App } from '#src/platform/server/app.ts'
import { renderBrandPreview, renderPreview } from './drawingActions.ts'
import { brandPreview, parsePreviewAddress, previewAddress, previewKey } from './rules.ts'
import { listPreviewFacts } from './store.ts'

const bucket = 'previews'
const keyOf = (owner: string, key: string) => `${bucket}/${owner}/${key}.png`

/**
 * The picture at an address, drawn on its first request. Only the current content has a picture: older addresses redirect to it, and an
 * invented address never draws one. Throws fileProblems.unknown.
 */
export async function openPreview(app: App, path: string): Promise<Response> {
  const { BRAND_NAME: brandName } = app.config
  if (path === brandPreview)
    return answer(await readOrRender(app, { owner: 'marktplatz', key: previewKey({ brandName }) }, () => renderBrandPreview(brandName)))
  const asked = parsePreviewAddress(path)
  const [company] = asked ? await listPreviewFacts(app.db, [asked.companyId]) : []
  if (!asked || !company) throw fileProblems.unknown()
  const { id, ...said } = company
  const facts = { brandName, ...said }
  const address = previewAddress(id, facts)
  if (address !== path) return new Response(null, { status: 302, headers: { location: address, 'cache-control': 'no-cache' } })
  return answer(await readOrRender(app, { owner: id, key: previewKey(facts) }, () => renderPreview(facts)))
}

const answer = (content: Buffer) =>
  new Response(new Uint8Array(content), { headers: { 'content-type': 'image/png', 'cache-control': pictureCaching } })

async function readOrRender(app: App, { owner, key }: { owner: string; key: string }, draw: () => Promise<Buffer>) {
  const known = await app.storage.read(keyOf(owner, key)).then(buffer, () => undefined)
  if (known) return known
  const drawn = await draw()
  await app.storage.put(keyOf(owner, key), drawn, 'image/png')
  return drawn
}

/** Deletes pictures that are outdated, or of companies that are no longer listed. */
export async function sweepPreviews(app: App) {
  const batch: string[] = []
  for await (const { key } of app.storage.list(bucket)) {
    batch.push(key)
    if (batch.length >= 500) await removeOutdated(app, batch.splice(0))
  }
  await removeOutdated(app, batch)
}

async function removeOutdated(app: App, keys: readonly string[]) {
  const ids = [...new Set(keys.flatMap((key) => /^previews\/([0-9a-f-]{36})\//.exec(key)?.[1] ?? []))]
  const { BRAND_NAME: brandName } = app.config
  const companies = ids.length ? await listPreviewFacts(app.db, ids) : []
  const current = new Set([
    keyOf('marktplatz', previewKey({ brandName })),
    ...companies.map(({ id, ...facts }) => keyOf(id, previewKey({ brandName, ...facts }))),
  ])
  for (const key of keys) if (!current.has(key)) await app.storage.remove(key)
}
