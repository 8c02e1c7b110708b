/** Types of the part of punycode.js that is used; the library has none of its own. */
declare module 'punycode.js' {
  const punycode: { toUnicode: (domain: string) => string }
  export default punycode
}
