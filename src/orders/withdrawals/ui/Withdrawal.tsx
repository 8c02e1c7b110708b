import { useEffect, useRef, useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import type { RefusedForm } from '#src/platform/web/forms/plainForm.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { type CallAnswer, CallError, call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { declarationFields } from '../rules.ts'
import { WithdrawalFields } from './WithdrawalFields.tsx'
import { ByMail, type Declared, WithdrawalReceived, WithdrawalReview } from './WithdrawalReview.tsx'

type Contract = CallAnswer<'get-withdrawal-contract'>
type Opened = { status: 'none' } | { status: 'opening' } | { status: 'opened'; contract: Contract } | { status: 'failed'; text: string }
type Step = { kind: 'form' } | { kind: 'review'; declared: Declared } | { kind: 'received'; declared: Declared; at: string }

type WithdrawalProps = { token: string; operatorEmail: string; refused: RefusedForm | undefined }

/** The two steps of § 356a BGB: the declaration, then 'Widerruf bestätigen'; finally the confirmation of receipt with its time. */
export function Withdrawal({ token, operatorEmail, refused }: WithdrawalProps) {
  const [step, setStep] = useState<Step>({ kind: 'form' })
  const form = useCheckedForm({
    prefix: 'withdrawal',
    fields: { name: '', contract: '', email: '' },
    refused,
    check: errorsOf(declarationFields),
    send: async (values) => setStep({ kind: 'review', declared: declarationFields.parse(values) }),
  })
  const opened = useContract(token, ({ customer_name, booking_number, customer_email }) => {
    const known = { name: customer_name, contract: booking_number, email: customer_email }
    // Keeps text that was typed meanwhile.
    for (const name of ['name', 'contract', 'email'] as const) if (form.values[name] === '') form.type(name, known[name])
  })
  const sending = useSending({
    token,
    onReceived: (declared, at) => setStep({ kind: 'received', declared, at }),
    onRefused: (texts) => {
      setStep({ kind: 'form' })
      form.refuse(texts)
    },
  })
  useCleanAddress()

  if (step.kind === 'received') return <WithdrawalReceived declared={step.declared} at={step.at} />
  if (step.kind === 'review')
    return (
      <WithdrawalReview
        declared={step.declared}
        isBusy={sending.isBusy}
        failure={sending.failure}
        operatorEmail={operatorEmail}
        onBack={() => setStep({ kind: 'form' })}
        onConfirm={() => void sending.send(step.declared)}
      />
    )
  return (
    <>
      <WithdrawalFields form={form} opened={opened} token={token} refused={refused} />
      <ByMail operatorEmail={operatorEmail} />
    </>
  )
}

/** Loads the booking of a mailed link. Without a valid link, the customer fills in the form. */
function useContract(token: string, fill: (contract: Contract) => void): Opened {
  const [opened, setOpened] = useState<Opened>(token === '' ? { status: 'none' } : { status: 'opening' })
  const take = useRef(fill)
  useEffect(() => {
    take.current = fill
  })
  useEffect(() => {
    if (token === '') return
    let isHere = true
    readCall('get-withdrawal-contract', { token }).then(
      (contract) => {
        if (!isHere) return
        take.current(contract)
        setOpened({ status: 'opened', contract })
      },
      (error: unknown) => {
        const text = error instanceof CallError ? error.message : ''
        if (isHere) setOpened({ status: 'failed', text })
      },
    )
    return () => {
      isHere = false
    }
  }, [token])
  return opened
}

type SendingParts = {
  token: string
  onReceived: (declared: Declared, at: string) => void
  onRefused: (texts: Partial<Declared>) => void
}

/**
 * Sends one declaration at a time. Equal text keeps its idempotency key until it is answered, so that a retry is not a second declaration.
 */
function useSending({ token, onReceived, onRefused }: SendingParts) {
  const { isBusy, failure, action } = useAction({ onFields: onRefused })
  const attempt = useIdempotencyKey()

  const send = (declared: Declared) =>
    action(async () => {
      const body = { ...declared, ...(token ? { token } : {}) }
      const { received_at } = await call('declare-withdrawal', body, { idempotencyKey: attempt.keyOf(declared) })
      onReceived(declared, received_at)
    })
  return { isBusy, failure, send }
}
