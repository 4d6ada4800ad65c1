import { parseSync, Visitor } from 'oxc-parser'

const CHECKED = /^(apps\/console|packages\/ui)\/src\/.+\.tsx?$/
/** Texts by their file's name, and tests. */
const HOMES = /texts\.ts$|\.test\.tsx?$|\/testing\//
/** Tables whose rows carry their text. The list may only shrink. */
export const TEXT_TABLES = ['apps/console/src/routes.tsx', 'apps/console/src/features/workbench/chat-keys.ts']
const CHINESE = /\p{Script=Han}/u

/** Chinese literals of a file of the console that belong into a texts.ts, as `file:line` and the literal. */
export function strayTexts(file, source, tables = TEXT_TABLES) {
  if (!CHECKED.test(file) || HOMES.test(file) || tables.includes(file) || !CHINESE.test(source)) return []
  const found = []
  const add = (text, start) => {
    if (typeof text === 'string' && CHINESE.test(text))
      found.push(`${file}:${source.slice(0, start).split('\n').length}  ${text.trim()}  界面文字应写在 texts.ts`)
  }
  new Visitor({
    Literal: (node) => add(node.value, node.start),
    TemplateElement: (node) => add(node.value.cooked, node.start),
    JSXText: (node) => add(node.value, node.start),
  }).visit(parseSync(file, source).program)
  return found
}
