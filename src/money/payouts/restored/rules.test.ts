import { expect, test } from 'vitest'
import { sepaId, writePain001 } from '../sepa/rules.ts'
import { readBankFile } from './rules.ts'

test('a bank file of ours is read, any other text is not', () => {
  const payoutId = '0199a2b4-7c1d-7e2f-8a3b-4c5d6e7f8091'
  const transfer = {
    endToEndId: sepaId(payoutId),
    amountCents: 23_007,
    holder: 'Müller & Söhne',
    iban: 'DE89370400440532013000',
    bic: null,
  }
  const text = writePain001({
    messageId: sepaId(payoutId),
    createdAt: new Date('2026-11-28T10:00:00Z'),
    executionOn: '2026-11-30',
    debtor: { name: 'Handschlag', address: '', iban: 'DE02120300000000202051' },
    transfers: [{ ...transfer, purpose: 'Auszahlung' }],
  })
  expect(readBankFile(text)).toEqual({ paidOn: '2026-11-30', transfers: [{ payoutId, amountCents: 23_007, iban: transfer.iban }] })
  expect(readBankFile('<Document/>')).toBeUndefined()
  expect(readBankFile(text.replace(/<IBAN>DE89[^<]*<\/IBAN>/, ''))).toBeUndefined()
})
