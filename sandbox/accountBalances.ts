import { newId } from './ids.ts'
import { type Box, seconds } from './operations.ts'
import { invalidRequest } from './problems.ts'
import type { AccountMove } from './tables.ts'

/** Books money of a connected account: `transfer` in, `reversal` and `payout` out, `return` back from its bank. */
export function moveAccountMoney(box: Box, input: { account: string; cents: number; kind: AccountMove['kind']; source: string | null }) {
  const move: AccountMove = { id: newId('move_'), created: seconds(box), ...input }
  box.store.put('accountMove', move.id, move)
}

/** Balance of a connected account, in cents. */
export function accountCents(box: Box, account: string): number {
  return box.store.all('accountMove').reduce((sum, move) => (move.account === account ? sum + move.cents : sum), 0)
}

/** Verb `payOutAccount` of the control interface: pays out a connected account's whole balance to its bank, as Stripe does every day. */
export function payOutAccount(box: Box, account: string) {
  return box.store.transact(() => {
    const cents = accountCents(box, account)
    if (cents <= 0) throw invalidRequest(`Account ${account} holds nothing.`)
    moveAccountMoney(box, { account, cents: -cents, kind: 'payout', source: null })
    return { account, paidOutCents: cents }
  })
}
