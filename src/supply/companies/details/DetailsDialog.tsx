import { useState } from 'react'
import { FreshCode } from '#src/foundation/accounts/operator/FreshCode.tsx'
import { isStepUpRequired } from '#src/foundation/accounts/stepUp/StepUp.tsx'
import { formatDate } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
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
  const { opened, isCodeNeeded, isBusy, problem, open } = useOpened(listed.id)
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
      {problem ? <Note kind="bad" role="alert" title={problem} /> : null}
      {isCodeNeeded ? <FreshCode onPassed={open} /> : null}
      {opened ? <Clear opened={opened} /> : null}
      {opened || isCodeNeeded ? null : (
        <div className="stack snug">
          <BusyButton type="button" className="button secondary wide" isBusy={isBusy} onClick={() => void open()}>
            Angaben anzeigen
          </BusyButton>
          <p className="hint">Das Öffnen der Angaben wird protokolliert.</p>
        </div>
      )}
    </DecisionDialog>
  )
}

function useOpened(companyId: string) {
  const [opened, setOpened] = useState<Opened>()
  const [isCodeNeeded, setIsCodeNeeded] = useState(false)
  const { isBusy, refusal, failure, action } = useAction({ onRefused: (error) => isStepUpRequired(error) && setIsCodeNeeded(true) })
  const open = () =>
    action(async () => {
      setOpened(await call('admin-open-business-details', { companyId }))
      setIsCodeNeeded(false)
    })
  return { opened, isCodeNeeded, isBusy, problem: isStepUpRequired(refusal) ? undefined : failure, open }
}

const Clear = ({ opened: { details, files } }: { opened: Opened }) => {
  const wire = new Map<string, unknown>(Object.entries(details))
  return (
    <dl className="facts">
      {detailNames.map((name) => {
        const text = textOf(name, wire.get(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
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
