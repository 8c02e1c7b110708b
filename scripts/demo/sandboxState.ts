/** Bytes per call; the sandbox accepts at most a million. */
const mostBytes = 700_000

/** True if this installation's PSP is the sandbox, which can import a history. */
export async function isSandbox(apiUrl: string | undefined) {
  if (!apiUrl) return false
  const answer = await fetch(`${apiUrl}/__control/state`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  return answer?.ok === true
}

/** Replaces the sandbox's state. A repeated call starts again from an empty state. */
export async function importState(apiUrl: string, rows: readonly (readonly [table: string, id: string, value: unknown])[]) {
  let [waiting, bytes, isFirst] = [[] as string[], 0, true]
  const send = async () => {
    const body = `{"isFirst":${isFirst},"rows":[${waiting.join(',')}]}`
    const answer = await fetch(`${apiUrl}/__control/import`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    if (!answer.ok) throw new Error(`the payment sandbox did not take the demo: ${answer.status} ${await answer.text()}`)
    ;[waiting, bytes, isFirst] = [[], 0, false]
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    waiting.push(text)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > mostBytes) await send()
  }
  await send()
}

/** Pays a checkout as its customer does, or authorizes the amount if it is only held. */
export async function payAtSandbox(apiUrl: string, session: string) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${apiUrl}/__control/pay`, { method: 'POST', body: JSON.stringify({ session }), headers })
  if (!answer.ok) throw new Error(`the payment sandbox did not pay: ${answer.status} ${await answer.text()}`)
}
