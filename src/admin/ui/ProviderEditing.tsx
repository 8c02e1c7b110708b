import { useState } from 'react'
import { noticeFieldNames, textsOfNotice } from '#src/companies/noticeTextRules.ts'
import { formatAmount } from '#src/kit/money.ts'
import { CallError, call } from '#src/web/call.ts'
import { useCheckedForm } from '#src/web/checkedForm.ts'
import { showToast } from '#src/web/toast.ts'
import { changedProvider, type ProviderDetail } from '../providerRules.ts'
import { planWords, providerTexts } from '../providerTextRules.ts'
import { leaveWhenLost, reasonOf } from './AdminReading.tsx'
import { providerFieldNames } from './ProviderFields.tsx'

/** What the form holds; ticks are 'yes' or nothing. */
export const editNames = [...providerFieldNames, ...noticeFieldNames, 'plan', 'premium', 'verified'] as const
export type EditField = (typeof editNames)[number]
export type EditTexts = Record<EditField, string>

type EditingParts = { provider: ProviderDetail; onSaved: () => void; onLost: () => Promise<void> }

/**
 * The form of a provider that is there already. Somebody else's change meanwhile is told, not overwritten: the newer state can be loaded,
 * and then takes the place of whatever was not typed here.
 */
export function useProviderEditing({ provider, onSaved, onLost }: EditingParts) {
  const [known, setKnown] = useState(provider)
  const [failure, setFailure] = useState<string>()
  const [isStale, setIsStale] = useState(false)
  const before = textsOf(known)
  const form = useCheckedForm<EditField>({
    prefix: 'edit',
    fields: textsOf(provider),
    check: faultsOf,
    async send(values): Promise<void> {
      setFailure(undefined)
      try {
        await call('admin-update-company', { companyId: provider.id, knownAt: known.updated_at, ...bodyOf(values) })
        showToast({ kind: 'success', title: providerTexts.saved })
        onSaved()
      } catch (error) {
        await showRefusal(error)
      }
    },
  })

  async function showRefusal(error: unknown) {
    const refused = error instanceof CallError ? Object.entries(error.fields) : []
    if (refused.length > 0) return form.refuse(Object.fromEntries(refused.map(([name, texts]) => [name, texts[0]])))
    setIsStale(error instanceof CallError && error.code === 'companies.changedMeanwhile')
    setFailure(reasonOf(error))
    showToast({ kind: 'error', title: providerTexts.notSaved, text: reasonOf(error) })
    await leaveWhenLost(error, onLost)
  }

  async function loadNewer() {
    try {
      const newer = await call('admin-read-provider', { companyId: provider.id })
      const now = textsOf(newer)
      for (const name of editNames) if (form.values[name] === before[name]) form.type(name, now[name])
      setKnown(newer)
      setFailure(undefined)
      setIsStale(false)
    } catch (error) {
      setFailure(reasonOf(error))
      await leaveWhenLost(error, onLost)
    }
  }
  const isChanged = editNames.some((name) => form.values[name] !== before[name])
  return { form, failure, isStale, isChanged, loadNewer, hints: known === provider ? {} : hintsOf(form.values, before) }
}

/** What stands in the database where it is not what the form holds. */
function hintsOf(values: EditTexts, saved: EditTexts): Partial<EditTexts> {
  const differing = editNames.filter((name) => values[name] !== saved[name])
  return Object.fromEntries(differing.map((name) => [name, `Gespeichert ist: ${wordsOf(name, saved[name])}`]))
}

function wordsOf(name: EditField, text: string) {
  if (name === 'plan') return text === 'premium' ? planWords.premium : planWords.basic
  if (name === 'premium' || name === 'verified') return text === 'yes' ? 'ja' : 'nein'
  return text || 'nichts'
}

const textsOf = (provider: ProviderDetail): EditTexts => ({
  company_name: provider.company_name,
  category: provider.category,
  email: provider.email,
  phone: provider.phone,
  contact_person: provider.contact_person,
  location: provider.location,
  description: provider.description,
  website: provider.website ?? '',
  hourly_rate: provider.hourly_rate === null ? '' : formatAmount(Math.round(provider.hourly_rate * 100)),
  ...textsOfNotice(provider),
  plan: provider.plan,
  premium: provider.premium ? 'yes' : '',
  verified: provider.verified ? 'yes' : '',
})

const bodyOf = ({ plan, premium, verified, ...texts }: EditTexts) => ({
  ...texts,
  plan: plan === 'premium' ? ('premium' as const) : ('basic' as const),
  premium: premium === 'yes',
  verified: verified === 'yes',
})

function faultsOf(values: EditTexts) {
  const texts: Partial<EditTexts> = {}
  for (const { path, message } of changedProvider.safeParse(bodyOf(values)).error?.issues ?? []) {
    const name = editNames.find((one) => one === path[0])
    if (name) texts[name] ??= message
  }
  return texts
}
