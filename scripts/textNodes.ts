import { type Expression, type JSXChild, type JSXElement, type JSXFragment, parseSync, Visitor } from 'oxc-parser'

/*
 * Finds text that breaks under a browser's translation. Chrome replaces each text node by `<font>` elements, while React still holds the
 * node: removing it, or inserting an element before it, then throws and takes the page down (react#11538). Changing its text does not
 * throw.
 */

export type TextFault = { line: number; why: string }

/** Possible kinds of a child: a text node, an element, nothing, a list, or one element in another's place. */
type Kind = 'text' | 'element' | 'none' | 'list' | 'swap' | 'unknown'
type Child = JSXChild | Expression

/** Text nodes of one file that appear and disappear beside siblings, or follow an element that does. */
export function textFaultsOf(file: string, source: string): TextFault[] {
  const faults: TextFault[] = []
  const add = ({ start }: { start: number }, why: string) => faults.push({ line: source.slice(0, start).split('\n').length, why })
  const nameOf = ({ openingElement: { name, attributes } }: JSXElement) =>
    [name, ...attributes.filter((one) => one.type === 'JSXAttribute' && one.name.name === 'key')]
      .map(({ start, end }) => source.slice(start, end))
      .join(' ')

  function checkSiblings({ children }: JSXElement | JSXFragment) {
    const siblings = flat(children)
    siblings.forEach((child, place) => {
      const kinds = kindsOf(child)
      const next = siblings[place + 1]
      if (siblings.length > 1 && kinds.has('text') && (kinds.has('none') || kinds.has('element'))) add(child, 'text that comes and goes')
      const isMoving = kinds.has('list') || kinds.has('swap') || (kinds.has('element') && kinds.has('none'))
      if (isMoving && next && kindsOf(next).has('text')) add(next, 'text behind an element that comes and goes')
    })
  }

  /** React reuses an element of the same name and key in the same place, so its children appear and disappear. */
  function checkBranches(start: { start: number }, branches: Expression[]) {
    const elements = branches.flatMap(leavesOf).filter((one) => one.type === 'JSXElement')
    for (const [place, one] of elements.entries()) {
      for (const other of elements.slice(place + 1)) {
        const shapes = [shapeOf(one), shapeOf(other)]
        const isMixed = shapes.some((shape) => shape.length > 1 && shape.includes('t'))
        if (nameOf(one) === nameOf(other) && shapes[0] !== shapes[1] && isMixed) add(start, `one <${nameOf(one)}> with other children`)
      }
    }
  }

  new Visitor({
    JSXElement: checkSiblings,
    JSXFragment: checkSiblings,
    ConditionalExpression: (node) => checkBranches(node, [node.consequent, node.alternate]),
  }).visit(parseSync(file, source).program)
  return faults
}

const leavesOf = (node: Expression): Expression[] => {
  if (node.type === 'ParenthesizedExpression') return leavesOf(node.expression)
  return node.type === 'ConditionalExpression' ? [...leavesOf(node.consequent), ...leavesOf(node.alternate)] : [node]
}

const shapeOf = ({ children }: JSXElement) =>
  flat(children)
    .map((child) => (kindsOf(child).has('text') ? 't' : 'e'))
    .join('')

/** Children of one parent in the document: fragments contribute their own, blank lines none. */
const flat = (children: JSXChild[]): Child[] =>
  children.flatMap((child): Child[] => {
    if (child.type === 'JSXText') return child.value.trim() || !child.value.includes('\n') ? [child] : []
    if (child.type === 'JSXFragment') return flat(child.children)
    if (child.type !== 'JSXExpressionContainer') return [child]
    return child.expression.type === 'JSXEmptyExpression' ? [] : [child.expression]
  })

function kindsOf(node: Child): Set<Kind> {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return kindsOf(node.expression)
    case 'JSXText':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return new Set(['text'])
    case 'JSXElement':
      return new Set(['element'])
    case 'JSXFragment':
      return new Set(flat(node.children).flatMap((child) => [...kindsOf(child)]))
    case 'Literal':
      return new Set([node.value === null || node.value === '' || typeof node.value === 'boolean' ? 'none' : 'text'])
    case 'ConditionalExpression':
      return either(kindsOf(node.consequent), kindsOf(node.alternate))
    case 'LogicalExpression':
      return either(kindsOf(node.right), node.operator === '&&' ? new Set(['none']) : kindsOf(node.left))
    case 'CallExpression':
      if (node.callee.type === 'MemberExpression') return new Set([kindOfCall(node.callee.property)])
      return new Set([kindOfCall(node.callee)])
    case 'MemberExpression':
      return new Set([kindOfName(node.property)])
    case 'Identifier':
      return new Set([node.name === 'undefined' ? 'none' : kindOfName(node)])
    default:
      return new Set(['unknown'])
  }
}

function either(one: Set<Kind>, other: Set<Kind>) {
  const kinds = new Set([...one, ...other])
  if (one.has('element') && other.has('element')) kinds.add('swap')
  return kinds
}

const kindOfCall = (callee: { type: string }): Kind => ('name' in callee && callee.name === 'map' ? 'list' : kindOfName(callee))

/** Names that are texts everywhere in this code, because types are not read. */
const textName = /(words?|texts?|title|label|name|notice|email|phone|location|^format\w+|^join|^toLocaleString)$/i
const kindOfName = (node: { type: string }): Kind =>
  'name' in node && typeof node.name === 'string' && textName.test(node.name) ? 'text' : 'unknown'
