import { useState } from 'react'
import { Tabs } from '#src/platform/web/parts/Tabs.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { MailingAppearance } from './MailingAppearance.tsx'

type Preview = CallAnswer<'admin-preview-mailing'>

const faces = [
  { name: 'html', label: 'Gestaltet' },
  { name: 'text', label: 'Nur Text' },
] as const

/** The mail as the first recipient would get it, as HTML and as plain text. */
export function MailingPreview({ preview }: { preview: Preview }) {
  const [face, setFace] = useState<'html' | 'text'>('html')
  return (
    <section className="card-body stack mailing-preview" aria-labelledby="mailing-preview-title">
      <div className="row between wrapping">
        <h3 id="mailing-preview-title">Vorschau</h3>
        <Tabs label="Fassung der E-Mail" tabs={faces} current={face} onChoose={setFace} panelId="mailing-face" />
      </div>
      <p className="muted small">
        So sieht die E-Mail für {preview.company} aus. Betreff: <b>{preview.subject}</b>
      </p>
      <div id="mailing-face" role="tabpanel" aria-labelledby={`mailing-face-${face}`}>
        {face === 'html' ? <MailingAppearance html={preview.html} /> : <PlainText text={preview.text} />}
      </div>
    </section>
  )
}

const PlainText = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
  <section className="mailing-text" tabIndex={0} aria-label="Textfassung">
    <pre>{text}</pre>
  </section>
)
