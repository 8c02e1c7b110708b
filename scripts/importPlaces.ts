import { readFileSync } from 'node:fs'
import { importPostcodes } from '#src/site/search/places/actions.ts'
import { type ImportedPostcode, parsePostcodeFile } from '#src/site/search/places/postcodes.ts'
import { withDatabase } from './database.ts'

/** Makes distances exact by GeoNames' list of German postcodes: `npm run import-places -- DE.txt`. It may run beside the server, and again. */
const postcodes = readOrExit(process.argv[2])
await withDatabase(({ db }) => importPostcodes({ db }, postcodes, (done, total) => console.log(`${done} von ${total} Firmen`)))
console.log(`${postcodes.length} Postleitzahlen übernommen`)

function readOrExit(file: string | undefined): ImportedPostcode[] {
  try {
    if (!file) throw new Error('Aufruf: npm run import-places -- DATEI (DE.txt von GeoNames)')
    return parsePostcodeFile(readFileSync(file, 'utf8'))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
