import { measureBytes, measureFramework } from '../scripts/bytes.ts'
import { buildWhatIsStale } from '../scripts/freshBuild.ts'
import type { Alone } from './measure.ts'

/** Scripts and styles of pages as they are sent, brotli, against React with its router, which every page needs. Builds what is stale. */
export async function open(): Promise<Alone> {
  await buildWhatIsStale()
  return { measure, close: async () => undefined }
}

async function measure() {
  const framework = measureFramework()
  const kilobytes = (bytes: number) => Number((bytes / 1_000).toFixed(1))
  const result = Object.fromEntries(
    Object.entries(measureBytes()).map(([name, { scripts, styles }]) => [
      name,
      { scripts: kilobytes(scripts), styles: kilobytes(styles), ratio: Number((scripts / framework).toFixed(2)) },
    ]),
  )
  for (const [name, { scripts, styles, ratio }] of Object.entries(result)) {
    console.log(`${name.padEnd(10)} ${scripts} KB scripts (${ratio} of the framework), ${styles} KB styles`)
  }
  console.log(JSON.stringify({ bench: 'bytes', framework: kilobytes(framework), result }))
}
