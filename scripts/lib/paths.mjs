import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Everything the scripts leave behind that is worth looking at; ignored by git. */
export const artifacts = path.join(root, 'artifacts')

export const fromRoot = (...parts) => path.join(root, ...parts)
