import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { consoleComplaint } from './lib/console-layers.mjs'
import { importsOf } from './lib/imports.mjs'
import { entryComplaint, layerComplaint } from './lib/server-layers.mjs'
import { isChecked, readTables, sqlComplaints } from './lib/sql-ownership.mjs'
import { strayTexts } from './lib/stray-texts.mjs'
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
/** Package subpaths that a member may import although it may not use the whole package. */
const SUBPATHS = { 'apps/simulator': ['@ruwu/domain/emoji'] }
const TESTKIT = 'packages/testkit'

/** Folders that write a table beside its own folder, by table, each with its reason. */
const FURTHER_WRITERS = {
  message: { customer: 'a customer message and its customer_message row are inserted by one statement per batch' },
  topic: {
    customer: 'the topic of a customer is inserted, and its last_seq advanced, with the customer',
    'chat/message': 'last_seq is taken by the statement that numbers messages',
  },
  agent: { reception: 'last_assigned_at is set under the row lock of the assignment' },
  channel_account: {
    inbound: 'last_in_at and last_out_at, at most every 10 s',
    outbound: 'the rate limiter pace_at and the result of the last send',
    reception: 'version, when the account joins or leaves a 接待方案',
  },
  channel_history: { outbound: 'a failed send is an entry of the account’s history' },
  card_rule_log: {
    inbound: 'clicks and submissions of the card',
    outbound: 'the send result of the card',
  },
  material: { inbound: 'counts clicks and submissions', outbound: 'counts sends' },
  platform_pending: { outbound: 'the answer to a send deletes the echo that overtook it' },
}

const isTest = (file) => /\.test\.tsx?$|^e2e\//.test(file) || file.split('/').includes('testing')
const isConfig = (file) => /(^|\/)[\w.-]+\.config\.(ts|mts|mjs)$/.test(file)
const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
const isInside = (file, folder) => file === folder || file.startsWith(`${folder}/`)

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
  if (ALLOWED[member].includes(target) || SUBPATHS[member]?.includes(specifier)) return undefined
  return `${member} 不可以使用 ${target}`
}

function relativeComplaint(map, file, member, specifier) {
  const target = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
  const other = [...map.declared.keys()].find((folder) => isInside(target, folder))
  if (other && other !== member && ALLOWED[member]) return `跨包须用包名，不可用相对路径进入 ${other}`
  return layerComplaint(file, target) ?? entryComplaint(file, target)
}

/** All offending imports as `file:line`, the specifier and the reason. */
export function findComplaints(map, file, source) {
  return importsOf(file, source).flatMap(({ specifier, line }) => {
    const reason = complaint(map, file, specifier) ?? consoleComplaint(file, specifier)
    return reason ? [`${file}:${line}  ${specifier}  ${reason}`] : []
  })
}

/** Files of a worker share their modules: whether a replaced module is met depends on which files ran before. */
export const findModuleMocks = (file, source) =>
  source
    .split('\n')
    .flatMap((line, index) =>
      /^\s*vi\.(mock|doMock)\(/.test(line)
        ? [`${file}:${index + 1}  替换模块与文件的先后有关：把替身作为参数传入`]
        : [],
    )

/** Offences against SQL ownership in these files of the server. */
export function findSqlComplaints(files, read, furtherWriters = FURTHER_WRITERS) {
  const tables = readTables(files.filter((file) => file.startsWith('apps/server/src/db/schema/')).map(read))
  return sqlComplaints(
    files.filter(isChecked).map((file) => [file, read(file)]),
    tables,
    furtherWriters,
  )
}

const read = (file) => readFileSync(fromRoot(file), 'utf8')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const map = readMap()
  const files = workspaces()
    .flatMap(filesBelow)
    .filter((file) => /\.(ts|tsx|mts|mjs|js|jsx)$/.test(file))
  const imports = files.flatMap((file) => findComplaints(map, file, read(file)))
  const sql = findSqlComplaints(files, read)
  const texts = files.flatMap((file) => strayTexts(file, read(file)))
  const mocks = files.flatMap((file) => findModuleMocks(file, read(file)))
  for (const line of [...imports, ...sql, ...texts, ...mocks]) console.error(line)
  console.log(`导入方向：检查了 ${files.length} 个文件，${imports.length} 处不合规`)
  const exceptions = Object.values(FURTHER_WRITERS).flatMap(Object.keys).length
  console.log(`SQL 归属：${sql.length} 处不合规；表的写入例外 ${exceptions} 处`)
  console.log(`界面文字：${texts.length} 处不在 texts.ts`)
  console.log(`替换模块：${mocks.length} 处`)
  // Nothing looked at is not a pass.
  process.exitCode = imports.length + sql.length + texts.length + mocks.length > 0 || files.length === 0 ? 1 : 0
}
