/** Types of the part of fontkit that pictures use; the package has none. */
declare module 'fontkit' {
  export type Glyph = { path: { toSVG(): string } }
  export type Run = { glyphs: Glyph[]; positions: { xAdvance: number }[]; advanceWidth: number }
  export type Font = { unitsPerEm: number; hasGlyphForCodePoint(codePoint: number): boolean; layout(text: string): Run }
  export function create(content: Buffer): Font
}
