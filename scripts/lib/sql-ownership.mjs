import { parseSync } from 'oxc-parser'

const SERVER = 'apps/server/src/'

/** Folder that counts as one writer: a noun of features/ or chat/, else the top folder. */
export function folderOf(file) {
  const parts = file.slice(SERVER.length).split('/')
  return parts.slice(0, parts[0] === 'features' || parts[0] === 'chat' ? 2 : 1).join('/')
}

/** Tables of the schema: SQL name by the name of the drizzle constant. */
export function readTables(schemaSources) {
  const tables = new Map()
  for (const source of schemaSources)
    for (const [, constant, name] of source.matchAll(/export const (\w+)\s*=\s*pgTable\(\s*'(\w+)'/g))
      tables.set(constant, name)
  return tables
}

const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** SQL names of the tables a source writes: drizzle builders, the helpers of db/rows.ts and raw SQL. */
export function writesIn(source, tables) {
  const text = withoutComments(source)
  const names = new Set(tables.values())
  const found = new Set()
  const add = (constant, name) => {
    const table = constant ? tables.get(constant) : name
    if (table && names.has(table)) found.add(table)
  }
  for (const [, constant] of text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)) add(constant)
  for (const [, constant] of text.matchAll(/\b(?:insertRows|updateRows)\(\s*[\w.]+,\s*(\w+)/g)) add(constant)
  const raw = /\b(?:insert into|update|delete from|truncate)\s+(?:only\s+)?(?:\$\{(\w+)\}|"?(\w+)"?)/gi
  for (const [, constant, name] of text.matchAll(raw)) add(constant, name)
  return found
}

/** Whether a source builds SQL: a value of drizzle-orm or a table as a value, or a statement as text. */
export function holdsSql(file, source, tables) {
  const { module } = parseSync(file, source)
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter((entry) => !entry.isType)
      .map((entry) => ({ from: moduleRequest.value, name: entry.importName.name })),
  )
  if (imports.some(({ from, name }) => name !== 'DrizzleQueryError' && /^drizzle-orm(\/|$)/.test(from))) return true
  if (imports.some(({ from, name }) => /db\/schema\//.test(from) && tables.has(name))) return true
  return /[`'"]\s*(?:select\s[^`'"]*\sfrom|insert into|update \w+\s+set|delete from|with \w+ as)\s/i.test(
    withoutComments(source),
  )
}

/** Production files that SQL rules look at; db/ is made of SQL, platform/postgres administers the server itself. */
export const isChecked = (file) =>
  file.startsWith(SERVER) &&
  file.endsWith('.ts') &&
  !file.endsWith('.test.ts') &&
  !file.split('/').includes('testing') &&
  !file.startsWith(`${SERVER}db/`) &&
  !file.startsWith(`${SERVER}platform/postgres/`)

/**
 * Offences against the two rules: SQL only in `*.repo.ts`, and a table is written by one folder. `files` are [path, source] pairs;
 * `furtherWriters` gives by table the folders that write it too, with the reason. An entry that is no longer needed is an offence.
 */
export function sqlComplaints(files, tables, furtherWriters) {
  const complaints = []
  const writers = new Map()
  for (const [file, source] of files) {
    if (!file.endsWith('.repo.ts') && holdsSql(file, source, tables)) complaints.push(`${file}  SQL 只能写在 *.repo.ts`)
    for (const table of writesIn(source, tables)) {
      const folders = writers.get(table) ?? new Map()
      folders.set(folderOf(file), file)
      writers.set(table, folders)
    }
  }
  for (const [table, folders] of writers) {
    const extra = furtherWriters[table] ?? {}
    const owners = [...folders].filter(([folder]) => !(folder in extra))
    if (owners.length > 1)
      complaints.push(`表 ${table}  被多个目录写入：${owners.map(([, file]) => file.slice(SERVER.length)).join('、')}`)
    for (const folder of Object.keys(extra))
      if (!folders.has(folder)) complaints.push(`表 ${table}  不再需要 ${folder} 的写入例外，请删去`)
  }
  return complaints
}
