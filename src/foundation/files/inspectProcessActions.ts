import { z } from 'zod'
import { Problem } from '#src/platform/kit/problems.ts'
import { inspectDocx } from './docxActions.ts'
import { inspectPdf } from './pdfActions.ts'

const inspections = {
  'application/pdf': inspectPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': inspectDocx,
}
const question = z.object({ type: z.enum(Object.keys(inspections) as (keyof typeof inspections)[]), content: z.instanceof(Uint8Array) })

/** Entry point of the child process (`inspectInProcess`): inspects one document and sends the code of the problem, or none. */
process.once('message', async (message) => {
  const { type, content } = question.parse(message)
  const refusal: unknown = await inspections[type](Buffer.from(content)).catch((error: unknown) => error)
  if (refusal !== undefined && !(refusal instanceof Problem)) throw refusal
  process.send?.(refusal?.code ?? 'harmless')
})
