import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fromRoot, root } from './paths.mjs'
import { sorted } from './sorted.mjs'

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Folders of the workspaces named in the root package.json, as paths from the root. */
export function workspaces(base = root) {
  const { workspaces: patterns } = readJson(`${base}/package.json`)
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return existsSync(`${base}/${parent}`) ? readdirSync(`${base}/${parent}`).map((name) => `${parent}/${name}`) : []
  })
  return sorted(folders.filter((folder) => existsSync(`${base}/${folder}/package.json`)))
}

export const manifests = () => ['package.json', ...workspaces().map((folder) => `${folder}/package.json`)]

export const manifestOf = (folder) => readJson(fromRoot(folder, 'package.json'))
