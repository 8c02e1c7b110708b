import { z } from 'zod'
import { methodsFor } from '#src/money/payments/methods.ts'
import { type PaymentKind, paymentMethods } from '#src/platform/kit/settingOptions.ts'

/** Setting of the methods that are offered for one kind of payment, in the order of all methods. */
const chosenFor = (kind: PaymentKind) => {
  const possible = methodsFor(kind)
  return {
    section: 'methods',
    methods: possible,
    schema: z
      .array(z.enum(paymentMethods))
      .min(1, 'Bitte wählen Sie mindestens eine Zahlungsart')
      .refine((chosen) => chosen.every((method) => possible.includes(method)), 'Diese Zahlungsart ist hier nicht möglich')
      .transform((chosen) => possible.filter((method) => chosen.includes(method))),
    read: (text: string) => text.split('\n').filter(Boolean),
  } as const
}

/** Settings of the methods of payment (docs/spec.md#payment-methods). */
export const methodFields = {
  payment_methods_direct: { ...chosenFor('direct'), keptAt: ['paymentMethods', 'direct'], label: 'Buchungen, sofort bezahlt' },
  payment_methods_held: {
    ...chosenFor('held'),
    keptAt: ['paymentMethods', 'held'],
    label: 'Anfragen, erst bei Zusage abgebucht',
    hint: 'Nur Zahlungsarten, bei denen der Betrag reserviert werden kann.',
  },
  payment_methods_subscription: {
    ...chosenFor('subscription'),
    keptAt: ['paymentMethods', 'subscription'],
    label: 'Abonnements der Anbieter',
  },
} as const
