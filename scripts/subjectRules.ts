const mostLetters = 72

/** Returns the violations of the form of a commit message, `area: imperative subject`, then an empty line. */
export function complaintsAbout(message: string): string[] {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'))
  // Git writes these itself.
  if (/^(Merge|Revert) /.test(subject)) return []
  return [
    ...(/^[a-z][\w .,/-]*: \S/.test(subject) ? [] : ['begins with an area: "payouts: retry a refused transfer"']),
    ...(subject.length > mostLetters ? [`is ${subject.length} characters long; at most ${mostLetters}`] : []),
    ...(subject.endsWith('.') ? ['ends without a full stop'] : []),
    ...(second === '' ? [] : ['is followed by an empty line']),
  ]
}
