import { mkdir, writeFile } from 'node:fs/promises'
import { categories } from '#src/supply/companies/rules.ts'
import { renderCategory } from './pictures.ts'

// Draws the home page's category tiles anew: node scripts/demo/drawCategories.ts
const folder = new URL('../../public/pictures/categories/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const category of categories) {
  const picture = await renderCategory(category, `kategorie-${category.toLowerCase()}`)
  await writeFile(new URL(`${category.toLowerCase()}.webp`, folder), picture)
  console.log(`${category}: ${picture.length} bytes`)
}
