import path from 'node:path'

/**
 * Layers inside an app, lowest first. A folder imports from lower layers only; folders of one layer do not know each other, except
 * those joined by `+`. Tests and `testing/` may import everything.
 */
export const LAYERS = {
  'apps/server/src': [
    ['platform+db'],
    ['jobs', 'realtime', 'channels', 'engine'],
    ['chat'],
    ['customer'],
    ['list', 'outbound'],
    ['inbound', 'profile'],
    ['reception'],
    ['thread'],
    ['features'],
    ['compose'],
    ['main.ts'],
  ],
}

/** Folders that others enter by `index.ts` alone. `*` is one path segment. All other folders are libraries, entered by file. */
export const ENTRY_FILES = {
  'apps/server/src': [
    'realtime',
    'chat',
    'chat/*',
    'list',
    'outbound',
    'inbound',
    'profile',
    'reception',
    'thread',
    'features/*',
  ],
  'apps/console/src': ['features/*'],
}

const isTest = (file) => /\.test\.tsx?$/.test(file) || file.split('/').includes('testing')

const appOf = (file, table) => Object.keys(table).find((app) => file.startsWith(`${app}/`))

/** Name and rank of the folder of an app that a file belongs to; `platform+db` are two folders of one name. */
function layerOf(app, file) {
  const top = file.slice(app.length + 1).split('/')[0]
  const rank = LAYERS[app].findIndex((names) => names.some((name) => name.split('+').includes(top)))
  return { top, rank, name: LAYERS[app][rank]?.find((name) => name.split('+').includes(top)) }
}

/** Why an import is against the layer order, or undefined. Both are paths from the root. */
export function layerComplaint(file, target) {
  const app = appOf(file, LAYERS)
  if (!app || isTest(file) || appOf(target, LAYERS) !== app) return undefined
  const from = layerOf(app, file)
  const to = layerOf(app, target)
  if (from.top === 'testing' || from.top === to.top) return undefined
  if (from.rank < 0) return `${from.top} 没有列入 scripts/lib/server-layers.mjs 的层次`
  if (to.rank < 0) return `${to.top} 没有列入 scripts/lib/server-layers.mjs 的层次`
  if (to.rank < from.rank || to.name === from.name) return undefined
  return to.rank === from.rank
    ? `${from.top} 与 ${to.top} 同层，互不使用`
    : `${to.top} 在 ${from.top} 之上，不可以向上使用`
}

/** The folder of ENTRY_FILES that contains a file: the longest matching pattern. */
export function moduleOf(file) {
  const app = appOf(file, ENTRY_FILES)
  if (!app) return undefined
  const parts = file.slice(app.length + 1).split('/')
  const depth = Math.max(
    0,
    ...ENTRY_FILES[app].map((pattern) => {
      const names = pattern.split('/')
      const fits = names.length < parts.length && names.every((name, no) => name === '*' || name === parts[no])
      return fits ? names.length : 0
    }),
  )
  return depth === 0 ? undefined : `${app}/${parts.slice(0, depth).join('/')}`
}

/**
 * Why an import bypasses a folder's index.ts, or undefined. Server tests may bypass it, except that of another feature. In the
 * console only features are bound: routes load pages and the shell loads event reducers by file, each in its own chunk.
 */
export function entryComplaint(file, target) {
  const module = moduleOf(target)
  if (!module || file.startsWith(`${module}/`) || !file.startsWith(appOf(target, ENTRY_FILES))) return undefined
  if (/^index\.tsx?$/.test(path.posix.basename(target)) && path.posix.dirname(target) === module) return undefined
  if (isTest(file) && !module.includes('/features/')) return undefined
  if (file.startsWith('apps/console/') && !file.includes('/features/')) return undefined
  return `只能经由 ${module.replace(/^apps\/\w+\/src\//, '')}/index.ts 进入`
}
