import { type Config, configRows } from '#src/platform/server/config.ts'
import { type Finding, findingsOf } from './findings.ts'

const { right, wrong } = findingsOf('Configuration')

/** One sentence for each wrong variable, with the meaning of the variable. */
export function checkConfiguration({ config, complaints }: { config: Config; complaints: readonly string[] }): Finding[] {
  if (complaints.length > 0) return complaints.map((complaint) => wrong(`${complaint}${meaningOf(complaint)}.`))
  if (config.isProduction) return [right('complete for production.')]
  return [right('complete for development; `doctor --production` applies the rules of production.')]
}

function meaningOf(complaint: string) {
  const row = Object.entries(configRows).find(([name]) => complaint.startsWith(name) && !/\w/.test(complaint[name.length] ?? ''))
  return row ? ` (${row[1][1]})` : ''
}
