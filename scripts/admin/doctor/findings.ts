import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseDown } from '#src/platform/server/database/connectionErrors.ts'

/** Result of a check. The text of a ✗ names the fault and its remedy; that of a – the reason why the check was impossible. */
export type Finding = { mark: '✓' | '✗' | '–'; area: string; text: string }

/** Findings of one area. */
export const findingsOf = (area: string) => ({
  right: (text: string): Finding => ({ mark: '✓', area, text }),
  wrong: (text: string): Finding => ({ mark: '✗', area, text }),
  unchecked: (text: string): Finding => ({ mark: '–', area, text }),
})

/** Time limit of a check, longer than those of its connections. */
const checkMs = 15_000

/** Runs a check. Its failure, or its silence, is a finding of its area, so that the others go on. */
export async function limited(area: string, check: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  const { wrong } = findingsOf(area)
  const silence = pause(checkMs, undefined, { ref: false }).then(() =>
    wrong(`no result within ${checkMs / 1_000} seconds: check the network.`),
  )
  const result = await Promise.race([check(), silence]).catch((error: unknown) => wrong(`the check failed: ${reasonOf(error)}.`))
  return [result].flat()
}

/** Message of an error in one line, without the connection's credentials. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  if (error instanceof DatabaseDown) return reasonOf(error.cause)
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').replace(/\.$/, '').replace(/:\/\/[^@\s]*@/g, '://')
}

/** Code of an error of the network, the database or the file system. */
export const codeOf = (error: unknown): string =>
  error instanceof DatabaseDown ? codeOf(error.cause) : String(Object(error instanceof AggregateError ? error.errors[0] : error).code ?? '')
