import { readFileSync } from 'node:fs'
import { foreignLicences, listShipped } from './licenceRules.ts'

/** `npm run licences`: lists the licence of every package that is shipped; fails on one that is not allowed (`licenceRules.ts`). */
const shipped = listShipped(JSON.parse(readFileSync('package-lock.json', 'utf8')))
for (const [licence, packages = []] of Object.entries(Object.groupBy(shipped, (one) => one.licence)))
  console.log(`${licence} (${packages.length}): ${packages.map(({ name }) => name).join(', ')}`)
const foreign = foreignLicences(shipped)
for (const { name, licence } of foreign) console.error(`not allowed: ${name} (${licence})`)
if (foreign.length > 0) process.exitCode = 1
