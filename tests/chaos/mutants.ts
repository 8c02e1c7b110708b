/** Known way to lose money, as an edit of the product. `right` occurs exactly once in its file. */
export type Mutant = {
  name: string
  /** Detected only at the end of the run, so it needs a short one. */
  isSeenAtTheEnd?: true
  /** Detected only in series, which wait for mails: the run has few other customers and no kills. */
  isOfSeries?: true
  /** Detected only in plans: the run has few customers, and lasts until all should have settled. */
  isOfPlans?: true
  /** Detected only in payments that follow a paid job: the run has few customers and no kills, so that jobs get that far. */
  isOfJobs?: true
  edits: { file: string; right: string; wrong: string }[]
}

/** The chaos test must detect each of them alone. */
export const mutants: Mutant[] = [
  {
    name: 'random-outbound-keys',
    edits: [
      {
        file: 'src/money/payments/actions.ts',
        right: 'idempotencyKey: `booking:${bookingId}:checkout:${checkout.attempt}`,',
        wrong: 'idempotencyKey: `booking:${bookingId}:checkout:${checkout.attempt}:${Math.random()}`,',
      },
    ],
  },
  {
    name: 'check-then-insert-of-events',
    edits: [
      {
        file: 'src/money/payments/store.ts',
        right: '  const { rows } = await sql<{ isOpen: boolean }>`\n    insert into payment_events as known',
        wrong:
          "  const before = await tx.selectFrom('paymentEvents').select('processedAt').where('id', '=', event.id).executeTakeFirst()\n" +
          '  if (before) return before.processedAt === null\n' +
          "  await tx.insertInto('paymentEvents').values(event).execute()\n" +
          '  const { rows } = await sql<{ isOpen: boolean }>`\n    insert into payment_events as known',
      },
    ],
  },
  {
    name: 'event-marked-before-its-effect',
    edits: [
      {
        file: 'src/money/payments/reconciliation/convergeActions.ts',
        right: '  const fetchedAt = app.now()\n',
        wrong: '  const fetchedAt = app.now()\n  await markEventsProcessed(app.db, { objectId, fetchedAt, now: app.now() })\n',
      },
    ],
  },
  {
    name: 'mail-outside-the-transaction',
    edits: [
      {
        file: 'src/orders/ordering/paidActions.ts',
        right:
          '  await enqueueBothMails(app, tx, { secret: confirmedCustomerMail({ ...facts, links, wasRequested }), open: confirmedCompanyMail(facts) })\n',
        wrong:
          '  const mails = { secret: confirmedCustomerMail({ ...facts, links, wasRequested }), open: confirmedCompanyMail(facts) }\n' +
          '  setTimeout(() => void enqueueBothMails(app, app.db, mails), 50)\n',
      },
    ],
  },
  {
    name: 'amount-taken-from-the-request',
    edits: [
      {
        file: 'src/orders/bookings/purchaseActions.ts',
        right: '  if (purchase.totalCents !== amountCents) throw priceChanged(purchase.totalCents)\n',
        wrong: '  purchase.totalCents = amountCents\n',
      },
    ],
  },
  {
    name: 'free-amount-beside-services',
    edits: [
      {
        file: 'src/orders/bookings/purchaseActions.ts',
        right: '  if (serviceId === undefined) return lockFirstOffered(tx, companyId)\n',
        wrong: '  if (serviceId === undefined) return undefined\n',
      },
    ],
  },
  {
    name: 'no-reconciliation',
    isSeenAtTheEnd: true,
    edits: [
      {
        file: 'src/money/payments/jobs.ts',
        right: 'payload: z.object({}), run: reconcilePayments }',
        wrong: 'payload: z.object({}), run: async () => void reconcilePayments }',
      },
      {
        file: 'src/money/payments/jobs.ts',
        right: 'payload: z.object({}), run: fetchTransactions }',
        wrong: 'payload: z.object({}), run: async () => void fetchTransactions }',
      },
      {
        file: 'src/money/payments/jobs.ts',
        right: 'payload: z.object({}), run: readUndeliveredEvents }',
        wrong: 'payload: z.object({}), run: async () => void readUndeliveredEvents }',
      },
      {
        file: 'src/money/payments/jobs.ts',
        right: 'payload: z.object({}), run: auditNightly }',
        wrong: 'payload: z.object({}), run: async () => void auditNightly }',
      },
    ],
  },
  {
    name: 'expired-overwrites-paid',
    edits: [
      {
        file: 'src/money/payments/store.ts',
        right: "    .set({ status, settledAt: now })\n    .where('id', '=', id)\n    .where('status', 'in', ['starting', 'open'])\n",
        wrong: "    .set({ status, settledAt: now })\n    .where('id', '=', id)\n",
      },
      {
        file: 'src/orders/bookings/store.ts',
        right:
          "    .set({ bookingStatus: 'cancelled', paymentStatus: 'failed', updatedAt: now })\n    .where('id', '=', id)\n" +
          "    .where('bookingStatus', '=', 'pending')\n    .where('paymentStatus', '=', 'pending')\n",
        wrong: "    .set({ bookingStatus: 'cancelled', paymentStatus: 'failed', updatedAt: now })\n    .where('id', '=', id)\n",
      },
      {
        file: 'src/orders/ordering/paidActions.ts',
        right: "  if (booking?.bookingStatus !== 'pending') return\n  if (appointment?.status === 'accepting')",
        wrong: "  if (!booking) return\n  if (appointment?.status === 'accepting')",
      },
      {
        file: 'migrations/0005_bookings.sql',
        right: 'create trigger guard_booking_states before update on bookings\nfor each row execute function guard_booking_states();\n',
        wrong: '',
      },
      {
        file: 'migrations/0006_payments.sql',
        right: "create trigger guard_checkout_states before update on checkouts\nfor each row execute function guard_state('checkout');\n",
        wrong: '',
      },
    ],
  },
  {
    name: 'payout-marked-done-before-the-call',
    edits: [
      {
        file: 'src/money/payouts/runs/sendActions.ts',
        right: '    if (leased.length === 0) break\n',
        wrong:
          '    if (leased.length === 0) break\n' +
          '    await app.db.transaction().execute((tx) => completePayouts(app, tx, leased.map(({ id }) => ({ id, transferId: null }))))\n',
      },
    ],
  },
  {
    name: 'payout-to-an-unconfirmed-account',
    edits: [
      {
        file: 'src/money/payouts/runs/claimStore.ts',
        right: 'case when account.can_be_paid and account.confirmed_target = account.target then account.account_id end',
        wrong: 'case when account.can_be_paid then account.account_id end',
      },
    ],
  },
  {
    name: 'refund-without-the-sum-guard',
    edits: [
      {
        file: 'src/orders/refunds/actions.ts',
        right: '  if (mayCents <= 0) throw refundProblems.nothingLeft()\n  if (amountCents > mayCents) throw refundProblems.tooMuch()\n',
        wrong: '',
      },
    ],
  },
  {
    name: 'late-refund-failure-without-its-entry',
    edits: [
      {
        file: 'src/money/payments/refundActions.ts',
        right: "  await insertLedgerTransaction(tx, { kind: 'refundReturned', reference: id, bookingId, occurredAt: now, entries })\n",
        wrong: '',
      },
    ],
  },
  {
    name: 'fee-rounded-on-both-sides',
    edits: [
      {
        file: 'src/money/payments/rules.ts',
        right: 'shareCents: amountCents - feeCents }',
        wrong: 'shareCents: shareOf(amountCents, 10_000 - commissionBasisPoints) }',
      },
    ],
  },
  {
    name: 'times-without-lock-and-constraint',
    edits: [
      {
        file: 'src/supply/calendars/occupancyStore.ts',
        right: '    order by id\n    for no key update`.execute(tx)',
        wrong: '    order by id`.execute(tx)',
      },
      {
        file: 'migrations/0017_calendars.sql',
        right: '  constraint occupancies_taken_once unique (resource_id, seat, during without overlaps),\n',
        wrong: '',
      },
    ],
  },
  {
    name: 'hold-by-the-clock',
    edits: [
      {
        file: 'src/supply/calendars/occupancyStore.ts',
        right: "where company_id = ${companyId} and kind = 'cart' and (caller_hash = ${callerHash} or until <= ${now})`.execute(tx)",
        wrong:
          "where company_id = ${companyId} and (kind = 'cart' and (caller_hash = ${callerHash} or until <= ${now}) " +
          "or kind = 'checkout' and created_at <= ${now}::timestamptz - interval '1 second')`.execute(tx)",
      },
    ],
  },
  {
    name: 'capture-twice',
    edits: [
      {
        file: 'src/money/payments/actions.ts',
        right:
          "    if (!(error instanceof PaymentsRefused)) throw error\n    app.log.warn({ bookingId, error: error.message }, 'promised money could not be taken')\n" +
          '    return letGo(app, { id, paymentId })',
        wrong:
          "    app.log.warn({ bookingId, error: String(error) }, 'promised money could not be taken')\n" +
          "    return app.db.transaction().execute((tx) => settleReleased(app, tx, { id: checkout?.id ?? '', bookingId }))",
      },
    ],
  },
  {
    name: 'captured-above-the-ceiling',
    edits: [
      {
        file: 'src/orders/requests/priceActions.ts',
        right: '  if (isAbove) return priceCents\n',
        wrong: '',
      },
      {
        file: 'src/money/payments/actions.ts',
        right: '  if (expectedCents(checkout) > checkout.amountCents) return letGo(app, { id, paymentId })\n',
        wrong: '',
      },
      {
        file: 'src/money/payments/actions.ts',
        right: 'await app.payments.capture({ paymentId, amountCents: expectedCents(checkout) })',
        wrong: 'await app.payments.capture({ paymentId, amountCents: Math.min(expectedCents(checkout), checkout.amountCents) })',
      },
      {
        file: 'src/money/payments/actions.ts',
        right: '  (session.capturedCents ?? expectedCents(checkout)) === expectedCents(checkout) &&\n',
        wrong: '',
      },
      {
        file: 'migrations/0186_estimates.sql',
        right:
          'create trigger guard_estimated_price before update of booking_status on bookings\n' +
          "for each row when (new.booking_status = 'confirmed' and old.booking_status <> 'confirmed') execute function guard_estimated_price();\n",
        wrong: '',
      },
    ],
  },
  {
    name: 'captured-before-confirmation',
    edits: [
      {
        file: 'src/orders/requests/captureActions.ts',
        right: "  if (appointment?.status === 'accepting') await captureCheckout(app, bookingId)\n",
        wrong: '  if (appointment) await captureCheckout(app, bookingId)\n',
      },
      {
        file: 'src/orders/requests/actions.ts',
        right: "  await markOccupancies(tx, { bookingId, kind: 'request' })\n",
        wrong: "  await markOccupancies(tx, { bookingId, kind: 'request' })\n  await captureSoon(tx, bookingId)\n",
      },
    ],
  },
  {
    name: 'others-told-outside-the-transaction',
    edits: [
      {
        file: 'src/site/quotes/acceptActions.ts',
        right: "  await endOpenQuotes(tx, { request, to: 'declined', exceptId: quote.id, now, mail: declinedMail })\n",
        wrong:
          "  const others = { request, to: 'declined', exceptId: quote.id, now, mail: declinedMail } as const\n" +
          '  const tell = (later: Transaction) => endOpenQuotes(later, others)\n' +
          '  setTimeout(() => void app.db.transaction().execute(tell), 20_000)\n',
      },
      {
        file: 'src/site/quotes/acceptActions.ts',
        right: 'export async function claimQuote(_app: App,',
        wrong: 'export async function claimQuote(app: App,',
      },
    ],
  },
  {
    name: 'series-accepted-outside-the-transaction',
    isOfSeries: true,
    edits: [
      {
        file: 'src/orders/series/answerActions.ts',
        right: "    if (answer.answer === 'accept') return accept(app, tx, series)\n",
        wrong:
          "    if (answer.answer === 'accept') return void app.db.transaction().execute((own) => accept(app, own, series)).catch(() => {})\n",
      },
    ],
  },
  {
    name: 'series-confirmed-twice',
    isOfSeries: true,
    edits: [
      {
        file: 'src/orders/series/requestActions.ts',
        right: "    if (series?.status === 'unconfirmed') await ask(",
        wrong: '    if (series) await ask(',
      },
      {
        file: 'src/orders/series/requestActions.ts',
        right: '  const requestHash = `series:${series.id}:${position}`\n',
        wrong: '  const requestHash = `series:${series.id}:${position}:${Math.random()}`\n',
      },
      {
        file: 'src/orders/series/store.ts',
        right: "    .where('id', '=', id)\n    .where('status', '=', 'unconfirmed')\n    .returning('id')\n",
        wrong: "    .where('id', '=', id)\n    .returning('id')\n",
      },
      {
        file: 'migrations/0097_series.sql',
        right: '  check (due_at < until),\n  unique (series_id, position)\n',
        wrong: '  check (due_at < until)\n',
      },
    ],
  },
  {
    name: 'refund-not-covered-by-its-correction',
    edits: [
      {
        file: 'src/orders/documents/customers/actions.ts',
        right: "    covers: { side: 'customer', facts: open.map(({ id }) => id) },\n",
        wrong: "    covers: { side: 'customer', facts: open.slice(1).map(({ id }) => id) },\n",
      },
    ],
  },
  {
    name: 'number-outside-the-transaction',
    edits: [
      {
        file: 'src/orders/documents/actions.ts',
        right: '  const place = await takePlace(tx, { issuerCompanyId, ...range })\n',
        wrong:
          '  const place = await app.db.transaction().execute((own) => takePlace(own, { issuerCompanyId, ...range }))\n' +
          "  if (Math.random() < 0.3) throw new Error('given up')\n",
      },
    ],
  },
  {
    name: 'fact-covered-twice',
    edits: [
      {
        file: 'src/orders/documents/actions.ts',
        right: '        await lockIssuing(tx, companyId)\n',
        wrong: '',
      },
      {
        file: 'migrations/0075_documents.sql',
        right: 'create unique index document_covers_once on document_covers (ledger_tx_id, side) where released_by is null;\n',
        wrong: '',
      },
    ],
  },
  {
    name: 'debit-repaid-twice',
    isOfPlans: true,
    edits: [
      {
        file: 'src/platform/ports/stripeDebits.ts',
        right: '`returned:${invoiceId}:${step}`, creation)',
        wrong: '`returned:${invoiceId}:${step}:${Math.random()}`, creation)',
      },
      {
        file: 'src/platform/ports/stripeDebits.ts',
        right: '  const find = () => findBill(stripe, { subscriptionId, invoiceId })\n',
        wrong: '  const find = () => findBill(stripe, { subscriptionId, invoiceId: `${invoiceId} again` })\n',
      },
    ],
  },
  {
    name: 'overdue-stays-listed',
    isOfPlans: true,
    edits: [
      {
        file: 'src/money/plans/debits/returnActions.ts',
        right: '  if (overdue) await endForGood(app, companyId)\n',
        wrong: "  if (overdue) app.log.warn({ companyId }, 'returned payment is overdue')\n",
      },
    ],
  },
  {
    name: 'complaint-does-not-hold',
    edits: [
      {
        file: 'src/money/payouts/runs/claimStore.ts',
        right: '    where complaints.closed_at is null and complaints.booking_id',
        wrong: '    where complaints.closed_at is null and false and complaints.booking_id',
      },
      {
        file: 'migrations/0174_complaints.sql',
        right: 'create trigger guard_held_payout before insert on payout_items for each row execute function guard_held_payout();\n',
        wrong: '',
      },
    ],
  },
  {
    name: 'supplement-charged-twice',
    edits: [
      {
        file: 'src/orders/supplements/customerActions.ts',
        right: '    requestHash: `supplement:${id}`,\n',
        wrong: '    requestHash: `supplement:${id}:${Math.random()}`,\n',
      },
      {
        file: 'src/orders/supplements/paidActions.ts',
        right: "  return (await markSupplement(tx, { id: supplement.id, from: ['open', 'lapsed'], to: 'accepted', now })) !== undefined\n",
        wrong: "  await markSupplement(tx, { id: supplement.id, from: ['open', 'lapsed'], to: 'accepted', now })\n  return true\n",
      },
      {
        file: 'src/orders/supplements/paidActions.ts',
        right:
          '  return { job, supplement: await lockSupplementOfOrder(tx, bookingId), instalment: await lockInstalmentOfOrder(tx, bookingId) }\n',
        wrong:
          '  return { job, supplement: (await lockSupplementOfOrder(tx, bookingId)) ?? (await lockAnyOf(tx, parentId)), instalment: undefined }\n',
      },
      {
        file: 'src/orders/supplements/paidActions.ts',
        right: 'type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>\n',
        wrong:
          "const lockAnyOf = (tx: Transaction, id: string) => tx.selectFrom('supplements').selectAll().where('bookingId', '=', id).limit(1).executeTakeFirst()\n" +
          'type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>\n',
      },
      {
        file: 'migrations/0200_supplements.sql',
        right: 'execute function guard_supplement_booking();\n',
        wrong: 'execute function guard_supplement_booking();\ndrop trigger guard_supplement_booking on bookings;\n',
      },
    ],
  },
  {
    name: 'supplement-without-consent',
    edits: [
      {
        file: 'src/orders/supplements/customerActions.ts',
        right: '    earlyStartVersion: isAsked ? consent?.version : null,\n',
        wrong: '    earlyStartVersion: isAsked && Math.random() < 0.5 ? consent?.version : null,\n',
      },
    ],
  },
  {
    name: 'supplement-of-a-cancelled-job',
    edits: [
      {
        file: 'src/orders/supplements/paidActions.ts',
        right: "  if (!supplement || job.bookingStatus !== 'confirmed') return false\n",
        wrong: '  if (!supplement) return false\n',
      },
      {
        file: 'src/orders/refunds/cancelActions.ts',
        right: '  if (booking.parentId === null) await cancelSupplements(app, tx, order)\n',
        wrong: '',
      },
    ],
  },
  {
    name: 'tip-with-commission',
    isOfJobs: true,
    edits: [
      {
        file: 'src/money/payments/rules.ts',
        right: 'export const tipCommissionBasisPoints = 0\n',
        wrong: 'export const tipCommissionBasisPoints = 300\n',
      },
      {
        file: 'migrations/0207_tips.sql',
        right: '    if new.commission_basis_points is distinct from 0 or new.fee_cents is distinct from 0 then\n',
        wrong: '    if false then\n',
      },
    ],
  },
  {
    name: 'instalment-charged-twice',
    isOfJobs: true,
    edits: [
      {
        file: 'src/orders/instalments/customerActions.ts',
        right: '  const requestHash = `instalment:${id}:${totalCents}`\n',
        wrong: '  const requestHash = `instalment:${id}:${Math.random()}`\n',
      },
      {
        file: 'src/orders/instalments/paidActions.ts',
        right: '  return (await markPaidInstalment(tx, { id: instalment.id, now })) !== undefined\n',
        wrong: '  await markPaidInstalment(tx, { id: instalment.id, now })\n  return true\n',
      },
      {
        file: 'src/orders/supplements/paidActions.ts',
        right: 'instalment: await lockInstalmentOfOrder(tx, bookingId) }\n',
        wrong: 'instalment: (await lockInstalmentOfOrder(tx, bookingId)) ?? (await lockInstalments(tx, parentId))[0] }\n',
      },
      {
        file: 'src/orders/supplements/paidActions.ts',
        right: 'import { type Instalment, lockInstalmentOfOrder }',
        wrong: 'import { type Instalment, lockInstalmentOfOrder, lockInstalments }',
      },
      {
        file: 'migrations/0200_supplements.sql',
        right: 'execute function guard_supplement_booking();\n',
        wrong: 'execute function guard_supplement_booking();\ndrop trigger guard_supplement_booking on bookings;\n',
      },
    ],
  },
]
