import { useState } from 'react'
import { Reveal } from '#src/foundation/accounts/operator/FreshCode.tsx'
import { formatDate } from '#src/platform/kit/dates.ts'
import { insideNames } from '#src/platform/kit/wire.ts'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { taxStatusLabels } from '../tax/texts.ts'
import { DecisionDialog } from '../ui/DecisionDialog.tsx'
import type { ListedDetails } from './rules.ts'
import {
  businessFileLabels,
  type DetailName,
  detailNames,
  detailsKindLabels,
  detailsLabels,
  detailsStateLabels,
  detailsTexts,
} from './texts.ts'

type DialogProps = { listed: ListedDetails; onClose: () => void; onChanged: () => void }
type Opened = CallAnswer<'admin-open-business-details'>

/** One company's details, in clear text only after a new one-time code, and the decision with its reason. */
export function DetailsDialog({ listed, ...parts }: DialogProps) {
  const [opened, setOpened] = useState<Opened>()
  return (
    <DecisionDialog
      title={listed.company_name}
      bodyLabel={detailsTexts.title}
      isOpen={listed.status === 'submitted'}
      accept="Als geprüft vermerken"
      decide={(decision) => call('admin-decide-business-details', { companyId: listed.id, ...decision })}
      {...parts}
    >
      <dl className="facts">
        <Fact label="Stand">{detailsStateLabels[listed.status]}</Fact>
        {listed.reason ? <Fact label="Begründung">{listed.reason}</Fact> : null}
      </dl>
      <Reveal
        label="Angaben anzeigen"
        hint="Das Öffnen der Angaben wird protokolliert."
        isRevealed={opened !== undefined}
        reveal={async () => setOpened(await call('admin-open-business-details', { companyId: listed.id }))}
      />
      {opened ? <Clear opened={opened} /> : null}
    </DecisionDialog>
  )
}

const Clear = ({ opened: { details, files } }: { opened: Opened }) => {
  const inside = insideNames(details)
  return (
    <dl className="facts">
      {detailNames.map((name) => {
        const text = textOf(name, inside[name])
        return text ? (
          <Fact key={name} label={detailsLabels[name]}>
            {text}
          </Fact>
        ) : null
      })}
      {files.length > 0 ? (
        <Fact label="Nachweise">
          <span className="stack snug">
            {files.map(({ id, kind, name }) => (
              <DownloadButton key={id} path={`/functions/v1/admin-business-file?fileId=${id}`} name={name}>
                {businessFileLabels[kind]}: {name}
              </DownloadButton>
            ))}
          </span>
        </Fact>
      ) : null}
    </dl>
  )
}

const words: Partial<Record<DetailName, Readonly<Record<string, string>>>> = { kind: detailsKindLabels, taxStatus: taxStatusLabels }

function textOf(name: DetailName, value: unknown) {
  if (value === true) return 'Ja'
  if (typeof value !== 'string') return undefined
  return words[name]?.[value] ?? (name === 'birthDate' || name === 'taxSince' ? formatDate(value) : value)
}
