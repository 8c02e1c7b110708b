import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import { loadTokenized } from './actions.ts'
import { listSaid, parseTokenized, readAll, readerVersion, writeTokenized } from './tokenized.ts'

const { app } = await openTestApp()
const versions = async () => (await app.db.selectFrom('catalogueReadings').select('version').execute()).map(({ version }) => version)

test('parsed texts survive serialization, and a change of them is noticed', async () => {
  const catalogue = await holdCatalogue(app)
  const readings = await readAll(catalogue, listSaid(catalogue))
  expect(readings.said.length).toBeGreaterThan(20_000)
  const content = writeTokenized(readings)
  expect(parseTokenized(content)).toEqual(readings)
  // If the code changed: raise readerVersion, and write the new hash here. If only the catalogue did: write the new hash.
  const noted = [1, '8b839215dd376ccd13ec131acedfbb99bfe05c04ebbf7a2a340318065675b057']
  expect([readerVersion, hash('sha256', content)]).toEqual(noted)
})

test('the first process stores the parsed texts, the next reads them, and a changed catalogue is parsed again', async () => {
  const catalogue = await holdCatalogue(app)
  const knowsHeating = async (revision: number) =>
    (await loadTokenized(app, { ...catalogue, revision }, listSaid(catalogue))).vocabulary.spelt.has('heizung')
  expect(await knowsHeating(catalogue.revision)).toBe(true)
  expect(await versions()).toEqual([expect.stringMatching(new RegExp(`^${catalogue.revision} `))])
  // Manipulates the stored content: a second process that reads it misses the word, one that parses the catalogue anew has it.
  await sql`update catalogue_readings set content = replace(content, '"heizung"', '"kamin"')`.execute(app.db)
  expect(await knowsHeating(catalogue.revision)).toBe(false)
  expect(await knowsHeating(catalogue.revision + 1)).toBe(true)
  expect(await versions()).toEqual([expect.stringMatching(new RegExp(`^${catalogue.revision + 1} `))])
})
