import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { consoleComplaint } from './lib/console-layers.mjs'
import { importsOf } from './lib/imports.mjs'
import { filesBelow } from './lib/hash.mjs'
import { fromRoot } from './lib/paths.mjs'
import { manifestOf, workspaces } from './lib/workspaces.mjs'

/** Which members a member may use in what it ships. Members not named here (e2e) may use all. */
const ALLOWED = {
  'packages/contract': [],
  'packages/domain': ['packages/contract'],
  'packages/chat-client': ['packages/contract', 'packages/domain'],
  'packages/ui': [],
  'packages/testkit': ['packages/contract', 'packages/domain', 'packages/chat-client'],
  'apps/server': ['packages/contract', 'packages/domain'],
  'apps/console': ['packages/contract', 'packages/domain', 'packages/chat-client', 'packages/ui'],
  'apps/simulator': ['packages/ui'],
}
/** Narrow doors through which a member may use one part of another. */
const DOORS = { 'apps/simulator': ['@ruwu/domain/emoji'] }
const TESTKIT = 'packages/testkit'

const isTest = (file) => /\.test\.tsx?$|^e2e\//.test(file) || file.split('/').includes('testing')
const isConfig = (file) => /(^|\/)[\w.-]+\.config\.(ts|mts|mjs)$/.test(file)
const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
const isInside = (file, folder) => file === folder || file.startsWith(`${folder}/`)
const featureOf = (file) => /^apps\/(?:server|console)\/src\/features\/([^/]+)\/(.+)$/.exec(file)

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
const namesIn = (manifest) => KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {}))

/** What is known of the workspaces: member by package name, and what each declares. */
export function readMap(folders = workspaces()) {
  const byName = new Map()
  const declared = new Map()
  for (const folder of folders) {
    const manifest = manifestOf(folder)
    byName.set(manifest.name, folder)
    declared.set(folder, new Set(namesIn(manifest)))
  }
  return { byName, declared, shared: new Set(namesIn(manifestOf('.'))) }
}

/** Why this import may not be, or undefined. `file` is a path from the root. */
export function complaint(map, file, specifier) {
  const member = [...map.declared.keys()].find((folder) => isInside(file, folder))
  if (!member || /^(node|virtual|data|https?):|^[/#]/.test(specifier)) return undefined
  if (specifier.startsWith('.')) return relativeComplaint(map, file, member, specifier)
  const name = packageName(specifier)
  const target = map.byName.get(name)
  const isDeclared = map.declared.get(member).has(name) || ((isTest(file) || isConfig(file)) && map.shared.has(name))
  if (!isDeclared && target !== member) return `${member}/package.json 没有声明 ${name}`
  if (!target || target === member || !ALLOWED[member]) return undefined
  if (target === TESTKIT) return isTest(file) ? undefined : '只有测试和 testing/ 目录可以使用 testkit'
  if (ALLOWED[member].includes(target) || DOORS[member]?.includes(specifier)) return undefined
  return `${member} 不可以使用 ${target}`
}

function relativeComplaint(map, file, member, specifier) {
  const target = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
  const other = [...map.declared.keys()].find((folder) => isInside(target, folder))
  if (other && other !== member && ALLOWED[member]) return `跨包须用包名，不可用相对路径进入 ${other}`
  const from = featureOf(file)
  const to = featureOf(target)
  if (from && to && from[1] !== to[1] && !/^index\.tsx?$/.test(to[2])) {
    return `功能之间只能经由 features/${to[1]}/index.ts`
  }
  return undefined
}

/** All offending imports as `file:line`, the specifier and the reason. */
export function findComplaints(map, file, source) {
  return importsOf(file, source).flatMap(({ specifier, line }) => {
    const reason = complaint(map, file, specifier) ?? consoleComplaint(file, specifier)
    return reason ? [`${file}:${line}  ${specifier}  ${reason}`] : []
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const map = readMap()
  const files = workspaces()
    .flatMap(filesBelow)
    .filter((file) => /\.(ts|tsx|mts|mjs|js|jsx)$/.test(file))
  const complaints = files.flatMap((file) => findComplaints(map, file, readFileSync(fromRoot(file), 'utf8')))
  for (const line of complaints) console.error(line)
  console.log(`导入方向：检查了 ${files.length} 个文件，${complaints.length} 处不合规`)
  // Nothing looked at is not a pass.
  process.exitCode = complaints.length > 0 || files.length === 0 ? 1 : 0
}
