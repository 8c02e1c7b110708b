import { markWords } from '../query/highlight.ts'

/** A text in which what somebody looked for stands out. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  markWords(text, words).map((piece) => (piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text))
