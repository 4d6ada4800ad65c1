import path from 'node:path'

const CONSOLE = 'apps/console/src/'

/** Layers of the console, lowest first. A folder imports from lower layers only; folders of one layer do not import each other. */
const LAYERS = [
  ['browser'],
  ['rendering'],
  ['monitoring', 'theme', 'routing'],
  ['locale', 'session'],
  ['api'],
  ['realtime', 'notify', 'stored-file'],
  ['list', 'form', 'chart'],
  ['features'],
  ['shell'],
  ['routes.tsx'],
  ['app.tsx'],
  ['main.tsx'],
]

/** Entries of a feature besides index.ts, which would bundle all of it: pages and their starts for the route table, events for the shell. */
const ENTRIES = { 'routes.tsx': /-page\.tsx$|^start-\w+\.ts$/, shell: /-page\.tsx$|\.events\.ts$/ }

const isTest = (file) => /\.test\.tsx?$/.test(file) || file.split('/').includes('testing')
const topOf = (file) => file.slice(CONSOLE.length).split('/')[0]
const rankOf = (top) => LAYERS.findIndex((folders) => folders.includes(top))

/** Why a file of the console may not import another, or undefined. `file` is a path from the root. Tests may import everything. */
export function consoleComplaint(file, specifier) {
  if (!file.startsWith(CONSOLE) || isTest(file) || !specifier.startsWith('.')) return undefined
  const target = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
  if (!target.startsWith(CONSOLE)) return undefined
  const [from, to] = [topOf(file), topOf(target)]
  if (from === to) return undefined
  const unknown = [from, to].find((top) => rankOf(top) < 0)
  if (unknown) return `${unknown} 没有列入 scripts/lib/console-layers.mjs 的层次`
  if (rankOf(to) >= rankOf(from)) return `${from} 不可以使用 ${to}：层次顺序见 scripts/lib/console-layers.mjs`
  const inside = to === 'features' && /^features\/[^/]+\/(.+)$/.exec(target.slice(CONSOLE.length))?.[1]
  if (!inside || inside === 'index.ts' || ENTRIES[from]?.test(inside)) return undefined
  return `只能经由 ${path.posix.dirname(target).slice(CONSOLE.length).split('/').slice(0, 2).join('/')}/index.ts 进入`
}
