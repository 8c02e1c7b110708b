import { highlightWords } from '../query/highlight.ts'

/** A text with the searched words highlighted. */
export const Highlighted = ({ text, words }: { text: string; words: readonly string[] }) =>
  highlightWords(text, words).map((piece) => (piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text))
