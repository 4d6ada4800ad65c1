import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'
import { sorted } from './sorted.mjs'

const IGNORED = /^(node_modules|dist|\..*)$|\.tsbuildinfo$/

/** All files below a folder or the file itself, as paths from the root, in a fixed order. */
export function filesBelow(name) {
  const found = []
  const visit = (relative) => {
    for (const entry of readdirSync(path.join(root, relative), { withFileTypes: true })) {
      if (IGNORED.test(entry.name)) continue
      const inside = path.posix.join(relative, entry.name)
      if (entry.isDirectory()) visit(inside)
      else found.push(inside)
    }
  }
  visit(name)
  return sorted(found)
}

export function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
