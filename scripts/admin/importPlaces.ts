import { readFileSync } from 'node:fs'
import { importPostcodes } from '#src/site/search/places/actions.ts'
import { parsePostcodeFile } from '#src/site/search/places/postcodes.ts'
import { CommandError, type Run } from './commands.ts'
import { withDatabase } from './openApp.ts'

/** Imports GeoNames' list of German postcodes for exact distances. */
export const run: Run = async ({ words: [file = ''] }) => {
  const postcodes = readOrRefuse(file)
  await withDatabase(({ db }) => importPostcodes({ db }, postcodes, (done, total) => console.log(`${done} of ${total} companies`)))
  console.log(`${postcodes.length} postcodes imported`)
  return 0
}

function readOrRefuse(file: string) {
  try {
    return parsePostcodeFile(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file} cannot be imported: ${error instanceof Error ? error.message : error}.`)
  }
}
