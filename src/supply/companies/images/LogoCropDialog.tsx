import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import './cropper.css'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import type { LogoCrop } from './rules.ts'

type LogoCropDialogProps = { file: File; onCropped: (crop: LogoCrop) => void; onClose: () => void; onUnreadable: () => void }

const zooms = { min: 1, max: 4, step: 0.05 }

/** Selects the square of a picture that becomes the logo: by dragging, by the arrow keys, and with a slider for the size. */
export function LogoCropDialog({ file, onCropped, onClose, onUnreadable }: LogoCropDialogProps) {
  const source = useDataUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(zooms.min)
  const [area, setArea] = useState<Area>()
  return (
    <SmallDialog title="Ausschnitt wählen" onClose={onClose}>
      <p className="muted small">Verschieben Sie das Bild mit der Maus, dem Finger oder den Pfeiltasten.</p>
      <div className="logo-crop">
        {source ? (
          <Cropper
            image={source}
            crop={crop}
            zoom={zoom}
            minZoom={zooms.min}
            maxZoom={zooms.max}
            aspect={1}
            keyboardStep={8}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': 'Ausschnitt; Pfeiltasten verschieben das Bild', role: 'group' }}
            mediaProps={{ alt: '', onError: onUnreadable }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_shares, pixels) => setArea(pixels)}
          />
        ) : null}
      </div>
      <label className="field" htmlFor="logo-zoom">
        <span className="label">Größe</span>
        <input
          id="logo-zoom"
          className="crop-zoom"
          type="range"
          {...zooms}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)} Prozent`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <div className="actions">
        <button type="button" className="button neutral" onClick={onClose}>
          Abbrechen
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!area}
          onClick={() => (area ? onCropped({ x: Math.max(0, area.x), y: Math.max(0, area.y), size: Math.max(1, area.width) }) : undefined)}
        >
          Logo speichern
        </button>
      </div>
    </SmallDialog>
  )
}

/** File as a data: URL, because the content security policy does not allow blob: URLs for images. */
function useDataUrl(file: File) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return url
}
