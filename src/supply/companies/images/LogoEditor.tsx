import { lazy, Suspense, useState } from 'react'
import { DropTarget } from '#src/foundation/files/ui/DropTarget.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { CompanyLogo } from '../ui/CompanyLogo.tsx'
import { complaintOf, sendImage } from './ImageUpload.tsx'
import { isFocusLost, RemoveImage } from './RemoveImage.tsx'
import { type CompanyImages, complainAboutImage, imageAccept, imageTexts, type LogoCrop, type PicturedCompany } from './rules.ts'
import '#src/foundation/files/ui/files.css'

const LogoCropDialog = lazy(() => import('./LogoCropDialog.tsx').then((file) => ({ default: file.LogoCropDialog })))

type LogoEditorProps = { company: PicturedCompany; onChanged: (images: CompanyImages) => void }

/** Logo editor: one picture, cropped to a square. */
export function LogoEditor({ company, onChanged }: LogoEditorProps) {
  const [chosen, setChosen] = useState<File>()
  const [failure, setFailure] = useState<Failure>()
  const { sent, save } = useLogoUpload(company.id, { onChanged, onFailed: setFailure })

  function choose([file]: readonly File[]) {
    if (!file) return
    const wrong = complainAboutImage(file)
    setFailure(wrong)
    setChosen(wrong ? undefined : file)
  }
  return (
    <section className="card" aria-labelledby="logo-title">
      <div className="card-head">
        <h2 id="logo-title">Logo</h2>
      </div>
      <div className="card-body stack">
        <div className="logo-row">
          <CompanyLogo company={{ companyName: company.company_name, logoUrl: company.logo_url }} size={96} />
          <p className="small muted">
            {company.logo_url ? 'So steht Ihr Logo in der Suche und auf Ihrem Profil.' : 'Noch kein Logo hinterlegt.'}
          </p>
          {company.logo_url ? <RemoveImage url={company.logo_url} name="Logo" onChanged={onChanged} onRemoved={focusChoice} /> : null}
        </div>
        <DropTarget
          id="logo-file"
          label={company.logo_url ? 'Anderes Logo auswählen' : 'Logo auswählen'}
          accept={imageAccept}
          onFiles={choose}
        />
        <p className="hint" id="logo-file-hint">
          {imageTexts.wrongTypeHelp} {imageTexts.tooLargeHelp}
        </p>
        {sent === undefined ? null : (
          <div className="file-progress">
            <progress max={100} value={Math.floor(sent * 100)} aria-label="Logo wird hochgeladen">
              {Math.floor(sent * 100)} %
            </progress>
            <span className="tiny dim number">{Math.floor(sent * 100)} %</span>
          </div>
        )}
        {failure ? <FailureNote {...failure} /> : null}
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <LogoCropDialog
            file={chosen}
            onClose={() => setChosen(undefined)}
            onUnreadable={() => {
              setChosen(undefined)
              setFailure({ title: imageTexts.wrongType, text: imageTexts.wrongTypeHelp })
            }}
            onCropped={(crop) => {
              setChosen(undefined)
              void save(chosen, crop)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** Error of an upload; `retry` if the same file may succeed. */
type Failure = { title: string; text: string; retry?: () => void }

function FailureNote({ title, text, retry }: Failure) {
  const again = retry ? (
    <button type="button" className="button neutral" onClick={retry}>
      Erneut versuchen
    </button>
  ) : undefined
  return (
    <Note kind="bad" role="alert" title={title} actions={again}>
      {text}
    </Note>
  )
}

const focusChoice = () => {
  if (isFocusLost()) document.getElementById('logo-file')?.focus()
}

type Outcome = { onChanged: (images: CompanyImages) => void; onFailed: (failure: Failure | undefined) => void }

/** `sent`: uploaded share from 0 to 1; undefined if no upload is running. */
function useLogoUpload(companyId: string, { onChanged, onFailed }: Outcome) {
  const runCall = useRunCall()
  const [sent, setSent] = useState<number>()
  async function save(file: File, crop: LogoCrop) {
    setSent(0)
    onFailed(undefined)
    try {
      onChanged(await runCall(() => sendImage(file, { companyId, kind: 'logo', crop, onProgress: setSent })))
      showToast({ kind: 'success', title: 'Logo gespeichert' })
    } catch (error) {
      const { title, text, canRetry } = complaintOf(error)
      onFailed({
        title: title === imageTexts.uploadFailed ? imageTexts.logoNotSaved : title,
        text,
        ...(canRetry ? { retry: () => void again(file, crop) } : {}),
      })
    } finally {
      setSent(undefined)
    }
  }
  /** The pressed button is removed, so move the focus first. */
  async function again(file: File, crop: LogoCrop) {
    document.getElementById('logo-file')?.focus()
    await save(file, crop)
  }
  return { sent, save }
}
