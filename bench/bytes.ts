import { measureBytes, measureFramework } from '../scripts/bytes.ts'
import { buildWhatIsStale } from '../scripts/freshBuild.ts'
import type { Benchmark } from './measure.ts'

/** Compressed size (brotli) of scripts and styles of pages, compared with React and its router, which every page needs. */
export async function open(): Promise<Benchmark> {
  await buildWhatIsStale()
  return { measure, close: async () => undefined }
}

async function measure() {
  const framework = measureFramework()
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)
  console.log(`React with its router: ${kilobytes(framework)} KB`)
  for (const [name, { scripts, styles }] of Object.entries(measureBytes())) {
    console.log(
      `${name.padEnd(10)} ${kilobytes(scripts)} KB scripts (${(scripts / framework).toFixed(2)} of the framework), ${kilobytes(styles)} KB styles`,
    )
  }
}
