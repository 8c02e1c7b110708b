import { lazy, Suspense, useState } from 'react'
import { useStepUp } from '#src/accounts/ui/StepUp.tsx'
import { DropTarget } from '#src/files/ui/DropTarget.tsx'
import { Note } from '#src/web/Note.tsx'
import { showToast } from '#src/web/toast.ts'
import { type CompanyImages, complainAboutImage, imageAccept, imageTexts, type LogoCrop } from '../imageRules.ts'
import { CompanyLogo } from './CompanyLogo.tsx'
import type { PicturedCompany } from './ImageManager.tsx'
import { complaintOf, sendImage } from './ImageUpload.tsx'
import { RemoveImage } from './RemoveImage.tsx'

const LogoCropDialog = lazy(() => import('./LogoCropDialog.tsx').then((file) => ({ default: file.LogoCropDialog })))

type LogoEditorProps = { company: PicturedCompany; onChanged: (images: CompanyImages) => void }

/** The logo: one picture, of which somebody chooses the square that is shown. */
export function LogoEditor({ company, onChanged }: LogoEditorProps) {
  const [chosen, setChosen] = useState<File>()
  const [complaint, setComplaint] = useState<{ title: string; text: string }>()
  const { sent, save } = useLogoUpload(company.id, { onChanged, onFailed: setComplaint })

  function choose([file]: readonly File[]) {
    if (!file) return
    const wrong = complainAboutImage(file)
    setComplaint(wrong)
    setChosen(wrong ? undefined : file)
  }
  return (
    <section className="card" aria-labelledby="logo-title">
      <div className="ch">
        <h2 id="logo-title">Logo</h2>
      </div>
      <div className="cb stack">
        <div className="img-logo">
          <CompanyLogo company={{ companyName: company.company_name, logoUrl: company.logo_url }} size={96} />
          <p className="sm mut">
            {company.logo_url ? 'So steht Ihr Logo in der Suche und auf Ihrem Profil.' : 'Noch kein Logo hinterlegt.'}
          </p>
          {company.logo_url ? <RemoveImage url={company.logo_url} name="Logo" onChanged={onChanged} /> : null}
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
          <progress className="img-p" max={100} value={Math.floor(sent * 100)} aria-label="Logo wird hochgeladen">
            {Math.floor(sent * 100)} %
          </progress>
        )}
        {complaint ? (
          <Note kind="bad" role="alert" title={complaint.title}>
            {complaint.text}
          </Note>
        ) : null}
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <LogoCropDialog
            file={chosen}
            onClose={() => setChosen(undefined)}
            onUnreadable={() => {
              setChosen(undefined)
              setComplaint({ title: imageTexts.wrongType, text: imageTexts.wrongTypeHelp })
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

type Outcome = { onChanged: (images: CompanyImages) => void; onFailed: (complaint: { title: string; text: string } | undefined) => void }

/** `sent` is the share that has left, undefined while nothing is on its way. */
function useLogoUpload(companyId: string, { onChanged, onFailed }: Outcome) {
  const ask = useStepUp()
  const [sent, setSent] = useState<number>()
  async function save(file: File, crop: LogoCrop) {
    setSent(0)
    onFailed(undefined)
    try {
      onChanged(await ask(() => sendImage(file, { companyId, kind: 'logo', crop, onProgress: setSent })))
      showToast({ kind: 'success', title: 'Logo gespeichert' })
    } catch (error) {
      const { title, text } = complaintOf(error)
      onFailed(title === imageTexts.uploadFailed ? { title: imageTexts.logoNotSaved, text } : { title, text })
    } finally {
      setSent(undefined)
    }
  }
  return { sent, save }
}
