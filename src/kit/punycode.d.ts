/** The part of punycode.js, which has no types of its own, that fields use. */
declare module 'punycode.js' {
  const punycode: { toUnicode: (domain: string) => string }
  export default punycode
}
