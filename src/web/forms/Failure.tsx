import type { ReactNode } from 'react'
import { Note } from '../parts/Note.tsx'

/** Why something was not done; nothing where it was. */
export const Failure = ({ title, text }: { title: string; text: ReactNode }) =>
  text ? (
    <Note kind="bad" role="alert" title={title}>
      {text}
    </Note>
  ) : null
