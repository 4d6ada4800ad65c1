import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Served with the console: the licences require the notices beside the files. */
export const NOTICES_FILE = path.join(ROOT, 'apps/console/public/third-party-notices.txt')
const OWN_FILES_PAGE = path.join(ROOT, 'docs/third-party.md')

type Locked = {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
}
type Package = { name: string; version: string; license: string; texts: string }

const byText = (one: string, other: string) => (one < other ? -1 : 1)

/** Packages that run in the server or are bundled into the console. */
export function shippedPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional, link }]) => folder.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([folder, locked]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: locked.version,
      license: locked.license ?? 'see the package',
      // Only this machine's binaries are installed; the file must be the same on all.
      texts: locked.os || locked.cpu ? '' : readTexts(path.join(ROOT, folder)),
    }))
    .toSorted((one, other) => byText(`${one.name} ${one.version}`, `${other.name} ${other.version}`))
}

/** Licence and notice files of a package. */
function readTexts(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => /^(licen[cs]e|copying|notice)([-._].*)?$/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .toSorted(byText)
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('\r', '').trim())
    .join('\n\n')
}

/** Packages with the same text share it. */
export function writeNotices(): string {
  const packages = shippedPackages()
  const groups = Map.groupBy(packages, ({ texts, license }) => texts || `License: ${license}`)
  const parts = [...groups].map(([text, members]) => {
    const named = members.map(({ name, version, license }) => `${name} ${version} (${license})`)
    return `${[...new Set(named)].join('\n')}\n\n${text}`
  })
  const own = readFileSync(OWN_FILES_PAGE, 'utf8').split('\n## Fluent Emoji\n')[1] ?? ''
  const emoji = `Fluent Emoji (MIT)\n\n${own.replaceAll(/^ {4}/gm, '').trim()}`
  const intro =
    'Third-party software in Ruwu, written by `npm run notices`. Each part names packages and the licence they come with.'
  return `${[intro, ...parts, emoji].join(`\n\n${'-'.repeat(79)}\n\n`)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(NOTICES_FILE, writeNotices())
  console.log(`已写入 ${shippedPackages().length} 个软件包的许可`)
}
