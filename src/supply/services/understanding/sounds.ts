/**
 * Known words by their sound; among homophones the most frequent in phrases. Short words are left out, because they sound like too many
 * others.
 */
export function collectSounds(spelt: ReadonlyMap<string, { count: number }>): ReadonlyMap<string, string> {
  const sounds = new Map<string, string>()
  for (const [word, { count }] of spelt) {
    const sound = soundOf(word)
    if (sound.length < shortestSound || count <= (spelt.get(sounds.get(sound) ?? '')?.count ?? 0)) continue
    sounds.set(sound, word)
  }
  return sounds
}
const shortestSound = 4

/** Approximate sound of a word: 'Photograf', 'Fotograv'; 'Gärtna'; 'Jogakurs'; 'Tatu'. */
export const soundOf = (word: string) =>
  word
    .replace(/ph|v/g, 'f')
    .replace(/th|dt/g, 't')
    .replace(/c(?=[ei])|t[sz]/g, 'z')
    .replace(/c(?!h)k?|q/g, 'k')
    .replace(/x|chs/g, 'ks')
    .replace(/^y(?=[aou])/, 'j')
    .replace(/(?<=[^aeiou])j(?=u)/g, '')
    .replace(/y|ie/g, 'i')
    .replace(/ai/g, 'ei')
    .replace(/oo|ou/g, 'u')
    .replace(/(?<=[aeiou])h/g, '')
    .replace(/a$/, 'er')
    .replace(/(.)\1+/g, '$1')
    .replace(/d$/, 't')
    .replace(/g$/, 'k')
    .replace(/b$/, 'p')
