import { useState } from 'react'
import { formatMonth } from '#src/platform/kit/dates.ts'
import { SelectField } from '#src/platform/web/forms/Field.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { documentTexts } from './rules.ts'

type MonthFileProps = { companyId: string; live: number }

/** Download of a month's documents as one ZIP for the company's bookkeeping; renders nothing while there are none. */
export function MonthFile({ companyId, live }: MonthFileProps) {
  const { queryResult } = useQuery('list-document-months', { companyId }, { live })
  const [chosen, setChosen] = useState<string>()
  const months = queryResult.data?.months ?? []
  const month = months.find((one) => one === chosen) ?? months[0]
  if (month === undefined) return null
  return (
    <section className="card card-body row between wrapping" aria-label={documentTexts.month}>
      <SelectField id="documents-month" label={documentTexts.month} hint={documentTexts.monthHelp} value={month} onChange={setChosen}>
        {months.map((one) => (
          <option key={one} value={one}>
            {formatMonth(one)}
          </option>
        ))}
      </SelectField>
      <DownloadButton path={`/functions/v1/documents.zip?${new URLSearchParams({ companyId, month })}`} name={`belege-${month}.zip`}>
        {formatMonth(month)} als ZIP
      </DownloadButton>
    </section>
  )
}
