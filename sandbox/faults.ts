import type { Box } from './operations.ts'
import type { Fault, TakenFaults } from './tables.ts'

/** Consumes one of each fault set for the operation (or for `*`); without any, a random fault is possible. */
export function takeFaults(box: Box, operation: string): TakenFaults {
  const mine = box.store.all('fault').filter((fault) => fault.operation === operation || fault.operation === '*')
  const injected = mine.length === 0 ? box.randomFaults.drawCallFault(operation) : undefined
  if (injected) return injected
  const take = (matches: (fault: Fault) => boolean): Fault | undefined => {
    const fault = mine.find(matches)
    if (!fault) return undefined
    if (fault.times > 1) box.store.put('fault', fault.id, { ...fault, times: fault.times - 1 })
    else box.store.remove('fault', fault.id)
    return fault
  }
  const delay = take((fault) => fault.kind === 'delay')
  const delayAfter = take((fault) => fault.kind === 'delayAfterEffect')
  const drop = take((fault) => fault.kind === 'dropBefore' || fault.kind === 'dropAfter')
  const fail = drop ? undefined : take((fault) => fault.kind === 'fail' || fault.kind === 'failAfterEffect')
  return {
    milliseconds: delay?.milliseconds ?? 0,
    millisecondsAfter: delayAfter?.milliseconds ?? 0,
    drop: drop?.kind === 'dropBefore' || drop?.kind === 'dropAfter' ? drop.kind : undefined,
    fail,
  }
}
