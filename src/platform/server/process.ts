import { fork } from 'node:child_process'

/** A process gave no result: it died, exceeded its memory, or took too long. */
export class ProcessFailed extends Error {}

type Work = { program: URL; question: object; seconds: number; megabytes: number }

/**
 * Runs one of the programs of the product (`processProgram`) in a separate process, so that requests are still served, and returns its first message. A
 * hanging program is ended with its process, and only that process can run out of memory (in a thread it would end the whole server). It
 * gets none of our environment, which holds secrets. Throws ProcessFailed.
 */
export async function callProcess({ program, question, seconds, megabytes }: Work): Promise<unknown> {
  const asked = fork(program, {
    env: {},
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((answer, fail) => {
      const give = (reason: string, cause?: unknown) => fail(new ProcessFailed(reason, { cause }))
      asked.once('message', answer)
      asked.once('error', (cause) => give(cause.message, cause))
      asked.once('exit', (code, signal) => give(`ended with ${signal ?? code}`))
      timer = setTimeout(() => give(`no answer within ${seconds} s`), seconds * 1_000)
      // A process that died before the question is reported by 'exit'.
      asked.send(question, () => undefined)
    })
  } finally {
    clearTimeout(timer)
    asked.kill('SIGKILL')
  }
}
