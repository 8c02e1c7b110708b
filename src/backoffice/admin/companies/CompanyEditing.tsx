import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { operatorNames } from '#src/supply/companies/fields/fields.ts'
import { textsOf } from '#src/supply/companies/fields/reading.ts'
import { type CompanyDetail, changedCompany } from './rules.ts'
import { companyAreaTexts, planLabels } from './texts.ts'

/** Fields of the form; checkboxes hold 'yes' or ''. */
const editNames = [...operatorNames, 'plan', 'premium', 'verified'] as const
export type EditField = (typeof editNames)[number]
export type EditTexts = Record<EditField, string>

type EditingParts = { company: CompanyDetail; onSaved: () => void }

/**
 * Form of an existing company. A concurrent change is reported, not overwritten: loading the newer state replaces all
 * unchanged fields.
 */
export function useCompanyEditing({ company, onSaved }: EditingParts) {
  const [known, setKnown] = useState(company)
  const [isStale, setIsStale] = useState(false)
  const before = editTextsOf(known)
  const form = useCheckedForm<EditField>({
    prefix: 'edit',
    fields: editTextsOf(company),
    check: (values) => errorsOf(changedCompany)(bodyOf(values)),
    async send(values): Promise<void> {
      await action(async () => {
        await call('admin-update-company', { companyId: company.id, knownAt: known.updated_at, ...bodyOf(values) })
        showToast({ kind: 'success', title: companyAreaTexts.saved })
        onSaved()
      }, companyAreaTexts.notSaved)
    },
  })
  const { failure, action } = useAction({
    onFields: form.refuse,
    onRefused: (error) => error instanceof CallError && error.code === 'companies.changedMeanwhile' && setIsStale(true),
  })
  const loadNewer = () =>
    action(async () => {
      const newer = await call('admin-read-provider', { companyId: company.id })
      const now = editTextsOf(newer)
      for (const name of editNames) if (form.values[name] === before[name]) form.type(name, now[name])
      setKnown(newer)
      setIsStale(false)
    })
  const isChanged = editNames.some((name) => form.values[name] !== before[name])
  return { form, failure, isStale, isChanged, loadNewer, hints: known === company ? {} : hintsOf(form.values, before) }
}

/** The saved value of each field that differs from the form. */
function hintsOf(values: EditTexts, saved: EditTexts): Partial<EditTexts> {
  const differing = editNames.filter((name) => values[name] !== saved[name])
  return Object.fromEntries(differing.map((name) => [name, `Gespeichert ist: ${wordsOf(name, saved[name])}`]))
}

function wordsOf(name: EditField, text: string) {
  if (name === 'plan') return text === 'premium' ? planLabels.premium : planLabels.basic
  if (name === 'premium' || name === 'verified') return text === 'yes' ? 'ja' : 'nein'
  return text || 'nichts'
}

const editTextsOf = (company: CompanyDetail): EditTexts => ({
  ...textsOf(company, operatorNames),
  plan: company.plan,
  premium: company.premium ? 'yes' : '',
  verified: company.verified ? 'yes' : '',
})

const bodyOf = ({ plan, premium, verified, ...texts }: EditTexts) => ({
  ...texts,
  plan: plan === 'premium' ? ('premium' as const) : ('basic' as const),
  premium: premium === 'yes',
  verified: verified === 'yes',
})
