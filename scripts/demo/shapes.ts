/** Small SVG shapes as text. Lengths in units of the drawing, rounded to a tenth; `extra` holds further attributes. */
export const tenth = (length: number) => Math.round(length * 10) / 10

type Box = [x: number, y: number, width: number, height: number]

export const rect = (box: Box, fill: string, extra = '') => {
  const [x, y, width, height] = box.map(tenth)
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${extra}/>`
}

export const circle = ([x, y, radius]: [x: number, y: number, radius: number], fill: string, extra = '') =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill="${fill}" ${extra}/>`

export const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`

export const line = (d: string, { colour, width, extra = '' }: { colour: string; width: number; extra?: string }) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ${extra}/>`

export const group = (transform: string, shapes: string[]) => `<g transform="${transform}">${shapes.join('')}</g>`

/** `count` shapes, drawn in order. */
export const repeat = <Shape>(count: number, draw: (index: number) => Shape): Shape[] =>
  Array.from({ length: count }, (_, index) => draw(index))

/** `rows` × `columns` shapes, row by row. */
export const grid = (rows: number, columns: number, draw: (column: number, row: number) => string) =>
  repeat(rows, (row) => repeat(columns, (column) => draw(column, row))).flat()
