import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from './script.ts'

const FOLDER = fileURLToPath(new URL('../../customers', import.meta.url))

/** The scripted customers of the demo, one file each, in the order of their names. */
export function readScripts(folder = FOLDER): Script[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  return files.map((file) => {
    const parsed = Script.safeParse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    if (!parsed.success) throw new Error(`${file}: ${parsed.error.issues[0]?.message ?? 'can not be read'}`)
    return parsed.data
  })
}
