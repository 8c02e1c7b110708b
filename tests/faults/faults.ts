/**
 * Faults that the tests must detect, one of each kind: money, a guard, a text, a lock, a code, a session. `right` occurs exactly once in
 * the file.
 */
export const faults: { name: string; file: string; right: string; wrong: string }[] = [
  {
    name: 'fee-off-by-a-cent',
    file: 'src/platform/kit/money.ts',
    right: 'Math.floor((cents * basisPoints + 5_000) / 10_000)',
    wrong: 'Math.floor((cents * basisPoints + 5_000) / 10_000) + 1',
  },
  {
    name: 'deposit-not-deducted',
    file: 'src/orders/documents/customers/papers.ts',
    right: ', ...deductionOf(planned?.advances ?? [])]',
    wrong: ', ...deductionOf(planned?.advances.slice(1) ?? [])]',
  },
  {
    name: 'guard-removed',
    file: 'src/orders/ordering/actions.ts',
    right: '  const checkout = await findCheckoutBySession(app.db, ids)\n  if (!checkout) throw bookingProblems.notFound()\n',
    wrong: '  const checkout = await findCheckoutBySession(app.db, ids)\n  if (!checkout) return true\n',
  },
  {
    name: 'text-changed-by-a-letter',
    file: 'src/orders/bookings/rules.ts',
    right: "  location: 'Ort muss zwischen 5 und 500 Zeichen lang sein',",
    wrong: "  location: 'Ort muß zwischen 5 und 500 Zeichen lang sein',",
  },
  {
    name: 'origin-not-checked',
    file: 'src/platform/server/calls/caller.ts',
    right: "  return !app.config.isProduction && origin === `http://${headers.get('host')}`",
    wrong: '  return true',
  },
  {
    name: 'text-not-cleaned',
    file: 'src/platform/kit/text.ts',
    right: "text.toWellFormed().replace(/[^\\P{Cc}\\t\\n\\r]/gu, '')",
    wrong: 'text',
  },
  {
    name: 'answer-beyond-the-document',
    file: 'src/platform/server/calls/operations.ts',
    right: 'return c.json(answer, status as ContentfulStatusCode)',
    wrong: 'return c.json({ ...Object(answer), beyond: 1 }, status as ContentfulStatusCode)',
  },
  {
    name: 'code-not-asked-for',
    file: 'src/platform/server/calls/guard.ts',
    right: 'P2: { company: true, session: true, code: true }',
    wrong: 'P2: { company: true, session: true }',
  },
  {
    name: 'events-for-ended-sessions',
    file: 'src/backoffice/dashboard/liveActions.ts',
    right: 'if (refusal) return end(refusal)',
    wrong: 'if (refusal && !refusal) return end(refusal)',
  },
  {
    name: 'wrong-password-not-counted',
    file: 'src/foundation/accounts/lockStore.ts',
    right: 'then 1 else known.tries + 1 end',
    wrong: 'then 1 else known.tries end',
  },
  {
    name: 'code-not-consumed',
    file: 'src/foundation/accounts/stepUp/codeStore.ts',
    right: "    .deleteFrom('oneTimeCodes')\n",
    wrong: "    .updateTable('oneTimeCodes')\n    .set({ tries: 0 })\n",
  },
  {
    name: 'sessions-survive-a-password-change',
    file: 'src/foundation/accounts/sessionStore.ts',
    right: "    .where('userId', '=', userId)\n    .$if(exceptId",
    wrong: "    .where('id', '=', userId)\n    .$if(exceptId",
  },
]
