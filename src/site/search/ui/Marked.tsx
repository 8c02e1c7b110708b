import { markWords } from '../query/highlight.ts'

/** A text with the searched words highlighted. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  markWords(text, words).map((piece) => (piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text))
