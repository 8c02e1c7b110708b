import {
  BrushCleaning,
  Hammer,
  type IconComponent,
  LockKeyhole,
  Megaphone,
  MessagesSquare,
  MonitorCog,
  Shapes,
  Sprout,
  Truck,
  Utensils,
  Wrench,
} from '#src/platform/web/icons/Icons.tsx'
import type { Category } from '#src/supply/companies/rules.ts'

const icons: Record<Category, IconComponent> = {
  Reinigung: BrushCleaning,
  Handwerk: Hammer,
  'IT-Services': MonitorCog,
  Beratung: MessagesSquare,
  Transport: Truck,
  Catering: Utensils,
  Sicherheit: LockKeyhole,
  Wartung: Wrench,
  Marketing: Megaphone,
  Garten: Sprout,
  Sonstiges: Shapes,
}

/** Icon of a category; its name is always beside it. */
export function CategoryIcon({ category }: { category: Category }) {
  const Icon = icons[category]
  return <Icon />
}

/** The category's static picture, 480 × 270. */
export const categoryPicture = (category: Category) => `/pictures/categories/${category.toLowerCase()}.webp`
