declare module 'saxon-js' {
  type Transformed = { principalResult: string }
  const SaxonJS: {
    transform(
      options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
      execution: 'async',
    ): Promise<Transformed>
  }
  export default SaxonJS
}
