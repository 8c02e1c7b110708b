import { readFileSync } from 'node:fs'

/** PATH of Debian's image, on which the last stage is built. */
const debianPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Reads what the last stage of the Containerfile sets for a start. */
export function readImage() {
  const stage =
    readFileSync('Containerfile', 'utf8')
      .split(/^FROM /m)
      .find((text) => text.includes('\nHEALTHCHECK ')) ?? ''
  const lines = stage.replace(/\\\n/g, ' ').split('\n')
  const after = (word: string) => lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : []))
  const [uid = Number.NaN, gid = Number.NaN] = (after('USER')[0] ?? '').split(':').map(Number)
  const pairs = after('ENV').flatMap((line) => line.split(/ +/).map((pair) => pair.replace('$PATH', debianPath).split('=')))
  const exec = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[]
  return {
    uid,
    gid,
    folder: after('WORKDIR')[0] ?? '',
    environment: Object.fromEntries(pairs) as Record<string, string>,
    command: exec(after('CMD')[0] ?? ''),
    healthCheck: exec(after('HEALTHCHECK')[0] ?? ''),
  }
}
