import { registerHooks } from 'node:module'

/**
 * Resolves a package's name once for each folder of the workspace. Node parses the whole `exports` of a package.json for
 * every import of it; drizzle-orm's has 180 kB and hundreds of importers, which took half of the time to start.
 */
export function resolvePackagesOnce(): void {
  const known = new Map<string, { url: string; format?: string | null; shortCircuit: true }>()
  registerHooks({
    resolve(specifier, context, next) {
      const folder = workspaceFolder(context.parentURL)
      if (folder === undefined || /^(\.|\/|node:|file:|data:)/.test(specifier)) return next(specifier, context)
      const key = `${folder} ${specifier}`
      const found = known.get(key)
      if (found) return found
      const resolved = next(specifier, context)
      known.set(key, { url: resolved.url, format: resolved.format ?? null, shortCircuit: true })
      return resolved
    },
  })
}

/** Of our own modules; others may have nested versions of a package. */
function workspaceFolder(parent: string | undefined): string | undefined {
  if (!parent || parent.includes('/node_modules/')) return undefined
  return /^file:.*\/(?:apps|packages)\/[^/]+\//.exec(parent)?.[0]
}
