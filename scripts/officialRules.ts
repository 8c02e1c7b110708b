import { checkDocuments } from '../tests/officialDocuments.ts'
import { checkReports } from '../tests/officialReports.ts'

/**
 * Runs public rule files, which are not part of the product, over generated documents: `npm run official-rules -- DIR`, optionally followed
 * by the numbers of documents and mutants. DIR has the folders en16931, xrechnung, facturx-2.5 (docs/domain.md#documents) and dpi-1.0
 * (docs/spec.md#tax-report).
 */
const [folder, documents = '1000', mutants = '2000'] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: npm run official-rules -- DIR [documents] [mutants]')

const areReportsRight = checkReports(folder)
const isRight = await checkDocuments(folder, { documents: Number(documents), mutants: Number(mutants) })
if (!isRight || !areReportsRight) process.exitCode = 1
